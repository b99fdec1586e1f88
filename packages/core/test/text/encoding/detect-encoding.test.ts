import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { detectText } from "../../../src/text/encoding/detect-encoding.ts";
import { openDecoder } from "../../../src/text/encoding/encodings.ts";
import { concat, latin1, noise, utf8 } from "../../detect/support.ts";
import { samples, vietnamese } from "./samples.ts";

/** The text as the guessed encoding reads it. */
async function readAsGuessed(bytes: Uint8Array, isWhole = true): Promise<string> {
  const found = detectText(bytes, isWhole);
  if (found === undefined) return "(binary)";
  return (await openDecoder(found.encoding)).decode(bytes.subarray(found.bomBytes));
}

const cases = samples.flatMap(({ language, encodings, short, long }) =>
  encodings.map((encoding) => ({ language, encoding, short, long })),
);

describe("legacy encodings", () => {
  test.for(cases)(
    "$language in $encoding is read right, in a sentence and in several",
    async ({ encoding, short, long }) => {
      for (const text of [long, `${long}\r\n${short}\r\n`, short]) {
        expect(await readAsGuessed(new Uint8Array(iconv.encode(text, encoding)))).toBe(text);
      }
    },
  );

  test.for(cases)("$language in $encoding is read right wherever the window ends", async ({ encoding, long }) => {
    const bytes = new Uint8Array(iconv.encode(long, encoding));
    for (let length = bytes.length - 24; length <= bytes.length; length += 1) {
      const read = await readAsGuessed(bytes.subarray(0, length), false);
      expect(long.startsWith(read.replace(/\uFFFD$/, "").slice(0, -2)), read).toBe(true);
    }
  });

  test.for(cases)("$language in $encoding is found in a comment of a program", async ({ encoding, long }) => {
    const program = `import { readFile } from "fs";\n// ${long.replaceAll("\n", "\n// ")}\nexport const value = 12;\n`;
    expect(await readAsGuessed(new Uint8Array(iconv.encode(program, encoding)))).toBe(program);
  });

  test("Vietnamese in windows-1258 is read right", async () => {
    expect(await readAsGuessed(new Uint8Array(iconv.encode(vietnamese, "windows-1258")))).toBe(vietnamese);
  });

  test.for([
    "café",
    "naïve",
    "Müller",
    "señor",
    "10 €",
    "“quoted”",
    "don’t",
    "25 °C",
    "© 2020 Acme",
    "5 µm",
    "Bjørn",
    "x = 'é';",
  ])("the single word %j is Western", (text) => {
    const found = detectText(new Uint8Array(iconv.encode(text, "windows-1252")), true);
    expect(found).toMatchObject({ encoding: "windows-1252", bomBytes: 0, isAsciiSoFar: false });
  });

  test("a declaration in the text decides between readings that are both sound", () => {
    const page = (label: string): Uint8Array =>
      new Uint8Array(iconv.encode(`<meta charset="${label}"><p>žena</p>`, "windows-1250"));
    expect(detectText(page("windows-1250"), true)?.encoding).toBe("windows-1250");
    expect(detectText(page("klingon"), true)?.encoding).not.toBe("klingon");
    const lie = new Uint8Array(iconv.encode(`<meta charset="koi8-r"><p>${samples[0]?.long ?? ""}</p>`, "gb18030"));
    expect(detectText(lie, true)?.encoding).toBe("gb18030");
  });

  test("are less certain the less there is to go by", () => {
    const word = detectText(latin1("caf\xe9"), true)?.confidence ?? 0;
    const text =
      detectText(new Uint8Array(iconv.encode(samples[4]?.long ?? "", "windows-1251")), true)?.confidence ?? 0;
    expect(word).toBeGreaterThan(0.3);
    expect(text).toBeGreaterThan(word);
    expect(text).toBeLessThan(1);
  });

  test("ISO-2022-JP is detected by its shifts, and is not ASCII", async () => {
    const bytes = latin1("Subject: \x1b$B%F%9%H\x1b(B\n");
    expect(detectText(bytes, true)).toMatchObject({ encoding: "iso-2022-jp", isAsciiSoFar: false });
    expect(await readAsGuessed(bytes)).toBe("Subject: テスト\n");
  });
});

