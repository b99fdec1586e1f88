import type { PDFDocument } from "mupdf";
import { range } from "./page-ranges.ts";
import type { TimeLeft } from "./time-limit.ts";
import { countEngineFailure } from "../engine/engine.ts";

/** Pages of one size. */
export interface PageSize {
  /** In words: `210 × 297 mm (A4)`. */
  readonly size: string;
  /** `1-12, 14`. */
  readonly pages: string;
}

const maxSizes = 20;

const millimetresPerPoint = 25.4 / 72;

const papers: readonly (readonly [name: string, shortMm: number, longMm: number])[] = [
  ["A0", 841, 1189],
  ["A1", 594, 841],
  ["A2", 420, 594],
  ["A3", 297, 420],
  ["A4", 210, 297],
  ["A5", 148, 210],
  ["A6", 105, 148],
  ["Letter", 216, 279],
  ["Legal", 216, 356],
  ["Tabloid", 279, 432],
];

/** The sizes of the first pages of a document. */
export interface PageSizes {
  /** As displayed, the commonest first. */
  readonly sizes: readonly PageSize[];
  /** How many pages were looked at. */
  readonly measured: number;
}

/** The sizes of the first so many pages; of fewer where the time is over before. */
export function readPageSizes(document: PDFDocument, wantedPages: number, timeLeft: TimeLeft): PageSizes {
  const pages = new Map<string, number[]>();
  let measured = 0;
  while (measured < wantedPages && (measured === 0 || timeLeft() > 0)) {
    measured += 1;
    const size = sizeOfPage(document, measured);
    const known = pages.get(size);
    if (known === undefined) pages.set(size, [measured]);
    else known.push(measured);
  }
  return { sizes: namedSizes(pages), measured };
}

function namedSizes(pages: ReadonlyMap<string, readonly number[]>): readonly PageSize[] {
  const sizes = [...pages].toSorted(([, one], [, other]) => other.length - one.length);
  const others = sizes.slice(maxSizes).flatMap(([, numbers]) => numbers);
  return [
    ...sizes.slice(0, maxSizes).map(([size, numbers]) => ({ size, pages: range(numbers) })),
    ...(others.length === 0 ? [] : [{ size: "other sizes", pages: range(others.toSorted((a, b) => a - b)) }]),
  ];
}

function sizeOfPage(document: PDFDocument, number: number): string {
  try {
    const page = document.loadPage(number - 1);
    try {
      const [x0, y0, x1, y1] = page.getBounds();
      return sizeWords(x1 - x0, y1 - y0);
    } finally {
      page.destroy();
    }
  } catch (error) {
    countEngineFailure(error);
    return "unreadable";
  }
}

/** A size in millimetres, with the name of the paper where it has one. */
export function sizeWords(widthPt: number, heightPt: number): string {
  const widthMm = Math.round(widthPt * millimetresPerPoint);
  const heightMm = Math.round(heightPt * millimetresPerPoint);
  const [short, long] = [Math.min(widthMm, heightMm), Math.max(widthMm, heightMm)];
  const paper = papers.find(([, shortMm, longMm]) => Math.abs(short - shortMm) <= 1 && Math.abs(long - longMm) <= 1);
  const turned = widthMm > heightMm ? ", landscape" : "";
  return `${widthMm} × ${heightMm} mm${paper === undefined ? "" : ` (${paper[0]}${turned})`}`;
}
