import { type Encodings, type StreamDecoder, createBlockDecoder, type BlockDecoder } from "./block-decoder.ts";
import type { SniffedText } from "../../contract/source.ts";

/**
 * Encodings that `TextDecoder` decodes identically in every supported Node version. It is not used for the others: Node
 * 22.13 decodes windows-1252 as ISO-8859-1, its euc-kr lacks code page 949, its big5 lacks the Hong Kong characters,
 * and UTF-32 is missing.
 */
const native: ReadonlySet<string> = new Set([
  "utf-8",
  "utf-16le",
  "utf-16be",
  "gb18030",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
]);

/** 7-bit encodings with shift sequences, which neither Node nor iconv-lite supports. */
const shifted: ReadonlySet<string> = new Set(["hz-gb-2312", "iso-2022-kr"]);

/** The encoding functions of the text pipeline. Plain UTF-8 loads no further module. */
export const encodings: Encodings = {
  open: openDecoder,
  decideLate: detectEncoding,
  countReplacements,
};

/**
 * Creates a decoder for an encoding of `knownEncodings`. The decoder keeps a byte order mark, writes U+FFFD for invalid
 * bytes, and keeps a character that is cut off by the end of a chunk until the next chunk. A call without `stream`
 * resets it. Rejects with a TypeError for an unknown encoding.
 */
export async function openDecoder(encoding: string): Promise<StreamDecoder> {
  if (native.has(encoding)) return new TextDecoder(encoding, { ignoreBOM: true });
  if (shifted.has(encoding)) {
    const { createShiftedDecoder } = await import("./shifted-decoder.ts");
    return createShiftedDecoder(encoding === "hz-gb-2312" ? encoding : "iso-2022-kr");
  }
  const { createTableDecoder } = await import("./iconv-tables.ts");
  return createTableDecoder(encoding);
}

/** Detects the encoding of a text from its non-ASCII bytes. Noise is UTF-8 with little confidence. */
export async function detectEncoding(bytes: Uint8Array): Promise<SniffedText> {
  const { decideLate } = await import("./detect-encoding.ts");
  return decideLate(bytes);
}

/**
 * Creates the decoder that the core uses for the bytes of a text file, given what was detected in its first bytes. If
 * those were all ASCII, the first non-ASCII bytes determine the encoding.
 */
export function createTextDecoder(sniffed: SniffedText): BlockDecoder {
  return createBlockDecoder(sniffed, encodings);
}

/** A detected encoding of words that are neither Unicode nor ASCII, with its decoder. */
interface LegacyDecoder {
  readonly encoding: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** Decodes complete words, with U+FFFD for invalid bytes. */
  readonly decode: (bytes: Uint8Array) => string;
}

/**
 * Detects the encoding of words that are known not to be UTF-8, such as the names in an old archive, by the structure
 * of encodings and language statistics. Loads the detector and its tables with the first call.
 */
export async function createLegacyDecoder(sample: Uint8Array): Promise<LegacyDecoder> {
  const { detectLegacy } = await import("./legacy/legacy.ts");
  const { encoding, confidence } = detectLegacy(sample, true);
  const decoder: StreamDecoder = await openDecoder(encoding);
  return { encoding, confidence, decode: (bytes) => decoder.decode(bytes) };
}

/**
 * The bytes of U+FFFD in the encodings that can represent it. In all others, every U+FFFD of a decoded text replaces
 * invalid bytes.
 */
const genuine: Readonly<Record<string, readonly number[]>> = {
  "utf-8": [0xef, 0xbf, 0xbd],
  "utf-16le": [0xfd, 0xff],
  "utf-16be": [0xff, 0xfd],
  "utf-32le": [0xfd, 0xff, 0, 0],
  "utf-32be": [0, 0, 0xff, 0xfd],
  gb18030: [0x84, 0x31, 0xa4, 0x37],
};

/**
 * Encodings whose characters start at multiples of the sequence's length. In the others, the bytes alone identify it.
 */
const aligned: ReadonlySet<string> = new Set(["utf-16le", "utf-16be", "utf-32le", "utf-32be"]);

/** Counts the U+FFFD of a text that replace invalid bytes, as opposed to U+FFFD stored in the file. */
function countReplacements(text: string, bytes: Uint8Array, encoding: string): number {
  const sequence = genuine[encoding];
  const count = countCharacter(text, "\uFFFD");
  if (count === 0 || sequence === undefined) return count;
  return Math.max(0, count - countSequence(bytes, sequence, aligned.has(encoding) ? sequence.length : 1));
}

function countCharacter(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

function countSequence(bytes: Uint8Array, sequence: readonly number[], step: number): number {
  const [first = 0] = sequence;
  let count = 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at % step === 0 && sequence.every((byte, index) => bytes[at + index] === byte)) count += 1;
  }
  return count;
}
