import { commonCharacters } from "./legacy/legacy-common.ts";
import { createShiftedDecoder, type ShiftedEncoding } from "./shifted-decoder.ts";

/** How to detect an encoding with shift sequences in ASCII bytes. */
interface ShiftSigns {
  readonly encoding: ShiftedEncoding;
  /** A string that occurs near the start of every text in the encoding. */
  readonly start: string;
  /** A string that occurs in every line with shifted characters. */
  readonly shift: string;
  /** Matches a shift, the shifted characters and their end, within one line. */
  readonly stretch: RegExp;
  readonly isUsual: (character: string) => boolean;
  /** Minimum share of common characters, from 0 to 1. */
  readonly minUsualShare: number;
}

let commonSet: ReadonlySet<string> | undefined;

function isCommonChinese(character: string): boolean {
  commonSet ??= new Set(`${commonCharacters.simplified}，。、？！：；“”（）《》`);
  return commonSet.has(character);
}

/** SO and SI, which enclose the shifted characters in ISO-2022-KR. */
const shiftOut = "\u000e";
const shiftIn = "\u000f";

const signs: readonly ShiftSigns[] = [
  {
    encoding: "iso-2022-kr",
    start: "\u001b$)C",
    shift: shiftOut,
    stretch: new RegExp(`${shiftOut}[ -~]*(?=[${shiftIn}\\r\\n])`, "g"),
    isUsual: (character) => character >= "\uac00" && character <= "\ud7a3",
    minUsualShare: 0.5,
  },
  {
    encoding: "hz-gb-2312",
    start: "~{",
    shift: "~{",
    stretch: /~\{(?:[!-w][!-~])+?~\}/g,
    isUsual: isCommonChinese,
    minUsualShare: 0.4,
  },
];

/** Minimum number of non-ASCII characters in a text. */
const minCharacters = 3;

/**
 * Detects the encoding of ASCII bytes with shift sequences; `undefined` for plain ASCII. `~{` also occurs in source
 * code and patterns, so all shifted characters must be valid, and many of them common.
 */
export function detectShifts(head: Uint8Array): ShiftedEncoding | undefined {
  if (head.some((byte) => byte >= 0x80 || byte === 0)) return undefined;
  const text = String.fromCharCode(...head);
  return signs.find((each) => text.includes(each.start) && isMeant(each, text))?.encoding;
}

function isMeant({ encoding, start, stretch, isUsual, minUsualShare }: ShiftSigns, text: string): boolean {
  const stretches = text.match(stretch) ?? [];
  // The last shift may be cut off by the end of the bytes.
  const cut = text.lastIndexOf(start) > text.lastIndexOf("~}") ? 1 : 0;
  if (encoding === "hz-gb-2312" && stretches.length < text.split(start).length - 1 - cut) return false;
  const bytes = Uint8Array.from(stretches.join("\n"), (character) => character.charCodeAt(0));
  const decoded = createShiftedDecoder(encoding).decode(bytes);
  const characters = Array.from(decoded).filter((character) => character > "\u007f");
  if (characters.length < minCharacters || characters.includes("\uFFFD")) return false;
  return characters.filter(isUsual).length >= characters.length * minUsualShare;
}

/** In ISO-2022-JP, `ESC $ @` and `ESC $ B` start kanji, and `ESC (` ends them. */
const japaneseShift = /\$[@B]/;

/** True if ASCII bytes contain escape sequences of ISO-2022-JP. */
export function hasJapaneseShifts(text: string): boolean {
  return text.split("\u001b").some((piece, index) => index > 0 && japaneseShift.exec(piece)?.index === 0);
}

/** Finds decoded ASCII lines that contain shift sequences; `undefined` if no line does. */
export function findShifts(lines: readonly string[]): { encoding: string; lines: readonly number[] } | undefined {
  for (const each of signs) {
    const found = indicesOf(lines, (line) => line.includes(each.shift));
    const text = found.map((index) => lines[index]).join("\n");
    if (found.length > 0 && isMeant(each, `${text}\n`)) return { encoding: each.encoding, lines: found };
  }
  const japanese = indicesOf(lines, hasJapaneseShifts);
  return japanese.length === 0 ? undefined : { encoding: "iso-2022-jp", lines: japanese };
}

function indicesOf(lines: readonly string[], isWanted: (line: string) => boolean): readonly number[] {
  return lines.flatMap((line, index) => (!/[\u0080-\uffff]/.test(line) && isWanted(line) ? [index] : []));
}
