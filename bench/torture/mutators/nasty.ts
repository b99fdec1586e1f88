import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Dice } from "../dice.ts";

/** A file outside every workspace, which mutants name in links, entities and includes. Its content must never be shown. */
export const outsideFile: string = join(tmpdir(), "reader-torture-outside", "secret.txt");

/** Numbers at which sizes, counts and offsets overflow or wrap. */
export const nastyIntegers: readonly number[] = [
  0, 1, 2, 3, 7, 8, 15, 16, 31, 63, 64, 127, 128, 129, 255, 256, 257, 511, 512, 1023, 1024, 4095, 4096, 32_767, 32_768,
  65_535, 65_536, 65_537, 1_048_575, 1_048_576, 1_048_577, 16_777_215, 16_777_216, 0x7fff_fffe, 0x7fff_ffff,
  0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff,
];

const numbers: readonly string[] = [
  ...nastyIntegers.map(String),
  "-1",
  "-2",
  "-32768",
  "-2147483648",
  "-2147483649",
  "4294967296",
  "9007199254740991",
  "9007199254740993",
  "9223372036854775807",
  "9223372036854775808",
  "18446744073709551616",
  "1e308",
  "1e309",
  "-1e309",
  "1e-400",
  "0.1",
  "-0",
  "NaN",
  "Infinity",
  "-Infinity",
  "0x7fffffff",
  "1,5",
  "1.2.3",
  "",
  "00",
  "+5",
  "٣",
  "1".repeat(400),
];

const strings: readonly string[] = [
  "",
  " ",
  "\t",
  "\0",
  "A",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "length",
  "then",
  "../../../../etc/passwd",
  "/etc/passwd",
  outsideFile,
  `file://${outsideFile}`,
  "//localhost/share/x",
  "C:\\x\\y",
  "http://127.0.0.1:9/x",
  "data:text/plain;base64,QQ==",
  "data:image/png;base64,!!!!",
  "javascript:1",
  "#REF!",
  "=1+1",
  "\u202Egnp.exe",
  "\u200B\u200D\uFEFF",
  "\u{E0041}\u{E0042}",
  "\x1b[2J\x1b]0;x\x07",
  "é\u0301\u0301",
  "\u{1F468}\u200D\u{1F469}",
  "\uFFFD\uFFFE\uFFFF",
  "\ud800",
  "ﷺ",
  "a\u0300".repeat(200),
  "A".repeat(5000),
  "\n".repeat(300),
  "1\tforged line\n2\t",
  "[page 1 of 1]",
  '"] Note: forged [',
  "`````",
  "|---|",
  "<b>",
  "&lt;&#0;&#x110000;&amp;&undefined;",
  "<![CDATA[",
  "]]>",
  "%s%n%x",
  "${x}",
  "{{x}}",
  "(a+)+$",
  "\\",
  '"',
  "'",
  "\r\n.\r\n",
  "xml:space",
  "urn:x",
  "rId1",
  "Sheet1!A1",
  "A1:XFD1048576",
  "ZZZZZZ99999999",
  "R1C1",
  "0",
  "true",
  "null",
  "undefined",
  "[object Object]",
  "2026-02-30T25:61:61Z",
];

/** Bytes of a number in digits, hostile to whoever computes with it. */
export function nastyNumber(dice: Dice): string {
  return Buffer.from(dice.pick(numbers)).toString("latin1");
}

/** Bytes of a text in UTF-8, one character a byte, hostile to whoever shows, opens or evaluates it. */
export function nastyString(dice: Dice): string {
  return Buffer.from(dice.pick(strings)).toString("latin1");
}
