import { Writable } from "node:stream";
import { serveStdio as serve, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Toolbox } from "../tools/toolbox.ts";
import { serverFactory } from "./server.ts";

/** Serves one client over standard input and `output`, until the client closes the connection. */
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

/**
 * Reserves standard output for the protocol and returns it. Whatever a parser or a library prints from then on goes to
 * standard error, which clients show as a log. `console` writes through the streams, so it is redirected too.
 */
export function takeStandardOutput(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  const output = new Writable({
    write(piece: Uint8Array, _encoding, done) {
      write(piece, done);
    },
  });
  // Each answer that waits for a slow client adds a listener.
  output.setMaxListeners(0);
  // Without this listener, a client that closed its end would throw here. The transport sees the destroyed stream.
  stdout.on("error", (cause: Error) => output.destroy(cause));
  return output;
}
