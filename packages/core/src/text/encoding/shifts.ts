import { commonCharacters } from "./legacy/legacy-common.ts";
import { createShiftedDecoder, type ShiftedEncoding } from "./shifted-decoder.ts";

/** How bytes of ASCII show that they are in an encoding with shifts. */
interface ShiftSigns {
  readonly encoding: ShiftedEncoding;
  /** What a text in the encoding has near its start. */
  readonly start: string;
  /** What every line with shifted characters has. */
  readonly shift: string;
  /** A shift, what it holds and its end, in one line. */
  readonly stretch: RegExp;
  readonly isUsual: (character: string) => boolean;
  /** The share of the characters that must be usual ones, from 0 to 1. */
  readonly minUsualShare: number;
}

let commonSet: ReadonlySet<string> | undefined;

function isCommonChinese(character: string): boolean {
  commonSet ??= new Set(`${commonCharacters.simplified}，。、？！：；“”（）《》`);
  return commonSet.has(character);
}

/** SO and SI, between which ISO-2022-KR has its characters. */
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

/** Characters that a text must have at least beyond ASCII. */
const minCharacters = 3;

/**
 * The encoding of bytes that are ASCII by themselves and shift to other characters; undefined for plain ASCII. `~{` is
 * also found in source code and patterns, so all that is shifted must be known characters, and many of them usual ones.
 */
export function detectShifts(head: Uint8Array): ShiftedEncoding | undefined {
  if (head.some((byte) => byte >= 0x80 || byte === 0)) return undefined;
  const text = String.fromCharCode(...head);
  return signs.find((each) => text.includes(each.start) && isMeant(each, text))?.encoding;
}

function isMeant({ encoding, start, stretch, isUsual, minUsualShare }: ShiftSigns, text: string): boolean {
  const stretches = text.match(stretch) ?? [];
  // The end of the bytes may cut one.
  const cut = text.lastIndexOf(start) > text.lastIndexOf("~}") ? 1 : 0;
  if (encoding === "hz-gb-2312" && stretches.length < text.split(start).length - 1 - cut) return false;
  const bytes = Uint8Array.from(stretches.join("\n"), (character) => character.charCodeAt(0));
  const decoded = createShiftedDecoder(encoding).decode(bytes);
  const characters = Array.from(decoded).filter((character) => character > "\u007f");
  if (characters.length < minCharacters || characters.includes("\uFFFD")) return false;
  return characters.filter(isUsual).length >= characters.length * minUsualShare;
}

/** `ESC $ @` and `ESC $ B` start kanji in ISO-2022-JP, and `ESC (` ends them. */
const japaneseShift = /\$[@B]/;

/** True if ASCII bytes have the escape sequences of ISO-2022-JP. */
export function hasJapaneseShifts(text: string): boolean {
  return text.split("\u001b").some((piece, index) => index > 0 && japaneseShift.exec(piece)?.index === 0);
}

/** Lines of ASCII, decoded already, that shift to other characters; undefined if no line does. */
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
