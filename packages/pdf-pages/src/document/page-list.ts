import { type PageRange, quoted, ReadError } from "@reader/core/handler";
import type { PageLabels } from "./page-labels.ts";

/** The pages to choose from. */
interface PageSupply {
  /** Used in messages. */
  readonly path: string;
  readonly pageCount: number;
  readonly labels: PageLabels;
}

/**
 * Returns the requested page numbers, from 1, ascending and unique. A range that ends past the last page is cut; one
 * that starts past it is `out-of-range`. A numeric item is a page number, even if a label looks the same. Other items
 * are a label or a range of two labels.
 */
export function listPages(supply: PageSupply, ranges: readonly PageRange[] | undefined): readonly number[] {
  if (ranges === undefined) return span(1, supply.pageCount);
  const wanted = new Set<number>();
  for (const range of ranges) {
    const [first, last] = "label" in range ? labelled(range.label, supply) : numbered(range, supply);
    for (const number of span(first, last)) wanted.add(number);
  }
  return [...wanted].toSorted((one, other) => one - other);
}

type Span = readonly [first: number, last: number];

function span(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function numbered({ first, last }: { readonly first: number; readonly last?: number }, supply: PageSupply): Span {
  const { pageCount } = supply;
  if (first < 0 && pageCount > 0) return [Math.max(1, pageCount + first + 1), pageCount];
  if (first < 1 || first > pageCount) throw outOfRange(supply, `page ${first}`);
  return [first, Math.min(pageCount, last ?? pageCount)];
}

function labelled(label: string, supply: PageSupply): Span {
  const exact = supply.labels.find(label);
  if (exact !== undefined) return [exact, exact];
  const range = rangeOfLabels(label, supply);
  if (range === undefined) throw outOfRange(supply, `page labelled ${quoted(label)}`);
  return range;
}

/** Parses `iv-ix` or `iv-`, trying each dash in turn, because labels may contain dashes. */
function rangeOfLabels(text: string, supply: PageSupply): Span | undefined {
  for (const dash of text.matchAll(/[-\u2013\u2014]/g)) {
    const first = pageOf(text.slice(0, dash.index), supply);
    const last = endOf(text.slice(dash.index + 1), supply);
    if (first !== undefined && last !== undefined && first <= last) return [first, last];
  }
  return undefined;
}

/** An open range ends at the last page. */
function endOf(text: string, supply: PageSupply): number | undefined {
  return /^(?:end|\$)?$/i.test(text.trim()) ? supply.pageCount : pageOf(text, supply);
}

function pageOf(text: string, { labels, pageCount }: PageSupply): number | undefined {
  const number = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : undefined;
  if (number !== undefined && number >= 1 && number <= pageCount) return number;
  return labels.find(text);
}

function outOfRange({ path, pageCount: total, labels }: PageSupply, missing: string): ReadError {
  const [first] = labels.ranges;
  const label = first === undefined ? undefined : labels.labelOf(first.first);
  const names = label === undefined ? "" : `, or by a label such as ${quoted(label)}`;
  return new ReadError("out-of-range", `${path} has ${total} ${total === 1 ? "page" : "pages"} and no ${missing}.`, {
    hint: total === 0 ? "Read it without `pages`." : `Ask for \`pages\` from 1 to ${total}${names}.`,
    details: { total, unit: "page" },
  });
}

/** Formats ascending numbers as ranges: `1-3, 7`. */
export function range(numbers: readonly number[]): string {
  const parts: string[] = [];
  let first: number | undefined;
  for (const [index, number] of numbers.entries()) {
    first ??= number;
    if (numbers[index + 1] === number + 1) continue;
    parts.push(first === number ? String(number) : `${first}-${number}`);
    first = undefined;
  }
  return parts.join(", ");
}
