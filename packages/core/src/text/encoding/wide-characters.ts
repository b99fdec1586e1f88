import { isControl } from "./utf8.ts";

/** What a character says of whether it was meant. */
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

/** Alphabets, abjads and syllabaries lie below; above are signs, ideographs, and Hangul. */
const firstBeyondAlphabets = 0x2000;

interface ScriptClasses {
  readonly usualAlphabets: RegExp;
  readonly unassigned: RegExp;
}

let scriptClasses: ScriptClasses | undefined;

/** Made when first needed: the engine takes longer to read them than most files take to read. */
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

/** Kana, ideographs of everyday use, Hangul syllables, and full-width forms. */
const eastAsianRanges: readonly Range[] = [
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff9f],
];

/** Latin-1 signs, punctuation, currencies, letter-like signs to dingbats, byte order mark, U+FFFD, pictures. */
const signRanges: readonly Range[] = [
  [0xa0, 0xbf],
  [0x2000, 0x206f],
  [0x20a0, 0x20bf],
  [0x2100, 0x27bf],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
  [0x1f300, 0x1faff],
];

/** The class of a character, which is one code point. */
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
