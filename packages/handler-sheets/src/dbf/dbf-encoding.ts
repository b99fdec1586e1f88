import type { DecodeText } from "./dbf-values.ts";

/** Code pages by the numbers of language drivers, as iconv-lite calls them. */
const codePages: Readonly<Record<number, string>> = {
  0x01: "cp437",
  0x02: "cp850",
  0x03: "win1252",
  0x08: "cp865",
  0x13: "shift_jis",
  0x4d: "gbk",
  0x4e: "cp949",
  0x4f: "big5",
  0x57: "win1252",
  0x58: "win1252",
  0x59: "win1252",
  0x64: "cp852",
  0x65: "cp866",
  0x66: "cp865",
  0x78: "big5",
  0x79: "cp949",
  0x7a: "gbk",
  0x7b: "shift_jis",
  0x7c: "cp874",
  0x7d: "win1255",
  0x7e: "win1256",
  0xc8: "win1250",
  0xc9: "win1251",
  0xca: "win1254",
  0xcb: "win1253",
};

/** How the text of a table is read: as UTF-8 where its first records are that, else in the code page that it names. */
export async function decoderFor(sample: Uint8Array, language: number): Promise<DecodeText> {
  if (isUtf8(sample)) {
    const decoder = new TextDecoder();
    return (bytes) => decoder.decode(bytes);
  }
  const { default: iconv } = await import("iconv-lite");
  const name = codePages[language] ?? "win1252";
  return (bytes) => iconv.decode(bytes, name);
}

/** A sample may end, and fields may be cut, inside a character. */
function isUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample);
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  const right = text.match(/[\u0080-\ufffc\u{10000}-\u{10ffff}]/gu)?.length ?? 0;
  return wrong * 4 <= right;
}
