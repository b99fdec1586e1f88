/** Decodes bytes in one code page. Invalid bytes become U+FFFD. */
export type DecodePage = (bytes: Uint8Array) => string;

/** Windows code pages, by their names in `TextDecoder`. */
const names: Readonly<Record<number, string>> = {
  708: "iso-8859-6",
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  1361: "euc-kr",
  10000: "macintosh",
  10007: "x-mac-cyrillic",
  20866: "koi8-r",
  21866: "koi8-u",
  28591: "windows-1252",
  28592: "iso-8859-2",
  54936: "gb18030",
  65001: "utf-8",
};

const decoders = new Map<number, DecodePage>();

/** Returns the decoder of a Windows code page, or of 1252 for an unknown one. Code pages of DOS need `loadDosPages`. */
export function decoderOf(codePage: number): DecodePage {
  const known = decoders.get(codePage);
  if (known !== undefined) return known;
  const label = labelOf(codePage);
  // Files can contain any number; only known ones are cached.
  if (label === undefined) return decoderOf(1252);
  const decoder = new TextDecoder(label);
  const decode: DecodePage = (bytes) => decoder.decode(bytes);
  decoders.set(codePage, decode);
  return decode;
}

function labelOf(codePage: number): string | undefined {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  return names[codePage];
}

const dosPages = [437, 720, 737, 775, 850, 852, 855, 857, 858, 860, 861, 862, 863, 864, 865, 869] as const;

/** Loads the decoders of the code pages of DOS, which `TextDecoder` does not support. */
export async function loadDosPages(): Promise<void> {
  if (decoders.has(437)) return;
  const { default: iconv } = await import("iconv-lite");
  for (const page of dosPages) {
    if (iconv.encodingExists(`cp${page}`)) decoders.set(page, (bytes) => iconv.decode(bytes, `cp${page}`));
  }
}

/** Returns the code page of a Windows character set ([MS-WMF], 2.1.1.5), or `undefined` for the document's default. */
export function codePageOfCharset(charset: number): number | undefined {
  return charsets[charset];
}

const charsets: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10000,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};
