import { byteOrderMarks, type ByteOrderMark } from "./bom.ts";
import { isDamagedUtf8, scanUtf8, type Utf8Facts } from "./utf8.ts";
import { detectWide, isWideText } from "./wide.ts";

/** How bytes that are text are encoded, as far as bytes alone tell without knowing languages. */
export interface TextShape {
  /** `legacy` is any encoding that is neither Unicode nor ASCII. */
  readonly encoding: string;
  readonly confidence: number;
  readonly bomBytes: number;
  readonly facts: Utf8Facts;
}

/** The share of bytes that may be control characters which text does not need, from 0 to 1. */
const maxControlShare = 0.1;
/** Higher where every byte is sound UTF-8, which binary data hardly ever is: what read tools of today allow. */
const maxSoundControlShare = 0.3;
/** Lower where the bytes are not even UTF-8: compressed data has 9 % of them, text in any legacy encoding none. */
const maxLegacyControlShare = 0.02;

/**
 * True if the first bytes of a file are binary (the reader looks at up to 4096). An empty file is text. UTF-16 and UTF-32
 * are text with and without a byte order mark; anything else with a NUL or with many control characters is binary. Loads
 * no statistics of languages. The reader has them, and also refuses noise of bytes beyond ASCII that no language
 * explains; this function takes such noise for text of a legacy encoding.
 */
export function isBinary(head: Uint8Array): boolean {
  return textShapeOf(head, false) === undefined;
}

/**
 * Tells text from binary, and Unicode from legacy encodings; undefined where the bytes are binary. `isWhole` says that
 * nothing follows the bytes; otherwise a character that their end cuts is no fault.
 */
export function textShapeOf(head: Uint8Array, isWhole: boolean): TextShape | undefined {
  const facts = factsOf(head, isWhole);
  const mark = byteOrderMarks(head).find((each) => isTextBehind(each, head, facts));
  if (mark !== undefined) return { ...mark, confidence: 1, facts };
  if (facts.nulBytes + facts.badBytes === 0 && facts.controls <= head.length * maxSoundControlShare) {
    return { encoding: "utf-8", confidence: 1, bomBytes: 0, facts };
  }
  const wide = facts.nulBytes + facts.controls > 0 ? detectWide(head) : undefined;
  return wide === undefined ? shapeOfDamaged(head, facts) : { ...wide, bomBytes: 0, facts };
}

function isTextBehind({ encoding, bomBytes }: ByteOrderMark, head: Uint8Array, facts: Utf8Facts): boolean {
  return encoding.startsWith("utf-16") || encoding.startsWith("utf-32")
    ? isWideText(head.subarray(bomBytes), encoding)
    : facts.nulBytes === 0;
}

/** A sequence cut by the end of the whole file is damage. */
function factsOf(head: Uint8Array, isWhole: boolean): Utf8Facts {
  const facts = scanUtf8(head);
  return isWhole ? { ...facts, badBytes: facts.badBytes + facts.cutBytes } : facts;
}

function shapeOfDamaged(head: Uint8Array, facts: Utf8Facts): TextShape | undefined {
  const { nulBytes, controls, sequences, badBytes } = facts;
  if (nulBytes > 0) return undefined;
  if (controls <= head.length * maxControlShare && isDamagedUtf8(head, facts)) {
    return { encoding: "utf-8", confidence: sequences / (sequences + badBytes), bomBytes: 0, facts };
  }
  if (controls > head.length * maxLegacyControlShare) return undefined;
  return { encoding: "legacy", confidence: 0, bomBytes: 0, facts };
}
