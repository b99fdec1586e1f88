import type { Transform } from "node:stream";

/**
 * Sends bytes through a transform of Node and gives what comes out, in pieces. Ends both, whether it is read to its
 * end, fails or is left.
 */
export async function* throughTransform(
  bytes: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncGenerator<Uint8Array> {
  const feed = async (): Promise<void> => {
    for await (const piece of bytes) {
      if (transform.destroyed) return;
      if (transform.write(piece)) continue;
      await roomIn(transform);
    }
    transform.end();
  };
  const feeding = feed().catch((error: unknown) => {
    transform.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const piece of transform) yield piece as Uint8Array;
  } finally {
    transform.destroy();
    await feeding;
  }
}

/** Waits until a transform takes more, or is closed. */
function roomIn(transform: Transform): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      transform.off("drain", done).off("close", done);
      resolve();
    };
    transform.on("drain", done).on("close", done);
  });
}
