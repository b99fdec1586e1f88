import type { OpenedPdf } from "./opened-pdf.ts";

/**
 * What nothing needs any more is left out, equal objects are written once, and streams are packed. Without `decrypt`
 * a part of an encrypted document would be encrypted, too, and no model has its password.
 */
const saveOptions = "garbage=deduplicate,compress=yes,decrypt=yes";

/**
 * Makes some pages of a document a document of their own, with their annotations and fields and nothing else. The
 * document is changed by this: it must have been opened for it.
 */
export function cutPages({ document }: OpenedPdf, numbers: readonly number[]): Uint8Array {
  document.rearrangePages(numbers.map((number) => number - 1));
  const saved = document.saveToBuffer(saveOptions);
  try {
    // A copy: the engine's memory moves when it grows.
    return saved.asUint8Array().slice();
  } finally {
    saved.destroy();
  }
}
