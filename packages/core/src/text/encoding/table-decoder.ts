import iconv from "iconv-lite";
import type { StreamDecoder } from "./block-decoder.ts";
import { fromTable, tableNameOf } from "./table-names.ts";

/**
 * Creates a decoder with the tables of iconv-lite, for encodings that the runtime lacks. Throws a TypeError for an
 * unknown encoding.
 */
export function createTableDecoder(encoding: string): StreamDecoder {
  const name = tableNameOf(encoding);
  if (!iconv.encodingExists(name)) throw new TypeError(`There is no decoder for "${encoding}".`);
  const start = (): iconv.DecoderStream => iconv.getDecoder(name, { stripBOM: false });
  let decoder = start();
  return {
    decode(bytes, { stream = false } = {}) {
      const text = fromTable(decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)), encoding);
      if (stream) return text;
      const rest = decoder.end() ?? "";
      decoder = start();
      return text + rest;
    },
  };
}
