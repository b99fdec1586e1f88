import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A running MCP server, spoken to over HTTP. */
export interface HttpConnection {
  /** The result of a request. Rejects if the server says that it is an error. */
  request(method: string, params: object): Promise<unknown>;
  stop(): void;
}

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

/** Starts `reader-mcp` with these arguments at a free port of this machine, and greets it. */
export async function connectHttp(command: string, args: readonly string[]): Promise<HttpConnection> {
  const child = spawn(command, [...args], { stdio: ["ignore", "ignore", "pipe"] });
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stderr })) {
    url = /listening at (\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error("The server ended before it listened.");
  child.stderr.resume();
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  let last = 0;
  const post = async (message: object): Promise<Reply | undefined> => {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
    const session = response.headers.get("mcp-session-id");
    if (session !== null) headers["mcp-session-id"] = session;
    return replyIn(await response.text());
  };
  const request = async (method: string, params: object): Promise<unknown> => {
    const reply = await post({ id: (last += 1), method, params });
    if (reply?.error !== undefined) throw new Error(reply.error.message ?? "an error without words");
    return reply?.result;
  };
  await request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "torture", version: "0.0.0" },
  });
  headers["mcp-protocol-version"] = "2025-06-18";
  await post({ method: "notifications/initialized" });
  return { request, stop: () => void child.kill() };
}

/** The last message of a reply, which is JSON or a stream of events. */
function replyIn(text: string): Reply | undefined {
  const events = text.split("\n").filter((line) => line.startsWith("data:"));
  const json = events.at(-1)?.slice("data:".length) ?? text;
  return json.trim() === "" ? undefined : (JSON.parse(json) as Reply);
}
