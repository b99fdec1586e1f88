import type { Json } from "@reader/core/handler";
import { range } from "./page-list.ts";

/** Number of pages checked: enough to tell a scan from text. */
const maxSampledPages = 8;

/** Returns page numbers spread evenly from the first to the last. */
export function sampleOf(pageCount: number): readonly number[] {
  const length = Math.min(pageCount, maxSampledPages);
  const step = length < 2 ? 0 : (pageCount - 1) / (length - 1);
  return Array.from({ length }, (_, index) => 1 + Math.round(index * step));
}

/** Pages of one size. */
export interface PageSize {
  /** For display: `210 × 297 mm (A4)`. */
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

/** Names the sizes of pages, the most frequent first. */
export function namedSizes(pages: ReadonlyMap<string, readonly number[]>): readonly PageSize[] {
  const sizes = [...pages].toSorted(([, one], [, other]) => other.length - one.length);
  const others = sizes.slice(maxSizes).flatMap(([, numbers]) => numbers);
  return [
    ...sizes.slice(0, maxSizes).map(([size, numbers]) => ({ size, pages: range(numbers) })),
    ...(others.length === 0 ? [] : [{ size: "other sizes", pages: range(others.toSorted((a, b) => a - b)) }]),
  ];
}

/** Formats a size in millimetres, with the paper name if it has one. */
export function sizeText(widthPt: number, heightPt: number): string {
  const widthMm = Math.round(widthPt * millimetresPerPoint);
  const heightMm = Math.round(heightPt * millimetresPerPoint);
  const [short, long] = [Math.min(widthMm, heightMm), Math.max(widthMm, heightMm)];
  const paper = papers.find(([, shortMm, longMm]) => Math.abs(short - shortMm) <= 1 && Math.abs(long - longMm) <= 1);
  const turned = widthMm > heightMm ? ", landscape" : "";
  return `${widthMm} × ${heightMm} mm${paper === undefined ? "" : ` (${paper[0]}${turned})`}`;
}

/** Without this note, facts about the first pages would be taken for facts about all. */
export function notChecked(seen: number, pageCount: number): string | undefined {
  if (seen >= pageCount) return undefined;
  const pages = seen + 1 === pageCount ? `${pageCount}` : `${seen + 1}-${pageCount}`;
  return `${pages}: their sizes, and files and scripts that belong to a single page, were not looked for`;
}

/** An empty list is omitted. */
export function listed(list: readonly Json[]): readonly Json[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** Removes facts without a value. */
export function present(facts: Facts): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Facts by name. */
export type Facts = Readonly<Record<string, Json | undefined>>;
