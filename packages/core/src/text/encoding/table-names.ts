/** The names that iconv-lite has for encodings whose labels it does not know, or has another table for. */
const tableNames: Readonly<Record<string, string>> = {
  // As the WHATWG standard has them: with the Ukrainian and Belarusian letters.
  "koi8-u": "koi8ru",
  "x-mac-cyrillic": "macukraine",
  "x-mac-ce": "maccenteuro",
  "x-mac-croatian": "maccroatian",
  "x-mac-greek": "macgreek",
  "x-mac-icelandic": "maciceland",
  "x-mac-romanian": "macromania",
  "x-mac-turkish": "macturkish",
};

/** The name under which iconv-lite has an encoding of `knownEncodings`. */
export function tableNameOf(encoding: string): string {
  return tableNames[encoding] ?? encoding;
}

/** Characters of tables of iconv-lite, and of the WHATWG standard in their place: Apple replaced ¤ by € in 1998. */
const standardCharacters: Readonly<Record<string, readonly (readonly [table: string, standard: string])[]>> = {
  macintosh: [
    ["\u00a4", "\u20ac"],
    ["\u2126", "\u03a9"],
    // The logo of Apple, which the table lacks.
    ["\uFFFD", "\uF8FF"],
  ],
  "x-mac-cyrillic": [["\u00a4", "\u20ac"]],
};

/** The text that a table of iconv-lite decoded, with the characters of the WHATWG standard. */
export function fromTable(text: string, encoding: string): string {
  return (standardCharacters[encoding] ?? []).reduce((all, [table, standard]) => all.replaceAll(table, standard), text);
}

/** The reverse of `fromTable`: a text as the table of iconv-lite encodes it. */
export function toTable(text: string, encoding: string): string {
  return (standardCharacters[encoding] ?? []).reduce((all, [table, standard]) => all.replaceAll(standard, table), text);
}
