/**
 * Every supported encoding, under its WHATWG label if it has one, with its aliases. As in the WHATWG Encoding Standard,
 * a name denotes the superset that is used in practice: `latin1` is windows-1252, `gbk` is gb18030, and
 * `ks_c_5601-1987` is euc-kr with the extension of code page 949. Names are compared without case and punctuation.
 */
const aliases: Readonly<Record<string, string>> = {
  "utf-8": "unicode11utf8 utf8n cp65001",
  "utf-16le": "utf16 ucs2 ucs2le unicode csunicode iso10646ucs2 unicodefeff cp1200",
  "utf-16be": "unicodefffe ucs2be cp1201",
  "utf-32le": "utf32 ucs4 ucs4le cp12000",
  "utf-32be": "ucs4be cp12001",
  gb18030: "gbk gb2312 gb231280 chinese csgb2312 euccn xgbk cp936 ms936 windows936 cp54936",
  big5: "big5hkscs cnbig5 csbig5 xxbig5 cp950 ms950 windows950",
  shift_jis: "sjis csshiftjis mskanji ms932 cp932 windows31j windows932 xsjis",
  "euc-jp": "cseucpkdfmtjapanese xeucjp ujis cp51932",
  "iso-2022-jp": "csiso2022jp jis",
  "hz-gb-2312": "hz hzgb",
  "iso-2022-kr": "csiso2022kr",
  "euc-kr": "cseuckr korean ksc5601 ksc56011987 ksc56011989 windows949 cp949 ms949 uhc",
  "windows-874": "cp874 dos874 iso885911 tis620",
  "windows-1250": "cp1250 xcp1250 ms1250",
  "windows-1251": "cp1251 xcp1251 ms1251",
  "windows-1252": "cp1252 xcp1252 ms1252 latin1 l1 iso88591 iso885911987 cp819 ibm819 ascii usascii ansix341968",
  "windows-1253": "cp1253 xcp1253 ms1253",
  "windows-1254": "cp1254 xcp1254 ms1254 latin5 l5 iso88599 iso885991989",
  "windows-1255": "cp1255 xcp1255 ms1255",
  "windows-1256": "cp1256 xcp1256 ms1256",
  "windows-1257": "cp1257 xcp1257 ms1257",
  "windows-1258": "cp1258 xcp1258 ms1258",
  "iso-8859-2": "latin2 l2 iso885921987 csisolatin2",
  "iso-8859-3": "latin3 l3 iso885931988 csisolatin3",
  "iso-8859-4": "latin4 l4 iso885941988 csisolatin4",
  "iso-8859-5": "cyrillic iso885951988 csisolatincyrillic",
  "iso-8859-6": "arabic iso885961987 csisolatinarabic asmo708 ecma114 iso88596e iso88596i",
  "iso-8859-7": "greek greek8 iso885971987 csisolatingreek ecma118 elot928 suneugreek",
  "iso-8859-8": "hebrew visual iso885981988 csisolatinhebrew iso88598e iso88598i logical",
  "iso-8859-10": "latin6 l6 iso8859101992 csisolatin6",
  "iso-8859-13": "latin7 l7",
  "iso-8859-14": "latin8 l8",
  "iso-8859-15": "latin9 l9 csisolatin9",
  "iso-8859-16": "latin10 l10",
  "koi8-r": "koi koi8 cskoi8r",
  "koi8-u": "koi8ru",
  macintosh: "mac macroman xmacroman csmacintosh",
  "x-mac-cyrillic": "maccyrillic macukrainian xmacukrainian",
  "x-mac-ce": "maccenteuro maccentraleurope macce",
  "x-mac-croatian": "maccroatian",
  "x-mac-greek": "macgreek",
  "x-mac-icelandic": "maciceland macicelandic",
  "x-mac-romanian": "macromania macromanian",
  "x-mac-turkish": "macturkish",
  ibm437: "cp437 dosus",
  ibm737: "cp737",
  ibm775: "cp775",
  ibm850: "cp850",
  ibm852: "cp852",
  ibm855: "cp855",
  ibm857: "cp857",
  ibm858: "cp858",
  ibm860: "cp860",
  ibm861: "cp861",
  ibm862: "cp862 dos862",
  ibm863: "cp863",
  ibm864: "cp864",
  ibm865: "cp865",
  ibm866: "cp866 csibm866",
  ibm869: "cp869",
};

/** The labels of all supported encodings, the most common first. */
export const knownEncodings: readonly string[] = Object.keys(aliases);

let labelsByName: ReadonlyMap<string, string> | undefined;

/** Returns the label of `knownEncodings` for an encoding name; `undefined` if the encoding is not supported. */
export function resolveEncoding(name: string): string | undefined {
  labelsByName ??= new Map(
    Object.entries(aliases).flatMap(([label, others]) =>
      [bare(label), ...others.split(" ")].map((other): [string, string] => [other, label]),
    ),
  );
  return labelsByName.get(bare(name));
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
