import type { PDFDocument } from "mupdf";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { readPageLabels, type LabelRange, type PageLabels } from "../../document/page-labels.ts";

/**
 * What nothing needs any more is left out, equal objects are written once, and streams are packed. Without `decrypt`
 * a part of an encrypted document would be encrypted, too, and no model has its password.
 */
const saveOptions = "garbage=deduplicate,compress=yes,decrypt=yes";

/**
 * Makes some pages of a document a document of their own, with their labels, annotations and fields and nothing else.
 * The document is changed by this: it must have been opened for it.
 */
export function cutPages({ document, pageCount }: OpenedPdf, numbers: readonly number[]): Uint8Array {
  const labels = readPageLabels(document, pageCount);
  document.rearrangePages(numbers.map((number) => number - 1));
  keepLabels(document, labels, numbers);
  const saved = document.saveToBuffer(saveOptions);
  try {
    // A copy: the engine's memory moves when it grows.
    return saved.asUint8Array().slice();
  } finally {
    saved.destroy();
  }
}

/** How pages are counted that nobody gave a label. */
const plain: LabelRange = { first: 1, style: "D", prefix: "", start: 1 };

/** No number at all, in the words of the engine. */
const noStyle = "\0";

/** Each page is called what it was called before, and by its number where it had no label: what points to it still does. */
function keepLabels(document: PDFDocument, labels: PageLabels, numbers: readonly number[]): void {
  for (const [index, number] of numbers.entries()) {
    const range = labels.rangeOf(number) ?? plain;
    const before = numbers[index - 1] ?? 0;
    const goesOn = before === number - 1 && (labels.rangeOf(before) ?? plain) === range;
    if (goesOn) continue;
    const { style = noStyle, prefix, start, first } = range;
    document.setPageLabels(index, style, prefix, Math.max(1, start + number - first));
  }
}
