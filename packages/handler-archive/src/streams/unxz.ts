import { ReadError } from "@reader/core/handler";
import type { Unpack } from "./transforms.ts";

/** Matches the library's messages about an unsupported filter, checksum or dictionary size. */
const unsupported = /error code [346]\b/;

/** Unpacks all XZ streams of a file. Loads the library on first use. */
export const unxz: Unpack = async function* (packed) {
  const { XzReadableStream } = await loadLibrary();
  const iterator = packed[Symbol.asyncIterator]();
  const reader = new XzReadableStream(streamOf(iterator)).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw error instanceof Error && unsupported.test(error.message) ? notRead(error) : error;
  } finally {
    // Ignored: it fails if it is closed early, and does not close its source after an error.
    await reader.cancel().catch(() => undefined);
    await iterator.return?.();
  }
};

function streamOf(iterator: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const step = await iterator.next();
      if (step.done === true) controller.close();
      else controller.enqueue(step.value);
    },
  });
}

function notRead(cause: Error): ReadError {
  return new ReadError("unsupported-type", "The XZ stream is packed in a way that is not read here.", {
    hint: "Unpack the file with `xz -d` first.",
    cause,
  });
}

interface Library {
  readonly XzReadableStream: new (packed: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>;
}

async function loadLibrary(): Promise<Library> {
  const library: Library & { readonly default?: Library } = await import("xz-decompress");
  return library.default ?? library;
}
