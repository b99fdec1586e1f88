import iconv from "iconv-lite";
import type { StreamDecoder } from "./block-decoder.ts";

/** The names in iconv-lite of encodings whose labels it does not know, or assigns to another table. */
const tableNames: Readonly<Record<string, string>> = {
  // As in the WHATWG standard: with the Ukrainian and Belarusian letters.
  "koi8-u": "koi8ru",
  "x-mac-cyrillic": "macukraine",
  "x-mac-ce": "maccenteuro",
  "x-mac-croatian": "maccroatian",
  "x-mac-greek": "macgreek",
  "x-mac-icelandic": "maciceland",
  "x-mac-romanian": "macromania",
  "x-mac-turkish": "macturkish",
};

/** Returns the name in iconv-lite of an encoding of `knownEncodings`. */
export function tableNameOf(encoding: string): string {
  return tableNames[encoding] ?? encoding;
}

/** Characters in the tables of iconv-lite that differ from the WHATWG standard: Apple replaced ¤ with € in 1998. */
const standardCharacters: Readonly<Record<string, readonly (readonly [table: string, standard: string])[]>> = {
  macintosh: [
    ["\u00a4", "\u20ac"],
    ["\u2126", "\u03a9"],
    // The Apple logo, which the table lacks.
    ["\uFFFD", "\uF8FF"],
  ],
  "x-mac-cyrillic": [["\u00a4", "\u20ac"]],
};

/** Converts text decoded with a table of iconv-lite to the characters of the WHATWG standard. */
export function fromTable(text: string, encoding: string): string {
  return (standardCharacters[encoding] ?? []).reduce((all, [table, standard]) => all.replaceAll(table, standard), text);
}

/** Converts text to the characters that the table of iconv-lite encodes: the reverse of `fromTable`. */
export function toTable(text: string, encoding: string): string {
  return (standardCharacters[encoding] ?? []).reduce((all, [table, standard]) => all.replaceAll(standard, table), text);
}

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
