import type { SniffedText } from "../../contract/source.ts";
import { resolveEncoding } from "./encoding-labels.ts";
import { detectLegacy, isPlausible, plausibility } from "./legacy/legacy.ts";
import { findNuls } from "./nul-runs.ts";
import { unicodeText } from "./unicode-text.ts";
import { isDamagedUtf8, scanUtf8 } from "./utf8.ts";

/**
 * Detects the encoding of the first bytes of a file; `undefined` if they are not text. Checks, in order: byte order
 * mark, UTF-8, UTF-16 and UTF-32 by their contents, damaged UTF-8, and legacy encodings by structure and language
 * statistics, weighted by a declaration such as `charset=`. Bytes that fit no language are not text. `isWhole` means
 * that the bytes are the whole file, so that a truncated character at their end is an error.
 */
export function detectText(head: Uint8Array, isWhole: boolean): SniffedText | undefined {
  const text = unicodeText(head, isWhole);
  if (text !== "legacy") return text;
  const dense = head.includes(0) ? findNuls(head).dense : head;
  const declared = declaredEncoding(dense);
  const guess = detectLegacy(dense, isWhole, declared);
  // The encoding that the text declares is accepted without a language check: a character chart is in no language.
  if (guess.encoding !== declared && !isPlausible(dense, guess)) return undefined;
  const { encoding, confidence } = guess;
  return { encoding, confidence: confidence * plausibility(guess), bomBytes: 0, isAsciiSoFar: false };
}

/**
 * An HTML document must declare its encoding within this many bytes (HTML standard, "specifying the document's
 * character encoding").
 */
const declarationBytes = 1024;

/**
 * Matches `<meta charset>`, `Content-Type: …; charset=`, `<?xml encoding=`, `@charset`, and `coding:` of Python and
 * Emacs.
 */
const declaration = /(?:charset|encoding|coding)["']?\s{0,3}[=:]?\s{0,3}["']?([A-Za-z][\w.:-]{2,30})/i;

/** Returns the encoding that a text declares; `undefined` if it declares none or an unknown one. */
function declaredEncoding(head: Uint8Array): string | undefined {
  const name = declaration.exec(String.fromCharCode(...head.subarray(0, declarationBytes)))?.[1];
  return name === undefined ? undefined : resolveEncoding(name);
}

/** Maximum number of bytes passed to the legacy encoding detector. More do not improve the result. */
const maxEvidenceBytes = 8192;
/** Confidence in UTF-8 if the bytes are noise, from 0 to 1. */
const minConfidence = 0.2;
/** Bytes kept around each non-ASCII byte, so that words stay complete. */
const contextBytes = 64;

/**
 * Detects the encoding of a file whose first bytes were pure ASCII, from its first non-ASCII bytes. Returns UTF-8 if
 * they are damaged UTF-8 or noise (invalid bytes become U+FFFD), or else a legacy encoding. `bytes` must start and end
 * on a line boundary, or at least on a character boundary.
 */
export function decideLate(bytes: Uint8Array): SniffedText {
  const facts = scanUtf8(bytes);
  const { sequences, badBytes, cutBytes } = facts;
  const bare = { bomBytes: 0, isAsciiSoFar: false };
  if (isDamagedUtf8(bytes, facts)) {
    return { encoding: "utf-8", confidence: sequences / (sequences + badBytes), ...bare };
  }
  if (sequences + badBytes + cutBytes === 0)
    return { encoding: "utf-8", confidence: 1, bomBytes: 0, isAsciiSoFar: true };
  const evidence = evidenceIn(bytes);
  const guess = detectLegacy(evidence, false);
  // In a file that was text so far, bytes that fit no language are damage.
  if (!isPlausible(evidence, guess)) return { encoding: "utf-8", confidence: minConfidence, ...bare };
  return { encoding: guess.encoding, confidence: guess.confidence * plausibility(guess), ...bare };
}

/** Returns the sections around non-ASCII bytes, separated by line breaks. */
function evidenceIn(bytes: Uint8Array): Uint8Array {
  const evidence: number[] = [];
  let position = 0;
  while (position < bytes.length && evidence.length < maxEvidenceBytes) {
    const first = indexOfHigh(bytes, position);
    if (first < 0) break;
    const last = endOfStretch(bytes, first);
    if (evidence.length > 0) evidence.push(0x0a);
    evidence.push(...bytes.subarray(Math.max(position, first - contextBytes), last));
    position = last;
  }
  return Uint8Array.from(evidence);
}

function indexOfHigh(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) if ((bytes[at] ?? 0) >= 0x80) return at;
  return -1;
}

/** Returns the end of a section: after `contextBytes` of ASCII, or at the maximum length. */
function endOfStretch(bytes: Uint8Array, first: number): number {
  let ascii = 0;
  let at = first;
  while (at < bytes.length && ascii < contextBytes && at - first < maxEvidenceBytes) {
    ascii = (bytes[at] ?? 0) < 0x80 ? ascii + 1 : 0;
    at += 1;
  }
  return at;
}
