import type { CharacterClass, CodePage } from "./legacy-code-pages.ts";

const mixedScripts = Math.log(0.003);
const upperAfterLower = Math.log(0.005);
const upperAfterUpper = Math.log(0.6);
const upperAtStart = Math.log(0.15);
const accentAfterAccent = Math.log(0.25);
const signInWord = Math.log(0.01);
const apostropheInWord = Math.log(0.06);
const finalLetterInWord = Math.log(0.01);
const digitNextToLetter = Math.log(0.1);

/** Letters that stand at the end of a Greek or Hebrew word only. */
const finalLetters = "ςךםןףץ";
/** Signs that stand inside words of some language: `l’eau`, `col·lecció`, a soft hyphen. */
const wordSigns = "’·\u00ad";
/** Elided words and endings are short: `qu’`, `’re`. */
const shortPart = 2;

/** A byte, what it stands for, and its neighbours. */
interface Spot {
  readonly at: number;
  readonly byte: number;
  readonly character: string;
  readonly kind: CharacterClass;
  readonly before: CharacterClass;
  readonly after: CharacterClass;
  readonly byteBefore: number;
  readonly characterBefore: string;
}

/** How well bytes suit their neighbours in an encoding: case, script, and signs within words. A natural logarithm, at most 0. */
export function contextScore(bytes: Uint8Array, page: CodePage): number {
  let score = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80 && (bytes[at - 1] ?? 0) < 0x80) continue;
    const spot = spotAt(bytes, at, page);
    score += isLetter(spot.kind) ? letterSpot(spot) : signSpot(spot, bytes, page);
  }
  return score;
}

function spotAt(bytes: Uint8Array, at: number, page: CodePage): Spot {
  const classAt = (index: number): CharacterClass => page.classes[bytes[index] ?? 0x20] ?? "symbol";
  const byte = bytes[at] ?? 0;
  const byteBefore = bytes[at - 1] ?? 0x20;
  return {
    at,
    byte,
    character: page.characters[byte] ?? "",
    kind: page.classes[byte] ?? "symbol",
    before: classAt(at - 1),
    after: classAt(at + 1),
    byteBefore,
    characterBefore: page.characters[byteBefore] ?? "",
  };
}

function letterSpot(spot: Spot): number {
  if (!isLetter(spot.before)) return spot.byte < 0x80 ? 0 : startOfWord(spot);
  const script = scriptOf(spot.kind);
  const final = finalLetters.includes(spot.characterBefore) ? finalLetterInWord : 0;
  if (script !== scriptOf(spot.before)) return final + mixedScripts;
  const accents = script === "latin" && spot.byte >= 0x80 && spot.byteBefore >= 0x80 ? accentAfterAccent : 0;
  return final + accents + caseChange(spot);
}

function startOfWord({ kind, byteBefore }: Spot): number {
  const start = kind.endsWith("upper") ? upperAtStart : 0;
  return isDigit(byteBefore) ? start + digitNextToLetter : start;
}

function caseChange({ byte, kind, before }: Spot): number {
  if (!kind.endsWith("upper")) return 0;
  if (before.endsWith("lower")) return upperAfterLower;
  return byte >= 0x80 ? upperAfterUpper : 0;
}

function signSpot(spot: Spot, bytes: Uint8Array, page: CodePage): number {
  if (!isLetter(spot.before)) return 0;
  if (spot.byte < 0x80) return spot.byteBefore >= 0x80 && isDigit(spot.byte) ? digitNextToLetter : 0;
  if (spot.kind === "space" || !isLetter(spot.after)) return 0;
  if (!wordSigns.includes(spot.character)) return signInWord;
  const left = lettersFrom({ bytes, page }, spot.at - 1, -1);
  const right = lettersFrom({ bytes, page }, spot.at + 1, 1);
  return left > shortPart && right > shortPart ? apostropheInWord : 0;
}

/** How many letters stand in a row from here on; counting stops where the answer no longer matters. */
function lettersFrom(text: { bytes: Uint8Array; page: CodePage }, from: number, step: 1 | -1): number {
  let length = 0;
  while (length <= shortPart && isLetter(text.page.classes[text.bytes[from + length * step] ?? 0x20] ?? "symbol")) {
    length += 1;
  }
  return length;
}

function scriptOf(kind: CharacterClass): string {
  return kind.startsWith("latin") ? "latin" : "other";
}

function isLetter(kind: CharacterClass): boolean {
  return kind !== "symbol" && kind !== "space";
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
