import type { StreamDecoder } from "./block-decoder.ts";
import { openDecoder } from "./encodings.ts";

/** A guess at the encoding of words that are neither Unicode nor ASCII, and what decodes it. */
export interface LegacyDecoder {
  readonly encoding: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** Decodes words as a whole, with U+FFFD for bytes that are none. */
  readonly decode: (bytes: Uint8Array) => string;
}

/**
 * Guesses the encoding of words that are known to be no UTF-8, such as the names in an old archive: by the structure of
 * encodings and the statistics of languages. The detector and its tables are loaded with the first call.
 */
export async function createLegacyDecoder(sample: Uint8Array): Promise<LegacyDecoder> {
  const { detectLegacy } = await import("./legacy/legacy.ts");
  const { encoding, confidence } = detectLegacy(sample, true);
  const decoder: StreamDecoder = await openDecoder(encoding);
  return { encoding, confidence, decode: (bytes) => decoder.decode(bytes) };
}
