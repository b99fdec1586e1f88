import { expect, test } from "vitest";
import { withoutControls } from "../../src/content/control-characters.ts";

test.for<readonly [string, string, string]>([
  ["controls are removed", "a\u0000\u0007\u000c\u007fb", "ab"],
  ["tabs and line ends are kept", "a\tb\r\nc", "a\tb\r\nc"],
  ["the no-break hyphen of Word is shown", "a\u001eb\u001fc", "a\u2011bc"],
  ["numbers of Windows-1252 are its characters", "\u0080 it\u0092s \u0093a\u0094 \u0096 \u009f", "€ it’s “a” – Ÿ"],
  ["numbers without a character are removed", "a\u0081\u008d\u008f\u0090\u009db", "ab"],
])("%s", ([, text, expected]) => {
  expect(withoutControls(text)).toBe(expected);
});
