/** The names that iconv-lite has for encodings whose labels it does not know. */
const tableNames: Readonly<Record<string, string>> = {
  "x-mac-cyrillic": "maccyrillic",
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
