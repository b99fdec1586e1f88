import { ReadError, type PageRange, quoted } from "@reader/core/handler";
import type { Picture } from "../picture.ts";

/** The numbers of the pages that are wanted, ascending, once each; all where none is named. */
export function selectPages(picture: Picture, ranges: readonly PageRange[] | undefined): readonly number[] {
  const { count } = picture;
  if (ranges === undefined) return numbers(1, count);
  const wanted = new Set(ranges.flatMap((range) => pagesOf(range, picture)));
  return [...wanted].toSorted((one, other) => one - other);
}

function pagesOf(range: PageRange, picture: Picture): readonly number[] {
  const { count } = picture;
  if ("label" in range) throw outOfRange(quoted(range.label), picture);
  const { first, last } = range;
  if (first < 0) return numbers(Math.max(1, count + first + 1), count);
  if (first < 1 || first > count) throw outOfRange(String(first), picture);
  return numbers(first, Math.min(last ?? count, count));
}

function numbers(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function outOfRange(asked: string, { count, animation }: Picture): ReadError {
  const unit = animation === undefined ? "page" : "frame";
  const total = `${count} ${unit}${count === 1 ? "" : "s"}`;
  return new ReadError("out-of-range", `There is no ${unit} ${asked}: the image has ${total}.`, {
    hint: count === 1 ? "Leave pages out: the image has only one." : `Send pages between "1" and "${count}".`,
    details: { total: count, unit },
  });
}
