import { commonCharacters } from "./legacy/legacy-common.ts";
import { createShiftedDecoder, type ShiftedEncoding } from "./shifted-decoder.ts";

/** How bytes of ASCII show that they are in an encoding with shifts. */
interface ShiftSigns {
  readonly encoding: ShiftedEncoding;
  readonly start: string;
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
    stretch: new RegExp(`${shiftOut}[ -~]*(?=[${shiftIn}\\r\\n])`, "g"),
    isUsual: (character) => character >= "\uac00" && character <= "\ud7a3",
    minUsualShare: 0.5,
  },
  {
    encoding: "hz-gb-2312",
    start: "~{",
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
