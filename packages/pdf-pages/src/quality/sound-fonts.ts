import { boxAround } from "../model/boxes.ts";
import type { PageContent, TextBlock, TextLine } from "../model/page-content.ts";
import { type AssessedText, garbledReason } from "./garbled-text.ts";
import { visibleCharacters } from "./tally.ts";

/** The assessed text of one font. */
export interface FontText extends AssessedText {
  readonly font: string;
}

/** Minimum number of letters in words. Fewer are a page number or a mark. */
const minWordLetters = 20;

/** Minimum share of the visible characters. With less, the words of the page are those that are garbled. */
const minSoundShare = 0.25;

/** A word of several letters. Single letters are symbols, labels or variables. */
const everyWord = /[\p{L}\p{M}]{3,}/gu;

/**
 * Returns the fonts whose words are sound although the page is garbled: those beside the notes of sheet music, the
 * symbols of a map or the parts of a plan. Returns `undefined` if the page has hardly any such words.
 */
export function soundFontsOf(fonts: readonly FontText[]): ReadonlySet<string> | undefined {
  const sound = fonts.filter((font) => garbledReason(font) === undefined);
  if (sound.length === fonts.length) return undefined;
  const characters = sum(sound, ({ tally }) => visibleCharacters(tally));
  const isEnough = characters >= minSoundShare * sum(fonts, ({ tally }) => visibleCharacters(tally));
  if (!isEnough || sum(sound, lettersInWords) < minWordLetters) return undefined;
  return new Set(sound.map(({ font }) => font));
}

function sum(fonts: readonly FontText[], measure: (font: FontText) => number): number {
  return fonts.reduce((total, font) => total + measure(font), 0);
}

function lettersInWords({ texts }: FontText): number {
  return texts.reduce((total, text) => total + (text.match(everyWord) ?? []).join("").length, 0);
}

const letterOrDigit = /[\p{L}\p{N}]/u;

/** What to keep of the fonts that are garbled: their letters and digits, which may be read, or nothing. */
export type GarbledRest = "letters" | "nothing";

/** Returns the content of a page without the symbols of its garbled fonts. */
export function withSoundFonts(
  content: PageContent,
  fonts: ReadonlySet<string> | undefined,
  rest: GarbledRest,
): PageContent {
  if (fonts === undefined) return content;
  const lines = (all: readonly TextLine[]): readonly TextLine[] =>
    all.map((line) => soundLine(line, fonts, rest)).filter(({ runs }) => runs.length > 0);
  const blocks = content.blocks.map((block) => blockOf(lines(block.lines))).filter((block) => block.lines.length > 0);
  return { ...content, blocks };
}

function blockOf(lines: readonly TextLine[]): TextBlock {
  return { lines, box: boxAround(lines) };
}

function soundLine(line: TextLine, fonts: ReadonlySet<string>, rest: GarbledRest): TextLine {
  const runs = line.runs.filter(
    ({ style, text }) =>
      fonts.has(style.font) || text.trim() === "" || (rest === "letters" && letterOrDigit.test(text)),
  );
  return runs.length === line.runs.length ? line : { ...line, runs, box: boxAround(runs) };
}
