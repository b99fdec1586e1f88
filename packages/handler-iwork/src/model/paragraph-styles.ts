import { headingLevelOf, numberIn } from "@reader/document/builder";

/** Names of the first heading style in templates of Pages, which has no number. */
const firstHeading = /^(?:heading|überschrift|titre|encabezado|intestazione|kop|rubrik|見出し|标题|標題|제목)$/iu;

/** Returns the level of a heading by the name of its paragraph style, or `undefined` for other styles. */
export function headingOfStyle(name: string): number | undefined {
  return headingLevelOf(name) ?? (firstHeading.test(name.trim()) ? 1 : undefined);
}

/** How a level of a list is labelled. */
export type ListLabel = { readonly type: "none" } | { readonly type: "bullet" } | NumberLabel;

/** A numbered level. */
export interface NumberLabel {
  readonly type: "number";
  /** The kind of numbers, by their code in Word: 0 is 1, 2, 3; 1 is I, II; 2 is i, ii; 3 is A, B; 4 is a, b. */
  readonly format: number;
  readonly before: string;
  readonly after: string;
}

/** Counts the items of lists. */
export interface ItemCounter {
  /** Returns the label of the next item. */
  label(level: number, label: ListLabel): string;
  /** A paragraph outside lists ends them. */
  end(): void;
}

/** Creates a counter. */
export function createItemCounter(): ItemCounter {
  let counts: number[] = [];
  return {
    label(level, label) {
      if (label.type !== "number") return label.type === "bullet" ? "-" : "";
      counts = counts.slice(0, level + 1);
      const count = (counts[level] ?? 0) + 1;
      counts[level] = count;
      return `${label.before}${numberIn(label.format, count)}${label.after}`;
    },
    end: () => void (counts = []),
  };
}

/** Number formats in the order in which Apple's programs number them, three of each: `1.`, `(1)`, `1)`. */
const formats = [0, 1, 2, 3, 4] as const;
const around = [
  ["", "."],
  ["(", ")"],
  ["", ")"],
] as const;

/** Returns the label of a number type: 0 is `1.`, 1 is `(1)`, 2 is `1)`, 3 is `I.`, and so on. */
export function numberLabel(type: number): NumberLabel {
  const format = formats[Math.floor(type / around.length)] ?? 0;
  const [before, after] = around[type % around.length] ?? around[0];
  return { type: "number", format, before, after };
}
