import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detectText } from "../../../src/text/encoding/detect-encoding.ts";
import { isBinary } from "../../../src/text/encoding/is-binary.ts";
import { concat, latin1, noise, utf8 } from "../../detect/support.ts";

describe("isBinary", () => {
  test.for([
    ["nothing", ""],
    ["a word", "word"],
    ["a newline", "\n"],
    ["a form feed between pages", "one\f\ntwo\n"],
    ["the escape sequences of a terminal", "\x1b[1;31merror\x1b[0m\r\n"],
    ["backspaces over letters, as man pages have", "N\bNA\bAM\bME\bE\n"],
    ["the end mark of DOS", "text\r\n\x1a"],
    ["a control character in a lot of text", `${"text ".repeat(20)}\x01\n`],
    ["a NUL at the end", "a long line of text\0"],
    ["a NUL in a sentence", "one NUL in \0 a sentence"],
    ["a line and a hole", `a line\n${"\0".repeat(4000)}`],
    ["a hole and a line", `${"\0".repeat(4000)}a line\n`],
    ["a hole in a line", `some lines\nof a log${"\0".repeat(512)} and on\n`],
    ["holes in a text in a legacy encoding", `${"Gr\xf6\xdfe f\xfcr Ger\xe4te\n".repeat(9)}${"\0".repeat(99)}`],
  ] as const)("says no to %s", ([, text]) => {
    expect(isBinary(latin1(text))).toBe(false);
  });

  test.for([
    ["a NUL in text", "text\0text"],
    ["names in records of a fixed size", `one${"\0".repeat(29)}two${"\0".repeat(29)}three${"\0".repeat(27)}`],
    ["strings with NUL between them", "name\0value\0other\0thing\0"],
    ["one NUL", "\0"],
    ["only NUL", "\0".repeat(4096)],
    ["one control character", "\x01"],
    ["mostly control characters", "\x01\x02a\x03\x04b"],
    ["numbers of four bytes", "\x01\0\0\0\x02\0\0\0\x03\0\0\0"],
    ["four bytes that count up", "\0\x01\x02\x03"],
    ["sixteen bytes that count up", "\0\x01\x02\x03\x04\x05\x06\x07\b\t\n\v\f\r\x0e\x0f"],
    ["numbers of two bytes", "\x01\0\x02\0\x03\0\x04\0\x05\0"],
    ["a program", "\x7fELF\x02\x01\x01\0\0\0\0\0\x03\0\x3e\0"],
  ] as const)("says yes to %s", ([, text]) => {
    expect(isBinary(latin1(text))).toBe(true);
  });

  test("says yes to noise and to compressed data of any size worth the name", () => {
    for (let seed = 1; seed <= 50; seed += 1) expect(isBinary(noise(512, seed))).toBe(true);
  });

  test("says no to text in UTF-16 and UTF-32, with a mark and without", () => {
    for (const encoding of ["utf16le"] as const) {
      expect(isBinary(new Uint8Array(Buffer.from("hello, world\n", encoding)))).toBe(false);
      expect(isBinary(new Uint8Array(Buffer.from("\uFEFFhello\n", encoding)))).toBe(false);
    }
    expect(isBinary(latin1("h\0\0\0i\0\0\0!\0\0\0"))).toBe(false);
  });

  test("says yes to UTF-16 with a NUL character in it", () => {
    expect(isBinary(new Uint8Array(Buffer.from("hello\0world, this is a string", "utf16le")))).toBe(true);
  });

  test("never says yes to UTF-8 without control characters", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 300 }).filter((value) => !/\p{Cc}/u.test(value));
    fc.assert(
      fc.property(text, (value) => !isBinary(utf8(value))),
      { seed: 7, numRuns: 500 },
    );
  });

  test("agrees with what the reader does: text is what has an encoding", () => {
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ maxLength: 99 }).map(utf8));
    fc.assert(
      fc.property(bytes, (value) => isBinary(value) === (detectText(value, false) === undefined)),
      { seed: 11, numRuns: 800 },
    );
  });

  test("looks no further than the character that its window cuts", () => {
    const bytes = concat(utf8("a".repeat(4090)), utf8("😀😀"));
    for (let length = 4085; length <= bytes.length; length += 1)
      expect(isBinary(bytes.subarray(0, length))).toBe(false);
  });
});
