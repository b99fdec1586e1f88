import { Writable } from "node:stream";

/**
 * Takes standard output for the protocol alone: what a parser or a library prints afterwards goes to standard error,
 * where clients show it as a log. `console` writes through the streams, so it follows.
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
  // Every answer that waits for a slow client is one listener.
  output.setMaxListeners(0);
  // A client that is gone: the transport learns of it, and nothing is thrown where nobody listens.
  stdout.on("error", (cause: Error) => output.destroy(cause));
  return output;
}
