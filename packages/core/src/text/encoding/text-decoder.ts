import { createBlockDecoder, type BlockDecoder } from "./block-decoder.ts";
import type { SniffedText } from "../../contract/source.ts";
import { encodings } from "./encodings.ts";

/**
 * Creates the decoder that the core uses for the bytes of a text file, given what was detected in its first bytes. If
 * those were all ASCII, the first non-ASCII bytes determine the encoding.
 */
export function createTextDecoder(sniffed: SniffedText): BlockDecoder {
  return createBlockDecoder(sniffed, encodings);
}
