import { type PageRange, ReadError } from "@reader/core/handler";

/** Returns the numbers of the sections that a request wants, ascending and without repetition. No ranges: all of them. */
export function wantedSections(count: number, ranges: readonly PageRange[] | undefined): readonly number[] {
  const all = Array.from({ length: count }, (_, at) => at + 1);
  if (ranges === undefined) return all;
  const limits = ranges.map((range) => limitsOf(range, count));
  return all.filter((index) => limits.some(({ first, last }) => index >= first && index <= last));
}

function limitsOf(range: PageRange, count: number): { readonly first: number; readonly last: number } {
  if ("label" in range) throw outOfRange(`No section is labelled "${range.label}".`, count);
  const { first, last = count } = range;
  // A negative number counts from the end.
  if (first < 0) return { first: count + first + 1, last: count };
  if (first > count) throw outOfRange(`There is no section ${first}.`, count);
  return { first, last };
}

function outOfRange(message: string, count: number): ReadError {
  const hint = count === 0 ? "Ask without `pages`: the file has no sections." : `Ask for \`pages\` from 1 to ${count}.`;
  return new ReadError("out-of-range", message, { hint });
}
