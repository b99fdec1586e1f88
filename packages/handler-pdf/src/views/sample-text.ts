import type { OpenedPdf } from "../document/opened-pdf.ts";
import { shortenPage } from "../document/shorten-page.ts";
import { withPage } from "../document/with-page.ts";
import { judgePage } from "../judge/judge-page.ts";
import { extractPage } from "../text/extract-page.ts";
import { notePageFault } from "./engine-faults.ts";

/** Pages that are looked at: enough to tell a scan from a text. */
const maxSampledPages = 8;

/** How many pages have a sound text layer, in words: `7 of 8 pages looked at`. */
export function sampleText(pdf: OpenedPdf): string {
  const numbers = sampleOf(pdf.pageCount);
  const sound = numbers.filter((number) => isSound(pdf, number)).length;
  return `${sound} of ${numbers.length} ${numbers.length < pdf.pageCount ? "pages looked at" : "pages"}`;
}

/** Numbers spread evenly from the first page to the last. */
function sampleOf(pageCount: number): readonly number[] {
  const length = Math.min(pageCount, maxSampledPages);
  const step = length < 2 ? 0 : (pageCount - 1) / (length - 1);
  return Array.from({ length }, (_, index) => 1 + Math.round(index * step));
}

function isSound(pdf: OpenedPdf, number: number): boolean {
  try {
    return withPage(pdf, number, (page) => {
      shortenPage(pdf.document, page);
      return judgePage(extractPage(pdf.engine, page)).layer === "sound";
    });
  } catch (error) {
    notePageFault(error);
    return false;
  }
}
