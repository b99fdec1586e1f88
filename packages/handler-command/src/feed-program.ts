import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Writable } from "node:stream";

/** A program may have enough before it has read everything: that is no fault. */
export async function feed(
  { stdin }: ChildProcessWithoutNullStreams,
  bytes: AsyncIterable<Uint8Array> = none(),
): Promise<void> {
  stdin.on("error", () => undefined);
  for await (const piece of bytes) {
    if (!stdin.writable) return;
    if (!stdin.write(piece)) await drained(stdin);
  }
  stdin.end();
}

/** No bytes. */
export async function* none(): AsyncGenerator<Uint8Array> {}

function drained(stdin: Writable): Promise<void> {
  if (stdin.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      stdin.off("drain", done).off("close", done);
      resolve();
    };
    stdin.once("drain", done).once("close", done);
  });
}
