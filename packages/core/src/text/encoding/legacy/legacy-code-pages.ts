import iconv from "iconv-lite";
import { languages, type Language } from "./legacy-languages.ts";
import { fromTable, tableNameOf } from "../iconv-tables.ts";

/** The class of a character for the scoring of neighbours, since letters of one script occur next to each other. */
export type CharacterClass = "latin-lower" | "latin-upper" | "other-lower" | "other-upper" | "symbol" | "space";

/** The byte frequencies of an encoding in one language. */
export interface LanguageModel {
  /** Natural logarithms of the frequencies, by byte; 0 for ASCII, which is the same in every encoding. */
  readonly logs: Float64Array;
  readonly words: ReadonlySet<string>;
}

/** A single-byte encoding, prepared for the detector. */
export interface CodePage {
  readonly encoding: string;
  /** The 256 characters. */
  readonly characters: readonly string[];
  readonly classes: readonly CharacterClass[];
  readonly isLatin: boolean;
  readonly models: readonly LanguageModel[];
}

/** Symbols that every language uses, the most frequent first. */
const signs = "’“”–—…«»\u00a0°µ§‘„·•€№©®™¿¡×±£²³½ºª‹›‚´\u200e\u200f\u00ad";

const undefinedByte = Math.log(1e-7);
const controlCharacter = Math.log(1e-6);
const letterOfOtherScript = Math.log(1e-5);
const letterOfOtherLanguage = Math.log(1.5e-4);
const otherSign = Math.log(2e-4);

let pages: readonly CodePage[] | undefined;

/** Returns all single-byte encodings used by a language of `languages`. */
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
/**
 * Matches letters and combining marks. The micro sign and the ordinals count as symbols, although Unicode classifies
 * them as letters.
 */
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

/**
 * Returns the logarithms of frequencies that follow Zipf's law by rank. `share` is the total share of all characters.
 */
function frequencies(ranked: string, share: number): ReadonlyMap<string, number> {
  const characters = Array.from(ranked);
  const total = characters.reduce((sum, _, rank) => sum + 1 / (rank + 2), 0);
  return new Map(characters.map((character, rank) => [character, Math.log(share / (rank + 2) / total)]));
}

function rareLog(character: string, isOfScript: boolean): number {
  // The Apple logo is as rare in text as undefined bytes.
  if (character === "\uFFFD" || character === "\uF8FF") return undefinedByte;
  if (/\p{Cc}/u.test(character)) return controlCharacter;
  if (!letter.test(character)) return otherSign;
  return isOfScript ? letterOfOtherLanguage : letterOfOtherScript;
}
