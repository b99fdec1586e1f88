import type { OddFile } from "../odd-file.ts";
import { bytesOf, content } from "../write.ts";
import { legacyTexts } from "./legacy-texts.ts";

const greeting = "schöne Grüße, 日本語, Привет\n";

function utf16(text: string, bigEndian: boolean, mark: boolean): Uint8Array {
  const bytes = Buffer.from(mark ? `\uFEFF${text}` : text, "utf16le");
  return bigEndian ? bytes.swap16() : bytes;
}

function utf32(text: string): Uint8Array {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(points.length * 4);
  points.forEach((point, at) => bytes.writeUInt32LE(point, at * 4));
  return bytes;
}

const umlauts =
  "Die schönen Mädchen hören früh die Vögel über den Häusern grüßen, natürlich für höchstens fünf Äpfel.\n";
const english = "The reader shows what is in this file, whatever way its letters are stored.\nSecond line.\n";

/** Texts in every usual encoding, and texts that are broken. */
export const encodings: readonly OddFile[] = [
  {
    id: "encodings/utf-8-mark.txt",
    why: "A byte order mark is no character of the text.",
    make: content(`\uFEFF${greeting}`),
    expect: { is: "content", has: ["schöne Grüße, 日本語, Привет"], lacks: ["\uFEFF"], lines: 1 },
  },
  ...(["le", "be"] as const).flatMap((order): OddFile[] => [
    {
      id: `encodings/utf-16${order}-mark.txt`,
      why: "Half of the bytes are NUL, and it is text all the same.",
      make: content(utf16(greeting, order === "be", true)),
      expect: { is: "content", has: ["schöne Grüße, 日本語, Привет"], lacks: ["\0", "\uFEFF"], lines: 1 },
    },
    {
      id: `encodings/utf-16${order}-no-mark.txt`,
      why: "Nothing but its content says how it is stored.",
      make: content(utf16(english, order === "be", false)),
      expect: { is: "content", has: ["The reader shows what is in this file"], lacks: ["\0"], lines: 2 },
    },
  ]),
  {
    id: "encodings/utf-32le-mark.txt",
    why: "Its mark starts like that of UTF-16.",
    make: content(utf32(`\uFEFF${greeting}`)),
    expect: { is: "content", has: ["schöne Grüße, 日本語, Привет"], lacks: ["\0"] },
  },
  ...legacyTexts.map(({ encoding, has, base64 }): OddFile => ({
    id: `encodings/${encoding}.txt`,
    why: "It is no UTF-8, and says nowhere what it is.",
    make: content(Buffer.from(base64, "base64")),
    expect: { is: "content", has: [has], lacks: ["\uFFFD"] },
  })),
  {
    id: "encodings/broken-utf-8.txt",
    why: "Three bytes of much UTF-8 are none.",
    make: content(
      bytesOf(umlauts, "grüße, süß, schöner ", 0xff, 0xc3, 0x28, 0xe2, 0x82, " ende über allem\nnächste Zeile\n"),
    ),
    expect: { is: "content", has: ["nächste Zeile", "grüße, süß"], lines: 3 },
  },
  {
    id: "encodings/overlong.txt",
    why: "A slash that is written in two bytes is no slash.",
    make: content(bytesOf(umlauts, "übung ", 0xc0, 0xaf, " für alle, schön\n")),
    expect: { is: "content", has: ["für alle, schön"] },
  },
  {
    id: "encodings/cut-at-4096.txt",
    why: "A character lies across the bytes that tools look at first.",
    make: content(`${"a".repeat(4095)}\n${"€".repeat(1000)}\nthe end\n`.replace("a\n€", "€\n€")),
    expect: { is: "content", has: ["the end", "€€€€€"], lacks: ["\uFFFD"], lines: 3 },
  },
  {
    id: "encodings/late-latin-1.txt",
    why: "The first 8 KB are ASCII, the accents come later.",
    make: content(
      bytesOf("plain words in a line\n".repeat(400), Buffer.from("déjà vu, à bientôt, très élevé\n", "latin1")),
    ),
    expect: { is: "content", has: ["plain words in a line", "déjà vu, à bientôt"], lines: 401 },
  },
];
