import type { Transform } from "node:stream";

/**
 * Pipes bytes through a Node transform and yields the output. Closes both when the output ends, fails or is abandoned.
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

/** Waits until a transform accepts more, or is closed. */
function roomIn(transform: Transform): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      transform.off("drain", done).off("close", done);
      resolve();
    };
    transform.on("drain", done).on("close", done);
  });
}
