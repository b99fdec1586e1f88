import type { NumberedLevel } from "@reader/document/builder";
import { symbolFontOf, symbolText } from "@reader/document/content";
import { childOf, type XmlElement } from "@reader/office-kit/xml";
import { isOnElement } from "./properties.ts";

/** Which level an element is about, from 0 to 8. */
export function levelIndex({ attributes }: XmlElement): number {
  return Math.min(8, Math.max(0, numberOf(attributes["w:ilvl"], 0)));
}

/** What a level shows before its paragraphs. */
export function levelOf(level: XmlElement): NumberedLevel {
  // XML of Word 2003 has the code itself.
  const format = numberOf(valueIn(level, "w:nfc"), formats.get(valueIn(level, "w:numFmt") ?? "decimal") ?? 0);
  const template = (valueIn(level, "w:lvlText") ?? "").replace(/%([1-9])/g, (_, digit: string) =>
    String.fromCharCode(Number(digit) - 1),
  );
  const restart = valueIn(level, "w:lvlRestart");
  return {
    format,
    start: numberOf(valueIn(level, "w:start"), format === bullet ? 1 : 0),
    template: format === bullet ? bulletText(level, template) : template,
    isLegal: isOnElement(level, "w:isLgl"),
    isContinued: restart === "0",
  };
}

function bulletText(level: XmlElement, template: string): string {
  const font = symbolFontOf(childOf(level, "w:rPr", "w:rFonts")?.attributes["w:ascii"] ?? "");
  return font === undefined ? template : symbolText(template, font);
}

/** The value of a child element; undefined where there is no such child. */
export function valueIn(element: XmlElement, name: string): string | undefined {
  return childOf(element, name)?.attributes["w:val"];
}

/** A whole number, or another one where nothing says one. */
export function numberOf(value: string | undefined, otherwise: number): number {
  const number = Math.trunc(Number(value));
  return value === undefined || Number.isNaN(number) ? otherwise : number;
}

/** The code of the format that is no number. */
export const bullet = 23;

/** Formats by their codes ([MS-OSHARED], 2.2.1.3 MSONFC); those that are not here count 1, 2, 3. */
const formats: ReadonlyMap<string, number> = new Map([
  ["decimal", 0],
  ["upperRoman", 1],
  ["lowerRoman", 2],
  ["upperLetter", 3],
  ["lowerLetter", 4],
  ["ordinal", 5],
  ["cardinalText", 6],
  ["ordinalText", 7],
  ["ideographDigital", 10],
  ["japaneseCounting", 11],
  ["aiueoFullWidth", 12],
  ["irohaFullWidth", 13],
  ["decimalFullWidth", 14],
  ["decimalEnclosedCircle", 18],
  ["aiueo", 20],
  ["iroha", 21],
  ["decimalZero", 22],
  ["bullet", bullet],
  ["ganada", 24],
  ["chosung", 25],
  ["decimalEnclosedFullstop", 26],
  ["decimalEnclosedParen", 27],
  ["decimalEnclosedCircleChinese", 18],
  ["ideographTraditional", 30],
  ["ideographZodiac", 31],
  ["taiwaneseCounting", 11],
  ["taiwaneseCountingThousand", 11],
  ["chineseCounting", 37],
  ["chineseCountingThousand", 39],
  ["koreanDigital2", 10],
  ["numberInDash", 57],
  ["russianLower", 58],
  ["russianUpper", 59],
  ["none", 255],
]);
