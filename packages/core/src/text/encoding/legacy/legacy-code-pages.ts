import iconv from "iconv-lite";
import { languages, type Language } from "./legacy-languages.ts";
import { fromTable, tableNameOf } from "../table-names.ts";

/** What a byte stands for, as far as neighbours are concerned; letters of one script stand next to each other. */
export type CharacterClass = "latin-lower" | "latin-upper" | "other-lower" | "other-upper" | "symbol" | "space";

/** How frequent the bytes of an encoding are in one language. */
export interface LanguageModel {
  /** Natural logarithms by byte; 0 for ASCII, which is the same everywhere. */
  readonly logs: Float64Array;
  readonly words: ReadonlySet<string>;
}

/** A single-byte encoding as the detector sees it. */
export interface CodePage {
  readonly encoding: string;
  /** The 256 characters. */
  readonly characters: readonly string[];
  readonly classes: readonly CharacterClass[];
  readonly isLatin: boolean;
  readonly models: readonly LanguageModel[];
}

/** Signs that every language uses, the most frequent first. */
const signs = "’“”–—…«»\u00a0°µ§‘„·•€№©®™¿¡×±£²³½ºª‹›‚´\u200e\u200f\u00ad";

const undefinedByte = Math.log(1e-7);
const controlCharacter = Math.log(1e-6);
const letterOfOtherScript = Math.log(1e-5);
const letterOfOtherLanguage = Math.log(1.5e-4);
const otherSign = Math.log(2e-4);

let pages: readonly CodePage[] | undefined;

/** All single-byte encodings that some language of `languages` was written in. */
export function codePages(): readonly CodePage[] {
  pages ??= [...new Set(languages.flatMap(({ encodings }) => encodings))].map(createCodePage);
  return pages;
}

function createCodePage(encoding: string): CodePage {
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const characters = Array.from(
    fromTable(iconv.decode(everyByte, tableNameOf(encoding), { stripBOM: false }), encoding),
  );
  const classes = characters.map(classOf);
  const spoken = languages.filter((language) => language.encodings.includes(encoding));
  return {
    encoding,
    characters,
    classes,
    isLatin: spoken.some(isLatinLanguage),
    models: spoken.map((language) => createModel(language, { characters, classes })),
  };
}

const latin = /[\p{Script=Latin}\u0300-\u036f]/u;
/** The micro sign and ordinals count as signs, though Unicode calls them letters. */
const letter = /(?![µªº])[\p{L}\p{M}]/u;

function classOf(character: string): CharacterClass {
  if (!letter.test(character)) return /\s/.test(character) ? "space" : "symbol";
  const isUpper = character !== character.toLowerCase();
  if (latin.test(character)) return isUpper ? "latin-upper" : "latin-lower";
  return isUpper ? "other-upper" : "other-lower";
}

function isLatinLanguage({ letters }: Language): boolean {
  return latin.test(letters.slice(0, 1));
}

function createModel(language: Language, page: Pick<CodePage, "characters" | "classes">): LanguageModel {
  const letters = frequencies(language.letters, language.letterShare ?? 0.9);
  const others = frequencies(signs, 1 - (language.letterShare ?? 0.9));
  const script = isLatinLanguage(language) ? "latin" : "other";
  const logs = Float64Array.from(page.characters, (character, byte) => {
    if (byte < 0x80) return 0;
    const known = letters.get(character) ?? letters.get(character.toLowerCase()) ?? others.get(character);
    return known ?? rareLog(character, page.classes[byte]?.startsWith(script) === true);
  });
  return { logs, words: new Set(language.words.split(" ").filter((word) => word !== "")) };
}

/** Frequency falls with rank as Zipf found it; the share is what all of them have together. */
function frequencies(ranked: string, share: number): ReadonlyMap<string, number> {
  const characters = Array.from(ranked);
  const total = characters.reduce((sum, _, rank) => sum + 1 / (rank + 2), 0);
  return new Map(characters.map((character, rank) => [character, Math.log(share / (rank + 2) / total)]));
}

function rareLog(character: string, isOfScript: boolean): number {
  // The logo of Apple is as rare in texts as bytes that mean nothing.
  if (character === "\uFFFD" || character === "\uF8FF") return undefinedByte;
  if (/\p{Cc}/u.test(character)) return controlCharacter;
  if (!letter.test(character)) return otherSign;
  return isOfScript ? letterOfOtherLanguage : letterOfOtherScript;
}
