import { samePt } from "./type-sizes.ts";

/** The deepest level of a heading in Markdown. */
export const deepestLevel = 6;

/** The levels of numbered headings, which their numbers state better than their type. */
export interface NumberedLevels {
  /**
   * Returns the level of a heading whose number follows another one: the level of `2.1` for `2.2`, and one below the
   * level of `2` for `2.1`. Returns `undefined` if neither is known. A number without a point must have the same size.
   */
  readonly levelOf: (text: string, sizePt: number) => number | undefined;
  /** Records the level of a heading, and returns it. */
  readonly note: (text: string, sizePt: number, level: number) => number;
}

/** Maximum number of headings remembered. More are an attack. */
const maxNumbered = 10_000;

/** The decimal number of a heading: `2`, `2.1.`, `A.1`. */
export const decimalNumber: RegExp = /^(\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+)\.?\s/u;

/** Creates a record without headings. */
export function createNumberedLevels(): NumberedLevels {
  const known = new Map<string, { readonly level: number; readonly sizePt: number }>();
  return {
    levelOf(text, sizePt) {
      const number = decimalNumber.exec(text)?.[1];
      if (number === undefined) return undefined;
      const parts = number.split(".");
      const last = Number(parts.pop());
      const sibling = known.get([...parts, last - 1].join("."));
      if (parts.length === 0)
        return sibling !== undefined && Math.abs(sibling.sizePt - sizePt) < samePt ? sibling.level : undefined;
      const parent = known.get(parts.join("."));
      return parent === undefined ? sibling?.level : Math.min(parent.level + 1, deepestLevel);
    },
    note(text, sizePt, level) {
      const number = decimalNumber.exec(text)?.[1];
      if (number !== undefined && known.size < maxNumbered) known.set(number, { level, sizePt });
      return level;
    },
  };
}
