import { lettersOf, romanOf } from "../content/numerals.ts";
import { scriptNumber } from "./script-numbers.ts";

/** How one level of a list is numbered. */
export interface NumberedLevel {
  /** The number format by its code in Word ([MS-OSHARED], 2.2.1.3 MSONFC): 0 is 1, 2, 3; 23 is a bullet. */
  readonly format: number;
  readonly start: number;
  /** What is shown: the characters U+0000–U+0008 stand for the numbers of the levels from the outermost on. */
  readonly template: string;
  /** Whether the numbers of outer levels are shown as 1, 2, 3, whatever they are elsewhere. */
  readonly isLegal?: boolean | undefined;
  /** Whether it goes on counting after an item of an outer level. */
  readonly isContinued?: boolean | undefined;
  /** The level from 0 below which an item starts it again all the same. */
  readonly restartsBelow?: number | undefined;
}

/** Counts the items of lists, and says what stands before each. */
export interface ListCounter {
  /** The label of the next item of a list at a level, from 0. */
  next(list: string, level: number, levels: readonly (NumberedLevel | undefined)[]): string;
  /** Starts a level again, from this number on. */
  restart(list: string, level: number, start: number): void;
}

/** Word's lists have nine levels. */
const maxLevels = 10;

/** Lists that are counted; further ones start again with each item. */
const maxLists = 20_000;

/** A counter for all lists of one document. */
export function createListCounter(): ListCounter {
  const lists = new Map<string, (number | undefined)[]>();
  const countersOf = (list: string): (number | undefined)[] => {
    const known = lists.get(list) ?? [];
    if (lists.size < maxLists) lists.set(list, known);
    return known;
  };
  return {
    next(list, level, levels) {
      const counters = countersOf(list);
      const at = Math.min(maxLevels - 1, Math.max(0, level));
      const startOf = (index: number): number => levels[index]?.start ?? 1;
      for (let outer = 0; outer < at; outer += 1) counters[outer] ??= startOf(outer);
      const before = counters[at];
      counters[at] = before === undefined ? startOf(at) : before + 1;
      for (let inner = at + 1; inner < counters.length; inner += 1) {
        if (startsAgain(levels[inner], at)) counters[inner] = undefined;
      }
      return labelOf(counters, levels, at);
    },
    restart(list, level, start) {
      countersOf(list)[Math.min(maxLevels - 1, Math.max(0, level))] = start - 1;
    },
  };
}

function startsAgain(level: NumberedLevel | undefined, outer: number): boolean {
  return level?.isContinued !== true || outer < (level.restartsBelow ?? 0);
}

function labelOf(
  counters: readonly (number | undefined)[],
  levels: readonly (NumberedLevel | undefined)[],
  at: number,
): string {
  const own = levels[at];
  if (own === undefined) return "";
  if (own.format === bulletFormat)
    return (
      Array.from(own.template)
        .filter((each) => each > lastPlaceholder)
        .join("") || "•"
    );
  const shown = (character: string): string => {
    if (character > lastPlaceholder) return character;
    const level = character.charCodeAt(0);
    const format = own.isLegal === true && level < at ? 0 : (levels[level]?.format ?? 0);
    return numberIn(format, counters[level] ?? levels[level]?.start ?? 1);
  };
  return Array.from(own.template, shown).join("");
}

/** The last of the characters that stand for numbers. */
const lastPlaceholder = "\u0008";

const bulletFormat = 23;
const noFormat = 255;

/** A number in one of Word's formats; those that are not known are shown as 1, 2, 3. */
export function numberIn(format: number, value: number): string {
  switch (format) {
    case 1:
      return romanOf(value);
    case 2:
      return romanOf(value).toLowerCase();
    case 3:
      return lettersOf(value);
    case 4:
      return lettersOf(value).toLowerCase();
    case 5:
      return `${value}${ordinalEnding(value)}`;
    case 22:
      return String(value).padStart(2, "0");
    case bulletFormat:
    case noFormat:
      return "";
    default:
      return scriptNumber(format, value) ?? String(value);
  }
}

function ordinalEnding(value: number): string {
  const tens = value % 100;
  if (tens >= 11 && tens <= 13) return "th";
  return ["th", "st", "nd", "rd"][value % 10] ?? "th";
}
