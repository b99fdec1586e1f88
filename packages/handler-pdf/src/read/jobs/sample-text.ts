import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { preparePage } from "../../extract/prepare/prepare-page.ts";
import { contentBytes } from "../../extract/prepare/shorten-page.ts";
import type { TimeLeft } from "../../document/time-limit.ts";
import { withPage } from "../../document/with-page.ts";
import { judgePage } from "../../quality/judge-page.ts";
import { looksAt } from "../../quality/look-at-page.ts";
import { paintingOf } from "../../extract/painting/painting.ts";
import { extractContent } from "../../extract/extract-page.ts";
import type { PDFPage } from "mupdf";
import { notePageFault } from "../../engine/engine-faults.ts";

/** Pages that are looked at: enough to tell a scan from a text. */
const maxSampledPages = 8;

/**
 * Stored bytes of content that are worked through in a millisecond, on a slow machine: a map of 10 MB takes two seconds
 * there. The engine cannot be interrupted, so that a page is begun only where there is time for it.
 */
const bytesPerMs = 4000;

/** How many pages have a sound text layer, in words: `7 of 8 pages looked at`. */
export function sampleText(pdf: OpenedPdf, timeLeft: TimeLeft): string {
  const numbers = sampleOf(pdf.pageCount);
  let sound = 0;
  let looked = 0;
  for (const number of numbers) {
    const isSound = soundness(pdf, number, timeLeft);
    if (isSound === undefined) break;
    looked += 1;
    if (isSound) sound += 1;
  }
  const isCut = looked < numbers.length;
  if (isCut && looked === 0) return "not looked at: that would take too long";
  const late = isCut ? "; more would take too long" : "";
  return `${sound} of ${looked} ${looked < pdf.pageCount ? "pages looked at" : "pages"}${late}`;
}

/** Numbers spread evenly from the first page to the last. */
function sampleOf(pageCount: number): readonly number[] {
  const length = Math.min(pageCount, maxSampledPages);
  const step = length < 2 ? 0 : (pageCount - 1) / (length - 1);
  return Array.from({ length }, (_, index) => 1 + Math.round(index * step));
}

/** Whether a page has sound text; `undefined` where there is no time to look. */
function soundness(pdf: OpenedPdf, number: number, timeLeft: TimeLeft): boolean | undefined {
  try {
    return withPage(pdf, number, (page) => {
      if (timeLeft() <= contentBytes(page) / bytesPerMs) return undefined;
      return isSound(pdf, page);
    });
  } catch (error) {
    notePageFault(error);
    return false;
  }
}

function isSound(pdf: OpenedPdf, page: PDFPage): boolean {
  preparePage(pdf.document, page);
  const painting = paintingOf(pdf.engine, page);
  const content = extractContent(painting);
  return (
    judgePage(
      content,
      looksAt(() => painting, content),
    ).layer === "sound"
  );
}
