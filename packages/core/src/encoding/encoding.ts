import type { SniffedText } from "../source/source.ts";
import { declaredEncoding } from "./declared-encoding.ts";
import { detectLegacy } from "./legacy/legacy.ts";
import { unicodeText } from "./unicode-text.ts";

/**
 * How the first bytes of a file are encoded; undefined where they are no text. In order: byte order mark, UTF-8, UTF-16
 * and UTF-32 by what they say, UTF-8 with damage, legacy encodings by structure and language, to which a declaration
 * such as `charset=` adds. `isWhole` says that the bytes are the whole file, so that a character cut by their end is a
 * fault.
 */
export function detectText(head: Uint8Array, isWhole: boolean): SniffedText | undefined {
  const text = unicodeText(head, isWhole);
  if (text !== "legacy") return text;
  return { ...detectLegacy(head, isWhole, declaredEncoding(head)), bomBytes: 0, isAsciiSoFar: false };
}
