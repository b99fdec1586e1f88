import type { SniffedText } from "../../contract/source.ts";
import { resolveEncoding } from "./encoding-labels.ts";
import { detectLegacy } from "./legacy/legacy.ts";
import { isPlausible, plausibility } from "./legacy/plausible.ts";
import { unicodeText } from "./unicode-text.ts";

/**
 * Detects the encoding of the first bytes of a file; `undefined` if they are not text. Checks, in order: byte order
 * mark, UTF-8, UTF-16 and UTF-32 by their contents, damaged UTF-8, and legacy encodings by structure and language
 * statistics, weighted by a declaration such as `charset=`. Bytes that fit no language are not text. `isWhole` means
 * that the bytes are the whole file, so that a truncated character at their end is an error.
 */
export function detectText(head: Uint8Array, isWhole: boolean): SniffedText | undefined {
  const text = unicodeText(head, isWhole);
  if (text !== "legacy") return text;
  const declared = declaredEncoding(head);
  const guess = detectLegacy(head, isWhole, declared);
  // The encoding that the text declares is accepted without a language check: a character chart is in no language.
  if (guess.encoding !== declared && !isPlausible(head, guess)) return undefined;
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
