import type { FindPattern } from "../../../contract/request.ts";
import type { SniffedText } from "../../../contract/source.ts";
import { literalOf, requiredLiteral } from "./matcher.ts";

/**
 * Excludes texts before they are decoded, by a literal that every match contains. In doubt a text is not excluded: its
 * encoding may write the literal in other bytes.
 */
export interface RawExclusion {
  /** Length of the literal in bytes. Two consecutive chunks of a text must share at least this many bytes. */
  readonly literalBytes: number;
  /** True if the bytes of a text certainly contain no match. */
  excludes(bytes: Uint8Array, text: SniffedText): boolean;
}

/** Maximum length of a literal, in UTF-16 units. The start of a longer one is as rare. */
const maxLiteralUnits = 256;

/** Returns the exclusion for a pattern, or `undefined` if its matches have no known literal in common. */
export function rawExclusion(pattern: FindPattern): RawExclusion | undefined {
  const literal = (literalOf(pattern) ?? requiredLiteral(pattern.source))?.slice(0, maxLiteralUnits);
  if (literal === undefined || literal === "") return undefined;
  const exclusion = exclusionOf(literal, pattern.flags);
  if (exclusion === undefined) return undefined;
  // A match may be in a mark that is shown instead of NULs.
  return { ...exclusion, excludes: (bytes, text) => !bytes.includes(0) && exclusion.excludes(bytes, text) };
}

function exclusionOf(literal: string, flags: string): RawExclusion | undefined {
  if (flags.includes("i")) return isPrintable(literal) ? foldedExclusion(literal.toLowerCase()) : undefined;
  return isPrintable(literal) ? asciiExclusion(literal) : unicodeExclusion(literal);
}

function asciiExclusion(literal: string): RawExclusion {
  const wanted = Buffer.from(literal);
  return {
    literalBytes: wanted.length,
    excludes: (bytes, { encoding }) => writesAsciiAsIs(encoding) && !asBuffer(bytes).includes(wanted),
  };
}

/** Characters that RE2 matches with an ASCII letter under case folding, besides its capital. */
const foldedSigns: Readonly<Record<string, string>> = { s: "\u017f", k: "\u212a" };

function foldedExclusion(literal: string): RawExclusion {
  const signs = Object.entries(foldedSigns).flatMap(([letter, sign]) => (literal.includes(letter) ? [sign] : []));
  // As Latin-1, so that the bytes can be compared without decoding them.
  const written = signs.map((sign) => Buffer.from(sign).toString("latin1"));
  return {
    literalBytes: literal.length,
    excludes(bytes, text) {
      if (!writesAsciiAsIs(text.encoding)) return false;
      const latin1 = asBuffer(bytes).toString("latin1");
      if (latin1.toLowerCase().includes(literal)) return false;
      if (signs.length === 0 || isAscii(latin1)) return true;
      return isUtf8(bytes, text) && !written.some((sign) => latin1.includes(sign));
    },
  };
}

function unicodeExclusion(literal: string): RawExclusion | undefined {
  // Invalid bytes decode to U+FFFD, and a lone surrogate has no bytes.
  if (literal.includes("\uFFFD") || /\p{Cs}/u.test(literal)) return undefined;
  const wanted = Buffer.from(literal);
  return {
    literalBytes: wanted.length,
    excludes: (bytes, text) => isUtf8(bytes, text) && !asBuffer(bytes).includes(wanted),
  };
}

/** True for ASCII text without control characters, some of which Shift_JIS writes in bytes of other ones. */
function isPrintable(text: string): boolean {
  return /^[\t -~]*$/.test(text);
}

/**
 * True if an encoding writes every printable ASCII character as its own byte, with nothing between two adjacent ones: neither in
 * units of two or four bytes nor with shift sequences.
 */
function writesAsciiAsIs(encoding: string): boolean {
  return !/^(?:utf-16|utf-32|iso-2022|hz-)/.test(encoding);
}

/** True if the text is decoded as UTF-8. An encoding that was detected in ASCII bytes changes with the first invalid byte. */
function isUtf8(bytes: Uint8Array, { encoding, isAsciiSoFar }: SniffedText): boolean {
  if (encoding !== "utf-8") return false;
  if (!isAsciiSoFar) return true;
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\uFFFD");
  } catch {
    return false;
  }
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** Returns a view of the same bytes with the fast searches of a `Buffer`. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
