import type { Encodings, StreamDecoder } from "./block-decoder.ts";

/**
 * Encodings that `TextDecoder` reads alike in every supported Node. It is not asked for the others: Node 22.13 reads
 * windows-1252 as ISO-8859-1, its euc-kr lacks code page 949, its big5 the Hong Kong characters, and UTF-32 is missing.
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

/** Encodings of bytes of ASCII with shifts, which neither Node nor iconv-lite has. */
const shifted: ReadonlySet<string> = new Set(["hz-gb-2312", "iso-2022-kr"]);

/** What the line pipeline asks of the encodings. Plain UTF-8 loads nothing beyond this module. */
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
 * A fresh decoder for an encoding of `knownEncodings`. It leaves a byte order mark alone, writes U+FFFD for bytes that
 * are no text, keeps a character that the end of a piece cuts until the next piece, and starts afresh after a call
 * without `stream`. Rejects with a TypeError for an encoding that is not known.
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
