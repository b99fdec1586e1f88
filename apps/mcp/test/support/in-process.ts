import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createReader, type Handler, type Reader } from "@reader/core";
import { onTestFinished } from "vitest";
import { serveHttp } from "../../src/server/http.ts";
import { serverFactory } from "../../src/server/server.ts";
import { toolboxOf } from "../../src/tools/toolbox.ts";

/** A reader of a folder with one handler in this process, which no clock stops. */
export function readerWith(folder: string, handler: Handler): Reader {
  return createReader({ roots: [folder], handlers: [handler], budget: { documentTimeMs: 600_000 } });
}

/** A client of a server over this reader, in this process. */
export async function clientOf(reader: Reader): Promise<Client> {
  const client = new Client({ name: "test", version: "0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const toolbox = toolboxOf(reader);
  const server = await serverFactory(async () => toolbox)({ era: "legacy" });
  onTestFinished(() => client.close());
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

/** A client of such a server over a socket. */
export async function httpClientOf(reader: Reader, version: "2025" | "2026"): Promise<Client> {
  const toolbox = toolboxOf(reader);
  const server = await serveHttp(async () => toolbox, {
    address: { host: "127.0.0.1", port: 0 },
    allowedHosts: [],
  });
  onTestFinished(() => server.close());
  const mode = version === "2026" ? "auto" : "legacy";
  const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return client;
}
