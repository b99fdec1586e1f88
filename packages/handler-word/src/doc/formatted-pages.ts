import type { ByteView } from "@reader/office-kit/compound";
import { withDistantChanges } from "./properties.ts";
import { readPositions } from "./tables.ts";

/** Byte ranges of the document stream that share the same properties. */
export interface FormattedRuns {
  /** Returns the run at an offset, or `undefined` if no properties are stored for it. */
  at(place: number): FormattedRun | undefined;
}

/** One run; `end` is exclusive. */
export interface FormattedRun {
  readonly start: number;
  readonly end: number;
  /** The index of the paragraph style; 0 for character runs. */
  readonly style: number;
  readonly changes: Uint8Array;
}

/** Pages of 512 bytes store the runs ([MS-DOC], 2.9.32 ChpxFkp and 2.9.175 PapxFkp). */
const pageBytes = 512;
const countAt = 511;

/** How a version of Word stores the pages of characters or paragraphs. */
export interface PageLayout {
  /** Bytes of the number of a page. */
  readonly numberBytes: 2 | 4;
  /** Bytes per run after the positions of a page. */
  readonly entryBytes: number;
  /** Reads the properties at an offset of a page. */
  readonly read: (page: ByteView, at: number) => Pick<FormattedRun, "style" | "changes">;
}

/** The layout of the pages of characters of Word 97 and later. */
export const characterLayout: PageLayout = { numberBytes: 4, entryBytes: 1, read: characterEntry };

/** Returns the layout of the pages of paragraphs of Word 97 and later, with the data stream. */
export function paragraphLayout(data: ByteView): PageLayout {
  return {
    numberBytes: 4,
    entryBytes: 13,
    read(page, at) {
      const { style, changes } = paragraphEntry(page, at);
      return { style, changes: withDistantChanges(changes, data) };
    },
  };
}

/** Opens the pages that a table refers to. A page is parsed when it is first needed. */
export function openFormattedPages(stream: ByteView, table: ByteView, layout: PageLayout): FormattedRuns {
  const pages = readPositions(table, layout.numberBytes);
  let last: { readonly page: number; readonly runs: readonly FormattedRun[] } | undefined;
  const runsOf = (page: number): readonly FormattedRun[] => {
    if (last?.page !== page) {
      const place = (pages.data(page).u32(0) & 0x3f_ffff) * pageBytes;
      last = { page, runs: readPage(stream.part(place, pageBytes), layout) };
    }
    return last.runs;
  };
  return {
    at(place) {
      const page = lastAtOrBefore(pages.positions, place);
      if (page < 0 || page >= pages.positions.length - 1) return undefined;
      const runs = runsOf(page);
      return runs.find(({ start, end }) => place >= start && place < end);
    },
  };
}

function lastAtOrBefore(positions: readonly number[], place: number): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function readPage(page: ByteView, { entryBytes, read }: PageLayout): readonly FormattedRun[] {
  const count = Math.min(page.u8(countAt), Math.floor((countAt - 4) / (4 + entryBytes)));
  return Array.from({ length: count }, (_, index) => {
    const entry = page.u8((count + 1) * 4 + index * entryBytes) * 2;
    const run = { start: page.u32(index * 4), end: page.u32(index * 4 + 4) };
    if (entry === 0) return { ...run, style: 0, changes: new Uint8Array() };
    return { ...run, ...read(page, entry) };
  });
}

/** Reads the properties of characters. Their length is in bytes. */
export function characterEntry(page: ByteView, at: number): Pick<FormattedRun, "style" | "changes"> {
  return { style: 0, changes: page.part(at + 1, page.u8(at)).bytes };
}

/** The length is in pairs of bytes; 0 means that the length follows in the next byte. */
function paragraphEntry(page: ByteView, at: number): Pick<FormattedRun, "style" | "changes"> {
  const first = page.u8(at);
  const start = first === 0 ? at + 2 : at + 1;
  const length = first === 0 ? page.u8(at + 1) * 2 : first * 2 - 1;
  return { style: page.u16(start), changes: page.part(start + 2, length - 2).bytes };
}
