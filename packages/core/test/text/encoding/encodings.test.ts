import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { knownEncodings } from "../../../src/text/encoding/encoding-labels.ts";
import { encodings, openDecoder } from "../../../src/text/encoding/encodings.ts";
import { tableNameOf } from "../../../src/text/encoding/iconv-tables.ts";
import { layoutOf } from "../../../src/text/encoding/unit-layout.ts";
import { samples } from "./samples.ts";
import { concat, latin1, utf8 } from "../../detect/support.ts";

/** iconv-lite writes none of those with shifts. */
const shifted = ["iso-2022-jp", "iso-2022-kr", "hz-gb-2312"];
const all = knownEncodings.filter((encoding) => !shifted.includes(encoding));

function encode(text: string, encoding: string): Uint8Array {
  return new Uint8Array(iconv.encode(text, tableNameOf(encoding), { addBOM: false }));
}

/** The characters of every script here that an encoding has. */
function charactersOf(encoding: string): string {
  const text = samples.map(({ long }) => long).join("");
  return Array.from(text, (each) =>
    iconv.decode(Buffer.from(encode(each, encoding)), tableNameOf(encoding)) === each ? each : "",
  ).join("");
}

describe("a decoder", () => {
  test.for(all)("of %s reads back what was written", async (encoding) => {
    const text = charactersOf(encoding);
    expect(text.length).toBeGreaterThan(100);
    expect((await openDecoder(encoding)).decode(encode(text, encoding))).toBe(text);
  });

  test.for(all)("of %s splits no character at the edge of a piece", async (encoding) => {
    const text = `${charactersOf(encoding).slice(0, 200)}${encoding.startsWith("utf") ? "😀e\u0301" : ""}`;
    const bytes = encode(text, encoding);
    const decoder = await openDecoder(encoding);
    for (const size of [1, 2, 3, 5, 7]) {
      let read = "";
      for (let at = 0; at < bytes.length; at += size) {
        read += decoder.decode(bytes.subarray(at, at + size), { stream: at + size < bytes.length });
      }
      expect(read).toBe(text);
    }
  });

  test("starts afresh after a call that ended the text", async () => {
    for (const encoding of ["utf-8", "gb18030", "big5", "euc-kr", "utf-32le"]) {
      const decoder = await openDecoder(encoding);
      const bytes = encode("你人", encoding);
      const cut = decoder.decode(bytes.subarray(0, bytes.length - 1));
      expect(cut.startsWith(iconv.decode(Buffer.from(bytes), encoding).slice(0, 1)), encoding).toBe(true);
      expect(decoder.decode(utf8("ab".padEnd(4, "\0"))).startsWith("ab") || encoding === "utf-32le", encoding).toBe(
        true,
      );
    }
  });

  test("leaves a byte order mark alone", async () => {
    for (const [encoding, bytes] of [
      ["utf-8", [0xef, 0xbb, 0xbf, 0x61]],
      ["utf-16le", [0xff, 0xfe, 0x61, 0]],
      ["utf-16be", [0xfe, 0xff, 0, 0x61]],
      ["utf-32le", [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]],
    ] as const) {
      expect((await openDecoder(encoding)).decode(Uint8Array.from(bytes)), encoding).toBe("\uFEFFa");
    }
  });

  test.for([
    ["windows-1252", [0x80, 0x93, 0x94, 0x85, 0xe9], "€“”…é"],
    ["windows-1251", [0xcf, 0xf0, 0xb9], "Пр№"],
    ["koi8-u", [0xae, 0xbe, 0xa4], "ўЎє"],
    ["euc-kr", [0x81, 0x41, 0xb0, 0xa1], "갂가"],
    ["big5", [0xa7, 0x41, 0xa6, 0x6e], "你好"],
    ["gb18030", [0xc4, 0xe3, 0x81, 0x30, 0x81, 0x30], "你\u0080"],
    ["shift_jis", [0x93, 0xfa, 0xb1, 0x5c], "日ｱ\\"],
    ["euc-jp", [0xc6, 0xfc, 0x8e, 0xb1, 0x8f, 0xb0, 0xa1], "日ｱ丂"],
    ["macintosh", [0x8e, 0xa9, 0xbd, 0xdb, 0xf0], "é©Ω€\uF8FF"],
    ["x-mac-cyrillic", [0x8f, 0xe0, 0xa2, 0xb6, 0xff], "ПаҐґ€"],
    ["ibm437", [0x82, 0xe1, 0xc9], "éß╔"],
    ["utf-32be", [0, 1, 0xf6, 0], "😀"],
  ] as const)("of %s knows what its programs wrote", async ([encoding, bytes, text]) => {
    expect((await openDecoder(encoding)).decode(Uint8Array.from(bytes))).toBe(text);
  });

  test("of an unknown encoding is a mistake of the caller", async () => {
    await expect(openDecoder("klingon")).rejects.toThrow(TypeError);
  });

  test("never throws, whatever the bytes", async () => {
    for (const encoding of all) {
      const decoder = await openDecoder(encoding);
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => typeof decoder.decode(bytes) === "string"),
        { seed: 2, numRuns: 60 },
      );
    }
  });
});

describe("replacement characters", () => {
  test.for([
    ["utf-8", utf8("a\uFFFDb"), 0],
    ["utf-8", concat(utf8("\uFFFD"), Uint8Array.of(0xff), utf8("\uFFFD")), 1],
    ["utf-8", Uint8Array.of(0xe6, 0x97, 0x61), 1],
    ["utf-16le", Uint8Array.of(0xfd, 0xff, 0x00, 0xd8, 0x61, 0), 1],
    ["utf-16le", Uint8Array.of(0x00, 0xfd, 0xff, 0xfd, 0xfd, 0xff), 0],
    ["utf-16be", Uint8Array.of(0xd8, 0x00, 0, 0x61), 1],
    ["utf-32le", Uint8Array.of(0xfd, 0xff, 0, 0, 0, 0, 0x11, 0), 1],
    ["gb18030", Uint8Array.of(0x84, 0x31, 0xa4, 0x37, 0xff), 1],
    ["big5", Uint8Array.of(0xa7, 0x41, 0xff), 1],
    ["windows-1252", latin1("a\x81b"), 1],
  ] as const)("of %s are counted but for those in the file", async ([encoding, bytes, count]) => {
    const text = (await openDecoder(encoding)).decode(bytes);
    expect(encodings.countReplacements(text, bytes, encoding)).toBe(count);
  });
});

describe("line breaks in bytes", () => {
  test("are never part of another character in an encoding that is searched by bytes", () => {
    const everything = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).filter(
      (each) => !/[\n\r]/.test(each),
    );
    for (const encoding of all.filter((each) => layoutOf(each).unitBytes === 1)) {
      const bytes = encode(everything.join(""), encoding);
      expect(bytes.includes(0x0a) || bytes.includes(0x0d), encoding).toBe(false);
    }
  });

  test.for([
    ["utf-16le", 2, true],
    ["utf-16be", 2, false],
    ["utf-32le", 4, true],
    ["utf-32be", 4, false],
    ["utf-8", 1, true],
    ["shift_jis", 1, true],
  ] as const)("of %s are units of %i bytes", ([encoding, unitBytes, littleEndian]) => {
    expect(layoutOf(encoding)).toEqual({ unitBytes, littleEndian });
  });
});
