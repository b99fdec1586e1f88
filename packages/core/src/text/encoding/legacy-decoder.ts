import type { StreamDecoder } from "./block-decoder.ts";
import { openDecoder } from "./encodings.ts";

/** A detected encoding of words that are neither Unicode nor ASCII, with its decoder. */
export interface LegacyDecoder {
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