describe("Unicode", () => {
  test.for([
    ["UTF-8", [0xef, 0xbb, 0xbf, 0x61], "utf-8", 3],
    ["UTF-16LE", [0xff, 0xfe, 0x61, 0x00], "utf-16le", 2],
    ["UTF-16BE", [0xfe, 0xff, 0x00, 0x61], "utf-16be", 2],
    ["UTF-32LE", [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0], "utf-32le", 4],
    ["UTF-32BE", [0, 0, 0xfe, 0xff, 0, 0, 0, 0x61], "utf-32be", 4],
    ["a UTF-16LE mark alone", [0xff, 0xfe], "utf-16le", 2],
  ] as const)("is told by the byte order mark of %s", ([, bytes, encoding, bomBytes]) => {
    expect(detectText(Uint8Array.from(bytes), true)).toEqual({
      encoding,
      confidence: 1,
      bomBytes,
      isAsciiSoFar: false,
    });
  });

  test("is not detected by a mark before binary data", () => {
    expect(detectText(concat(Uint8Array.of(0xff, 0xfe), noise(2000)), false)).toBeUndefined();
    expect(detectText(concat(utf8("\uFEFFabc"), Uint8Array.of(0, 1, 2, 0)), true)).toBeUndefined();
  });

  test("in every script is text behind the mark of UTF-16", () => {
    for (const text of ["தமிழ் மொழி", "አማርኛ ፊደል", "ភាសាខ្មែរ", "မြန်မာဘာသာ", "ᏣᎳᎩ", "🙂🙃 ok"]) {
      expect(detectText(new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le")), true)?.encoding, text).toBe(
        "utf-16le",
      );
    }
  });

  test.for([
    ["whole", "日本語", 0, "utf-8"],
    ["cut at the end of the window", "日本語", 1, "utf-8"],
    ["cut after the lead byte", "日本語", 2, "utf-8"],
  ] as const)("UTF-8 that is %s is certain", ([, text, cut, encoding]) => {
    const bytes = utf8(text);
    expect(detectText(bytes.subarray(0, bytes.length - cut), false)).toMatchObject({ encoding, confidence: 1 });
  });

  test("UTF-8 with a bad byte here and there stays UTF-8, with less confidence", () => {
    const bytes = concat(utf8("naïve café, größer, 日本語 "), Uint8Array.of(0xff), utf8(" déjà vu"));
    const found = detectText(bytes, true);
    expect(found?.encoding).toBe("utf-8");
    expect(found?.confidence).toBeLessThan(0.95);
  });

  test("ASCII may still become something else", () => {
    expect(detectText(utf8("plain"), true)).toEqual({
      encoding: "utf-8",
      confidence: 1,
      bomBytes: 0,
      isAsciiSoFar: true,
    });
    expect(detectText(new Uint8Array(0), true)).toMatchObject({ encoding: "utf-8", isAsciiSoFar: true });
    expect(detectText(utf8("plain é"), true)?.isAsciiSoFar).toBe(false);
  });

  test.for(samples)("$language in UTF-16 and UTF-32 needs no mark", async ({ long }) => {
    for (const encoding of ["utf-16le", "utf-16be", "utf-32le", "utf-32be"]) {
      const bytes = new Uint8Array(iconv.encode(long, encoding, { addBOM: false }));
      expect(detectText(bytes, true)?.encoding).toBe(encoding);
      expect(detectText(bytes.subarray(0, bytes.length - 1), false)?.encoding).toBe(encoding);
    }
  });

  test("CJK text in UTF-16 needs no NUL byte", () => {
    for (const text of ["今天天气很好，我们去公园散步吧。", "今日はとても天気がいいので、公園へ行きます。"]) {
      const bytes = new Uint8Array(Buffer.from(text, "utf16le"));
      expect(bytes.includes(0)).toBe(false);
      expect(detectText(bytes, true)?.encoding).toBe("utf-16le");
    }
  });
});
