import type { SniffedText } from "../../contract/source.ts";
import { resolveEncoding } from "./encoding-labels.ts";
import { detectLegacy } from "./legacy/legacy.ts";
import { isPlausible, plausibility } from "./legacy/plausible.ts";
import { unicodeText } from "./unicode-text.ts";

/**
 * How the first bytes of a file are encoded; undefined where they are no text. In order: byte order mark, UTF-8, UTF-16
 * and UTF-32 by what they say, UTF-8 with damage, legacy encodings by structure and language, to which a declaration
 * such as `charset=` adds. Bytes that no language explains are no text. `isWhole` says that the bytes are the whole file, so that a character cut by their end is a
 * fault.
 */
export function detectText(head: Uint8Array, isWhole: boolean): SniffedText | undefined {
  const text = unicodeText(head, isWhole);
  if (text !== "legacy") return text;
  const declared = declaredEncoding(head);
  const guess = detectLegacy(head, isWhole, declared);
  // What the text itself claims is believed: a chart of characters is in no language.
  if (guess.encoding !== declared && !isPlausible(head, guess)) return undefined;
  const { encoding, confidence } = guess;
  return { encoding, confidence: confidence * plausibility(guess), bomBytes: 0, isAsciiSoFar: false };
}

/** HTML must declare its encoding within these bytes (HTML standard, "specifying the document's character encoding"). */
const declarationBytes = 1024;

/** `<meta charset>`, `Content-Type: …; charset=`, `<?xml encoding=`, `@charset`, and `coding:` of Python and Emacs. */
const declaration = /(?:charset|encoding|coding)["']?\s{0,3}[=:]?\s{0,3}["']?([A-Za-z][\w.:-]{2,30})/i;

/** The encoding that a text claims to be in; undefined where it claims none that is known. */
function declaredEncoding(head: Uint8Array): string | undefined {
  const name = declaration.exec(String.fromCharCode(...head.subarray(0, declarationBytes)))?.[1];
  return name === undefined ? undefined : resolveEncoding(name);
}
