import type { Encodings, StreamDecoder } from "./block-decoder.ts";

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

/** The encoding functions of the line pipeline. Plain UTF-8 loads no further module. */
export const encodings: Encodings = {
  open: openDecoder,
  async decideLate(bytes) {
    const { decideLate } = await import("./late-encoding.ts");
    return decideLate(bytes);
  },
  async countReplacements(text, bytes, encoding) {
    const { countReplacements } = await import("./replacements.ts");
    return countReplacements(text, bytes, encoding);
  },
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
  const { createTableDecoder } = await import("./table-decoder.ts");
  return createTableDecoder(encoding);
}
