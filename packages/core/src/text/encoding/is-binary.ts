import { byteOrderMarks, type ByteOrderMark } from "./bom.ts";
import { findNuls, type NulFacts } from "./nul-runs.ts";
import { isDamagedUtf8, scanUtf8, type Utf8Facts } from "./utf8.ts";
import { detectWide, detectWideAroundNuls, isWideText } from "./wide.ts";

/** The encoding of text, as far as it is known without language statistics. */
export interface TextShape {
  /** `legacy` means any encoding that is neither Unicode nor ASCII. */
  readonly encoding: string;
  readonly confidence: number;
  readonly bomBytes: number;
  readonly facts: Utf8Facts;
}

/** Maximum share of bytes that are control characters not used in text, from 0 to 1. */
const maxControlShare = 0.1;
/**
 * The higher limit if every byte is valid UTF-8, which binary data hardly ever is. Current read tools allow as much.
 */
const maxSoundControlShare = 0.3;
/**
 * The lower limit if the bytes are not valid UTF-8. 9 % of compressed data are such characters, but none of a legacy
 * text.
 */
const maxLegacyControlShare = 0.02;
/**
 * Maximum number of NULs and control characters per byte of text around NULs. Of 4853 files with NULs and without a
 * known signature, 92 are valid UTF-8 apart from them. The share is at most 0.06 in those that are text, and at least
 * 0.1 in the others.
 */
const maxShareAroundNuls = 0.08;
/** The same if the bytes are not valid UTF-8: hardly any but the gaps. Audio data has a share of 0.005. */
const maxDamagedShareAroundNuls = 0.002;
/**
 * Size of files in which a share says little: one short run of NULs is a tenth of them. Their text must be perfect, and
 * have a line for each run. Of 24 412 different files of at most 1024 bytes with NULs, only six fragments of GIF and WebP
 * files are like that, which are detected by their signatures.
 */
const smallBytes = 512;

/**
 * True if the first bytes of a file are binary (the reader examines up to 4096). An empty file is text. UTF-16 and
 * UTF-32 are text with or without a byte order mark. Anything else is binary if NULs and control characters have too
 * large a share in it. A long run of NULs counts little: a crash leaves them in logs.
 * Loads no language statistics, and therefore takes random non-ASCII bytes for text in a legacy encoding; the reader
 * has the statistics and rejects such bytes.
 */
export function isBinary(head: Uint8Array): boolean {
  return textShapeOf(head, false) === undefined;
}

/**
 * Distinguishes text from binary, and Unicode from legacy encodings; `undefined` if the bytes are binary. `isWhole`
 * means that nothing follows the bytes; otherwise a character that is cut off by their end is not an error.
 */
export function textShapeOf(head: Uint8Array, isWhole: boolean): TextShape | undefined {
  const facts = factsOf(head, isWhole);
  const mark = byteOrderMarks(head).find((each) => isTextBehind(each, head, facts));
  if (mark !== undefined) return { ...mark, confidence: 1, facts };
  if (facts.nulBytes + facts.badBytes === 0 && facts.controls <= head.length * maxSoundControlShare) {
    return { encoding: "utf-8", confidence: 1, bomBytes: 0, facts };
  }
  const wide = facts.nulBytes + facts.controls > 0 ? detectWide(head) : undefined;
  if (wide !== undefined) return { ...wide, bomBytes: 0, facts };
  if (facts.nulBytes === 0) return shapeOfDamaged(head, facts);
  return shapeAroundNuls(head, isWhole) ?? wideShapeAroundNuls(head, facts);
}

function wideShapeAroundNuls(head: Uint8Array, facts: Utf8Facts): TextShape | undefined {
  const wide = detectWideAroundNuls(head);
  return wide === undefined ? undefined : { ...wide, bomBytes: 0, facts };
}

const lineFeed = 0x0a;

/** Examines what is left without the NULs. A text may have as many gaps as lines. */
function shapeAroundNuls(head: Uint8Array, isWhole: boolean): TextShape | undefined {
  const nuls = findNuls(head);
  const { gaps, strays, dense, textBytes } = nuls;
  const facts = factsOf(dense, isWhole);
  const lines = head.reduce((count, byte) => count + (byte === lineFeed ? 1 : 0), 0);
  const isPerfect = isWhole && head.length <= smallBytes && isPerfectAround(nuls, facts, lines);
  const odd = isPerfect ? 0 : facts.controls + strays + Math.max(0, gaps - lines);
  const share = facts.badBytes > 0 ? maxDamagedShareAroundNuls : maxShareAroundNuls;
  if (textBytes === 0 || odd > textBytes * share) return undefined;
  const shape = textShapeOf(dense, isWhole);
  // Without their NULs, bytes of numbers may look like UTF-16.
  if (shape === undefined || /^utf-(?:16|32)/.test(shape.encoding)) return undefined;
  return head[0] === 0 ? { ...shape, bomBytes: 0 } : shape;
}

function isPerfectAround({ runs }: NulFacts, { controls, badBytes }: Utf8Facts, lines: number): boolean {
  return controls + badBytes === 0 && runs <= lines;
}

function isTextBehind({ encoding, bomBytes }: ByteOrderMark, head: Uint8Array, facts: Utf8Facts): boolean {
  return encoding.startsWith("utf-16") || encoding.startsWith("utf-32")
    ? isWideText(head.subarray(bomBytes), encoding)
    : facts.nulBytes === 0;
}

/** Scans the bytes as UTF-8. A sequence that is cut off by the end of the whole file is damage. */
function factsOf(head: Uint8Array, isWhole: boolean): Utf8Facts {
  const facts = scanUtf8(head);
  return isWhole ? { ...facts, badBytes: facts.badBytes + facts.cutBytes } : facts;
}

function shapeOfDamaged(head: Uint8Array, facts: Utf8Facts): TextShape | undefined {
  const { controls, sequences, badBytes } = facts;
  if (controls <= head.length * maxControlShare && isDamagedUtf8(head, facts)) {
    return { encoding: "utf-8", confidence: sequences / (sequences + badBytes), bomBytes: 0, facts };
  }
  if (controls > head.length * maxLegacyControlShare) return undefined;
  return { encoding: "legacy", confidence: 0, bomBytes: 0, facts };
}
