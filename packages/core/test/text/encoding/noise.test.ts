import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { detectText } from "../../../src/text/encoding/detect-encoding.ts";
import { expectFailure, readerOf } from "../../reader/support.ts";
import { noise } from "../../detect/support.ts";
import { samples } from "./samples.ts";

const kinds: readonly (readonly [string, (byte: number) => number])[] = [
  ["any byte beyond ASCII", (byte) => byte | 0x80],
  ["bytes from A0", (byte) => 0xa0 + (byte % 96)],
  ["bytes from C0, which are letters in many encodings", (byte) => 0xc0 + (byte % 64)],
  ["printable bytes of both halves", (byte) => (byte < 0x20 || byte === 0x7f ? 0x41 : byte)],
];

describe.for(kinds)("random bytes (%s)", ([, toByte]) => {
  test.for([48, 64, 200, 1000, 4096])("%i of them are no text", (length) => {
    for (let seed = 1; seed <= 12; seed += 1) {
      expect(detectText(noise(length, seed).map(toByte), true)).toBeUndefined();
    }
  });
});

test("random bytes are refused as binary", async () => {
  const reader = await readerOf({ "a.dat": noise(2000).map((byte) => 0xc0 + (byte % 64)) });
  expect(expectFailure(await reader.read({ path: "a.dat" })).error.code).toBe("binary");
});

const texts = samples.flatMap(({ language, encodings, short, long }) =>
  encodings.map((encoding) => ({ language, encoding, short, long })),
);

test.for(texts)("$language in $encoding is text, in capitals and in any piece", ({ encoding, short, long }) => {
  for (const text of [short, long, long.toUpperCase()]) {
    const bytes = new Uint8Array(iconv.encode(text, encoding));
    expect(detectText(bytes, true), text).toBeDefined();
    for (let start = 0; start + 40 <= text.length; start += 23) {
      const piece = text.slice(start, start + 40);
      expect(detectText(new Uint8Array(iconv.encode(piece, encoding)), true), piece).toBeDefined();
    }
  }
});

test.for([
  ["Serbian", "Програм чита датотеку са подешавањима када се покрене, а ако је нема, користи подразумеване вредности."],
  [
    "Bulgarian",
    "При стартиране програмата чете файла с настройките, а ако го няма, използва стойностите по подразбиране.",
  ],
] as const)("%s in code page 855 is read as such, in any piece", ([, text]) => {
  for (let start = 0; start + 40 <= text.length; start += 7) {
    const bytes = new Uint8Array(iconv.encode(text.slice(start, start + 40), "cp855"));
    expect(detectText(bytes, true)?.encoding, text.slice(start, start + 40)).toBe("ibm855");
  }
});

test.for([
  ["a frame of code page 437", "ibm437", `╔${"═".repeat(30)}╗\n║${" ".repeat(30)}║\n╚${"═".repeat(30)}╝\n`],
  ["half-width katakana", "shift_jis", "ﾃﾞｰﾀﾍﾞｰｽﾆｾﾂｿﾞｸﾃﾞｷﾏｾﾝﾃﾞｼﾀ\n".repeat(3)],
  ["a price list", "windows-1252", "10 € – 20 € – 30 € – 40 €\n".repeat(4)],
  [
    "a chart that says its encoding",
    "koi8-r",
    "charset=koi8-r\nабвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩ",
  ],
] as const)("%s is text", ([, encoding, text]) => {
  expect(detectText(new Uint8Array(iconv.encode(text, encoding)), true)).toBeDefined();
});

test("the worse the bytes suit the encoding, the less sure is the guess", () => {
  const sure = detectText(new Uint8Array(iconv.encode("Привет, мир! Это проверка текста.", "koi8-r")), true);
  const unsure = detectText(
    noise(14, 3).map((byte) => 0xc0 + (byte % 64)),
    true,
  );
  expect(sure?.confidence).toBeGreaterThan(0.8);
  expect(unsure?.confidence ?? 0).toBeLessThan(0.5);
});
