/** What programs mean that declare no code page, or ASCII or Latin 1. */
export const western: string = "windows-1252";

/** Code pages by number that have another name in the Encoding Standard than `windows-` and the number. */
const encodings: ReadonlyMap<number, string> = new Map([
  [932, "shift_jis"],
  [936, "gbk"],
  [949, "euc-kr"],
  [950, "big5"],
  [10000, "macintosh"],
  [20127, "windows-1252"],
  [20866, "koi8-r"],
  [21866, "koi8-u"],
  [28591, "iso-8859-1"],
  [28592, "iso-8859-2"],
  [28593, "iso-8859-3"],
  [28594, "iso-8859-4"],
  [28595, "iso-8859-5"],
  [28596, "iso-8859-6"],
  [28597, "iso-8859-7"],
  [28598, "iso-8859-8"],
  [28599, "iso-8859-9"],
  [28603, "iso-8859-13"],
  [28605, "iso-8859-15"],
  [38598, "iso-8859-8-i"],
  [50220, "iso-2022-jp"],
  [50221, "iso-2022-jp"],
  [50222, "iso-2022-jp"],
  [51932, "euc-jp"],
  [51949, "euc-kr"],
  [54936, "gb18030"],
  [65001, "utf-8"],
]);

/** Decodes the HTML body by its own declaration, which Outlook keeps, or by the code page of the item. */
export function decodedHtml(bytes: Uint8Array, codePage: unknown): string {
  const declared = /charset=["']?([\w-]+)/i.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 4096)))?.[1];
  const number = typeof codePage === "number" ? codePage : 65_001;
  for (const label of [declared, encodings.get(number), `windows-${number}`, "utf-8"]) {
    const decoder = label === undefined ? undefined : decoderOf(label);
    if (decoder !== undefined) return decoder.decode(bytes);
  }
  return "";
}

function decoderOf(label: string): { decode(bytes: Uint8Array): string } | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

/** Returns the name of the encoding of a code page in the Encoding Standard. */
export function encodingOf(codePage: number): string {
  const name = encodings.get(codePage) ?? `windows-${codePage}`;
  return name === "iso-8859-1" ? western : name;
}

/** Decodes a text in an encoding, or in the usual one if it is unknown. */
export function textIn(bytes: Uint8Array, encoding: string): string {
  return (decoderOf(encoding) ?? new TextDecoder(western)).decode(bytes);
}
