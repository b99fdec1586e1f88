/** A part of a format, and which numbers it is for. */
export interface FormatSection {
  /** Without its condition. */
  readonly code: string;
  /** As it is written, `[<1]`; absent for none. */
  readonly holds: ((value: number) => boolean) | undefined;
}

/** What a semicolon may stand in without dividing anything: words, an escaped character, a mark in brackets. */
const pieces = /"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]?|;|[^"\\_*[;]+/gs;

/** The sections of a format, in the order of the file (ISO/IEC 29500-1, 18.8.31). */
export function sectionsOf(code: string): readonly FormatSection[] {
  const codes = [""];
  for (const [piece] of code.matchAll(pieces)) {
    if (piece === ";") codes.push("");
    else codes[codes.length - 1] += piece;
  }
  return codes.map((each) => ({ code: each.replace(condition, ""), holds: conditionOf(each) }));
}

const condition = /\[(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)\]/;

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  "<": (value, bound) => value < bound,
  "<=": (value, bound) => value <= bound,
  ">": (value, bound) => value > bound,
  ">=": (value, bound) => value >= bound,
  "=": (value, bound) => value === bound,
  "<>": (value, bound) => value !== bound,
};

function conditionOf(code: string): FormatSection["holds"] {
  const [, sign = "", bound = ""] = condition.exec(code) ?? [];
  const compare = comparisons[sign];
  return compare === undefined ? undefined : (value) => compare(value, Number(bound));
}

/** The place of the section that shows a number: by its conditions, else above, below and at zero. */
export function sectionFor(sections: readonly FormatSection[], value: number): number {
  const last = Math.min(sections.length, 3) - 1;
  if (sections.every(({ holds }) => holds === undefined)) {
    if (value === 0) return last < 2 ? 0 : 2;
    return value > 0 ? 0 : Math.min(1, last);
  }
  const found = sections.slice(0, last + 1).findIndex(({ holds }) => holds?.(value) === true);
  return found < 0 ? last : found;
}
