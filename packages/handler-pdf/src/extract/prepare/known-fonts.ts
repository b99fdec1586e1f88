import { computerModern } from "./computer-modern.ts";
import {
  corkEncoding,
  cyrillicEncoding,
  italicEncoding,
  mathLetterEncoding,
  mathSignEncoding,
  romanEncoding,
  smallCapitalEncoding,
  typewriterEncoding,
  type TexEncoding,
} from "./tex-encodings.ts";

/** A font of TeX whose glyphs are known by their widths. */
export interface KnownFont {
  readonly texts: TexEncoding;
  /** By code, in thousandths of the size; 0 where it is not known. */
  readonly widths: readonly number[];
}

/** What is written with a letter or a digit. */
export const isWord: RegExp = /^[\p{L}\d]+$/u;

/** All fonts whose widths are known, each with the encodings it is used with. */
export function knownFonts(): readonly KnownFont[] {
  const { cmtt10, cmcsc10, cmti10, cmbxti10, ...others } = computerModern;
  const { cmmi10, cmmi7, cmmi5, cmmib10, cmsy10, cmsy7, cmsy5, cmbsy10, ...upright } = others;
  const texts = [
    ...Object.values(upright).map((widths) => fontOf(widths, romanEncoding)),
    ...[cmti10, cmbxti10].map((widths) => fontOf(widths, italicEncoding)),
    fontOf(cmcsc10, smallCapitalEncoding),
    fontOf(cmtt10, typewriterEncoding),
  ];
  return [
    ...texts,
    ...texts.flatMap((font) => [corkEncoding, cyrillicEncoding].map((encoding) => recoded(font, encoding))),
    ...[cmmi10, cmmi7, cmmi5, cmmib10].map((widths) => fontOf(widths, mathLetterEncoding)),
    ...[cmsy10, cmsy7, cmsy5, cmbsy10].map((widths) => fontOf(widths, mathSignEncoding)),
  ];
}

function fontOf(widths: string, texts: TexEncoding): KnownFont {
  return { texts, widths: widths.split(" ").map(Number) };
}

/**
 * The same type with another encoding: letters with accents are as wide as those without. Signs were drawn anew for these
 * encodings.
 */
function recoded({ texts, widths }: KnownFont, encoding: TexEncoding): KnownFont {
  const ofLetters = texts.map((text, code) => [text, widths[code] ?? 0] as const).filter(([text]) => isWord.test(text));
  const byText = new Map(ofLetters);
  return { texts: encoding, widths: encoding.map((text) => byText.get(text) ?? byText.get(plainLetter(text)) ?? 0) };
}

/** Letters of Russia that look like Latin ones, and are drawn by the same program. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Array.from("АВЕКМОРСТХаеорсху", (letter, index) => [letter, "ABEKMOPCTXaeopcxy".charAt(index)]),
);

function plainLetter(text: string): string {
  const [base = text] = Array.from(text.normalize("NFD"));
  return base === text ? (lookAlikes.get(text) ?? text) : base;
}
