import { readWide, type WideReading } from "./wide-reading.ts";

/** Bytes taken for UTF-16 or UTF-32. */
export interface WideGuess {
  readonly encoding: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

const candidates = ["utf-32le", "utf-32be", "utf-16le", "utf-16be"] as const;

/**
 * Two ASCII letters, read as one unit, are an ideograph, though seldom one that is in use. The bytes of real CJK text are
 * printable ASCII half of the time. From 0 to 1.
 */
const minCommonShare = 0.15;
const maxPrintableShare = 0.85;

/** Shares of all characters, from 0 to 1. */
const maxOddShare = 0.05;
const maxOddShareWithMark = 0.1;
const maxControlShare = 0.01;

/** Below this many characters two readings are hardly told apart. */
const fewCharacters = 8;
const minCharacters = 2;
/** From 0, where nothing is of a usual kind, to 1, where all is ASCII. */
const minScore = 0.45;
const minScoreOfFew = 0.55;

/**
 * Recognises UTF-16 and UTF-32 without a byte order mark by what the bytes say when they are read so: hardly any control,
 * private, unassigned or lone surrogate code points, no NUL, and characters of scripts that are used together. It counts
 * characters and not NUL bytes, because CJK text in UTF-16 has few of them.
 */
export function detectWide(bytes: Uint8Array): WideGuess | undefined {
  const isPrintable = printableShareOf(bytes) > maxPrintableShare;
  const [best] = candidates
    .map((encoding) => ({ encoding, ...readWide(bytes, encoding) }))
    .filter((reading) => !(isPrintable && reading.encoding.startsWith("utf-16") && isMainlyEastAsian(reading)))
    .filter((reading) => reading.characters >= minCharacters && isPlausible(reading) && isInUse(reading))
    .filter((reading) => scoreOf(reading) > (reading.characters < fewCharacters ? minScoreOfFew : minScore))
    .toSorted((one, other) => scoreOf(other) - scoreOf(one));
  if (best === undefined) return undefined;
  return { encoding: best.encoding, confidence: best.characters < fewCharacters ? 0.75 : 0.95 };
}

/** Whether bytes behind a byte order mark of UTF-16 or UTF-32 are text; the mark itself says a lot, so little is asked. */
export function isWideText(bytes: Uint8Array, encoding: string): boolean {
  const { characters, nul, controls, odd } = readWide(bytes, encoding);
  return nul === 0 && controls + odd <= characters * maxOddShareWithMark;
}

function isPlausible(reading: WideReading): boolean {
  const { characters, nul, controls, odd, rare, round } = reading;
  return (
    nul === 0 &&
    reading.letterRuns <= Math.ceil((reading.alphabetic + reading.otherAlphabet) / 2) &&
    round <= characters / 2 &&
    controls <= characters * maxControlShare &&
    odd + rare <= characters * maxOddShare
  );
}

/** Text in another script may have a few ideographs in it. */
function isMainlyEastAsian({ characters, eastAsian }: WideReading): boolean {
  return eastAsian > characters / 4;
}

/** The share of printable ASCII among the bytes that are not NUL. */
function printableShareOf(bytes: Uint8Array): number {
  let printable = 0;
  let nul = 0;
  for (const byte of bytes) {
    if (byte === 0) nul += 1;
    else if (byte >= 0x20 && byte < 0x7f) printable += 1;
  }
  return printable / Math.max(1, bytes.length - nul);
}

function isInUse({ eastAsian, common }: WideReading): boolean {
  return common >= eastAsian * minCommonShare;
}

/** Read in the wrong byte order, ASCII looks like CJK and CJK like anything. */
function scoreOf({ characters, ascii, alphabetic, otherAlphabet, eastAsian }: WideReading): number {
  return (ascii + alphabetic * 0.9 + eastAsian * 0.6 + otherAlphabet * 0.5) / characters;
}
