import type { Writable } from "node:stream";
import { serveStdio as serve, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { serverFactory } from "./server.ts";
import type { Toolbox } from "./toolbox.ts";

/** Serves one client over standard input and `output`, until the client ends it. */
export function serveStdio(openToolbox: () => Promise<Toolbox>, output: Writable): Promise<void> {
  serve(serverFactory(openToolbox), {
    transport: new StdioServerTransport(process.stdin, output),
    onerror: ({ message }) => process.stderr.write(`reader-mcp: ${message}\n`),
  });
  return new Promise((resolve) => {
    process.stdin.once("close", resolve);
    process.stdin.once("end", resolve);
    output.once("close", resolve);
  });
}
