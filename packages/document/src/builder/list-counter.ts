import { lettersOf, romanOf } from "../content/numerals.ts";
import { type SymbolFont, symbolText } from "../content/symbol-font.ts";

/** The numbering of one list level. */
export interface NumberedLevel {
  /** The number format by its code in Word ([MS-OSHARED], 2.2.1.3 MSONFC): 0 is 1, 2, 3; 23 is a bullet. */
  readonly format: number;
  readonly start: number;
  /**
   * The label template. The characters U+0000–U+0008 are placeholders for the numbers of the levels, outermost first.
   */
  readonly template: string;
  /** The font of a bullet, if its characters are symbols. */
  readonly symbolFont?: SymbolFont | undefined;
  /** True if the numbers of outer levels are always shown as 1, 2, 3. */
  readonly isLegal?: boolean | undefined;
  /** True if it continues counting after an item of an outer level. */
  readonly isContinued?: boolean | undefined;
  /** Items of levels below this one (from 0) restart the numbering even if `isContinued` is set. */
  readonly restartsBelow?: number | undefined;
}

/** Counts list items and returns their labels. */
export interface ListCounter {
  /** Returns the label of the next item of a list at a level, from 0. */
  next(list: string, level: number, levels: readonly (NumberedLevel | undefined)[]): string;
  /** Restarts a level at this number. */
  restart(list: string, level: number, start: number): void;
}

/** Maximum number of levels; Word's lists have nine. */
const maxLevels = 10;

/** Maximum number of lists counted. Items of further lists always have the first number. */
const maxLists = 20_000;

/** Creates a counter for all lists of a document. */
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
  if (own.format === bulletFormat) return bulletOf(own);
  const shown = (character: string): string => {
    if (character > lastPlaceholder) return character;
    const level = character.charCodeAt(0);
    const format = own.isLegal === true && level < at ? 0 : (levels[level]?.format ?? 0);
    return numberIn(format, counters[level] ?? levels[level]?.start ?? 1);
  };
  return Array.from(own.template, shown).join("");
}

function bulletOf({ template, symbolFont }: NumberedLevel): string {
  const text = Array.from(template)
    .filter((each) => each > lastPlaceholder)
    .join("");
  const shown = symbolFont === undefined ? text : symbolText(text, symbolFont);
  return shown === "" || singleLetter.test(shown) ? "•" : shown;
}

/** A letter as a bullet is drawn as a sign: the small o of Courier is a circle. */
const singleLetter = /^[\p{L}\p{N}]$/u;

/** The last placeholder character. */
const lastPlaceholder = "\u0008";

const bulletFormat = 23;
const noFormat = 255;

/** Formats a number in one of Word's formats; unknown formats use 1, 2, 3. */
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

/**
 * Formats a number in another script or in words, by the codes of [MS-OSHARED], 2.2.1.3 (MSONFC). Returns `undefined`
 * for other codes, and for numbers beyond a series.
 */
function scriptNumber(format: number, value: number): string | undefined {
  const series = seriesOf.get(format);
  return series === undefined ? systems.get(format)?.(value) : Array.from(series)[value - 1];
}

const digits = Array.from("〇一二三四五六七八九");
const digitwise = (value: number): string => String(value).replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit);
const fullWidth = (value: number): string =>
  String(value).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

const systems: ReadonlyMap<number, (value: number) => string | undefined> = new Map([
  [6, (value) => numeralWords(value)?.cardinal],
  [7, (value) => numeralWords(value)?.ordinal],
  [10, digitwise],
  [11, countingNumber],
  [14, fullWidth],
  [37, countingNumber],
  [39, countingNumber],
  [57, (value) => `- ${value} -`],
]);

const aiueo = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン";
const iroha = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス";

const seriesOf: ReadonlyMap<number, string> = new Map([
  [12, aiueo],
  [13, iroha],
  [18, "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"],
  [20, aiueo],
  [21, iroha],
  [24, "가나다라마바사아자차카타파하"],
  [25, "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"],
  [26, "⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛"],
  [27, "⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇"],
  [30, "甲乙丙丁戊己庚辛壬癸"],
  [31, "子丑寅卯辰巳午未申酉戌亥"],
  [58, "абвгдежзиклмнопрстуфхцчшщыэюя"],
  [59, "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ"],
]);

/** Formats a number as 三百二十一; returns `undefined` from ten thousand on. */
function countingNumber(value: number): string | undefined {
  if (value < 1 || value > 9999) return undefined;
  const places = Array.from(String(value), Number);
  const words = places.map((digit, at) => {
    const unit = ["", "十", "百", "千"][places.length - 1 - at] ?? "";
    if (digit === 0) return "";
    return digit === 1 && unit !== "" ? unit : `${digits[digit] ?? ""}${unit}`;
  });
  return words.join("");
}

const small =
  "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen".split(
    " ",
  );
const tens = "Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ");
const irregular: ReadonlyMap<string, string> = new Map([
  ["one", "first"],
  ["two", "second"],
  ["three", "third"],
  ["five", "fifth"],
  ["eight", "eighth"],
  ["nine", "ninth"],
  ["twelve", "twelfth"],
]);

/** Writes a number in English words, as Word does in lists: `Twenty-one`, `Twenty-first`. Returns `undefined` outside 0 to 99. */
function numeralWords(value: number): { readonly cardinal: string; readonly ordinal: string } | undefined {
  if (!Number.isInteger(value) || value < 0 || value > 99) return undefined;
  if (value < 20) return { cardinal: small[value] ?? "", ordinal: ordinalOf(small[value] ?? "") };
  const ten = tens[Math.floor(value / 10) - 2] ?? "";
  if (value % 10 === 0) return { cardinal: ten, ordinal: ordinalOf(ten) };
  const unit = (small[value % 10] ?? "").toLowerCase();
  return { cardinal: `${ten}-${unit}`, ordinal: `${ten}-${ordinalOf(unit)}` };
}

function ordinalOf(word: string): string {
  const odd = irregular.get(word.toLowerCase());
  if (odd !== undefined) return word === word.toLowerCase() ? odd : odd.slice(0, 1).toUpperCase() + odd.slice(1);
  return word.endsWith("y") ? `${word.slice(0, -1)}ieth` : `${word}th`;
}
