import { isControl } from "./utf8.ts";

/** The class of a character, as evidence for or against an encoding. */
export type CharacterClass =
  | "nul"
  | "controls"
  | "ascii"
  | "eastAsian"
  | "sign"
  | "alphabetic"
  | "otherAlphabet"
  | "rare"
  | "odd";

/** Alphabets, abjads and syllabaries are below this code point; symbols, ideographs and Hangul are above. */
const firstBeyondAlphabets = 0x2000;

interface ScriptClasses {
  readonly usualAlphabets: RegExp;
  readonly unassigned: RegExp;
}

let scriptClasses: ScriptClasses | undefined;

/** Compiles the expressions on first use: the engine takes longer to compile them than most files take to read. */
function classesOfScripts(): ScriptClasses {
  scriptClasses ??= {
    usualAlphabets: new RegExp(
      String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Inherited}]`,
      "u",
    ),
    unassigned: new RegExp(String.raw`[\p{Cn}\p{Co}\p{Cs}]`, "u"),
  };
  return scriptClasses;
}

type Range = readonly [first: number, last: number];

/** Kana, common ideographs, Hangul syllables, and full-width forms. */
const eastAsianRanges: readonly Range[] = [
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff9f],
];

/** Latin-1 symbols, punctuation, currency symbols, letterlike symbols to dingbats, byte order mark, U+FFFD, emoji. */
const signRanges: readonly Range[] = [
  [0xa0, 0xbf],
  [0x2000, 0x206f],
  [0x20a0, 0x20bf],
  [0x2100, 0x27bf],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
  [0x1f300, 0x1faff],
];

/** Returns the class of a character (one code point). */
export function classOf(character: string): CharacterClass {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0xa0) return classOfNarrow(code);
  if (isIn(eastAsianRanges, code)) return "eastAsian";
  if (isIn(signRanges, code)) return "sign";
  if (classesOfScripts().unassigned.test(character)) return "odd";
  if (code >= firstBeyondAlphabets) return "rare";
  return classesOfScripts().usualAlphabets.test(character) ? "alphabetic" : "otherAlphabet";
}

function classOfNarrow(code: number): CharacterClass {
  if (code === 0) return "nul";
  if (code === nextLine) return "sign";
  return code >= 0x80 || isControl(code) ? "controls" : "ascii";
}

const nextLine = 0x85;

function isIn(ranges: readonly Range[], code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last);
}
