import { type PageRange, quoted, ReadError } from "@reader/core/handler";
import type { PageLabels } from "./page-labels.ts";

/** What pages are chosen from. */
interface PageSupply {
  /** For messages. */
  readonly path: string;
  readonly pageCount: number;
  readonly labels: PageLabels;
}

/**
 * The numbers of the pages that a request wants, from 1, ascending, each once. A range that runs past the end ends
 * there; one that starts past it is `out-of-range`. What looks like a number is the number of a page, whatever labels
 * there are; anything else is a label, or two labels with a dash between them.
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

/** `iv-ix` or `iv-`, cut at each dash in turn: labels may hold dashes of their own. */
function rangeOfLabels(text: string, supply: PageSupply): Span | undefined {
  for (const dash of text.matchAll(/[-\u2013\u2014]/g)) {
    const first = pageOf(text.slice(0, dash.index), supply);
    const last = endOf(text.slice(dash.index + 1), supply);
    if (first !== undefined && last !== undefined && first <= last) return [first, last];
  }
  return undefined;
}

/** Nothing behind the dash is the end of the document. */
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

/** Ascending numbers in few words: `1-3, 7`. */
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
