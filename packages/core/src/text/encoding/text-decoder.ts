import { createBlockDecoder, type BlockDecoder } from "./block-decoder.ts";
import type { SniffedText } from "../../contract/source.ts";
import { encodings } from "./encodings.ts";

/**
 * A decoder for the bytes of a text file, as its first bytes were sniffed: the one with which the core reads text. Where
 * all of those were ASCII, the first bytes that are not decide on the encoding.
 */
export function createTextDecoder(sniffed: SniffedText): BlockDecoder {
  return createBlockDecoder(sniffed, encodings);
}
