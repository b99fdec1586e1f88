import type { Label } from "./heading-numbers.ts";
import { samePt } from "./type-sizes.ts";

/** The type of a line. */
export interface LineType {
  readonly sizePt: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** A heading whose level is sought. */
export interface LeveledHeading extends LineType {
  readonly text: string;
  /** Its size, or that of the body if it is set smaller, as in small capitals. */
  readonly sizePt: number;
  /** Its own size. */
  readonly ownPt: number;
  /** From 1. */
  readonly page: number;
  /** True if a whole paragraph of text follows it. */
  readonly isAboveText: boolean;
}

/** A heading of which the following ones may be a part. */
export interface OpenHeading extends LeveledHeading {
  readonly level: number;
  /** True if no text comes with it or before it, as on a title page. */
  readonly isFront: boolean;
  /** True if nothing follows it on its page but the number of that page, as on the page of a part. */
  readonly isAlone: boolean;
  /** The number that it has among headings that count alike. */
  readonly label: Label | undefined;
  /** True for a heading right below the title. */
  readonly isBelowTitle: boolean;
  /** True if it has no sections: an abstract, contents, or a subtitle above short lines such as authors. */
  readonly isAside: boolean;
  /** True for the first heading of a document, which may be its title. */
  readonly isTitle: boolean;
}

/** True for headings in one type. */
export function isAlike(one: LeveledHeading, other: LeveledHeading): boolean {
  return isSameSize(one, other) && one.isBold === other.isBold && one.isItalic === other.isItalic;
}

/** Larger type is stronger than smaller, then bold than light, then upright than italic. */
export function isStronger(one: LineType, other: LineType): boolean {
  if (!isSameSize(one, other)) return one.sizePt > other.sizePt;
  if (one.isBold !== other.isBold) return one.isBold;
  return !one.isItalic && other.isItalic;
}

/** True for sizes that differ by less than the eye sees. */
export function isSameSize(one: { readonly sizePt: number }, other: { readonly sizePt: number }): boolean {
  return Math.abs(one.sizePt - other.sizePt) < samePt;
}
