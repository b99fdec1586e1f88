import { expect, test } from "vitest";
import { formatBytes, formatNumber, printable, toJson } from "../../src/output/format.ts";

test("bytes are base64, wherever they lie in their buffer", () => {
  const bytes = new Uint8Array([0, 1, 2, 253, 254, 255]);
  expect(toJson({ data: bytes.subarray(2, 5) })).toBe('{"data":"Av3+"}');
  expect(toJson([{ data: new Uint8Array(0) }, Buffer.from([255])])).toContain('{"data":""}');
});

test("a text with half a character and line separators is one line of valid JSON", () => {
  const text = "a\ud800b\nc\u2028d\u0000";
  const json = toJson({ text });
  expect(json).not.toMatch(/\n/);
  expect(JSON.parse(json)).toEqual({ text });
});

test.for([
  [0, "0"],
  [9999, "9999"],
  [10_000, "10 000"],
  [41_233, "41 233"],
  [1_234_567, "1 234 567"],
] as const)("%d is written %s", ([value, text]) => {
  expect(formatNumber(value)).toBe(text);
});

test.for([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1 KB"],
  [1075, "1.07 KB"],
  [999_499, "999 KB"],
  [999_500, "1 MB"],
  [123_456_789, "123 MB"],
  [4_000_000_000, "4 GB"],
  [999_950_000_000, "1 TB"],
  [5e15, "5000 TB"],
] as const)("%d bytes are %s", ([bytes, text]) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.for([
  ["plain name.txt", "plain name.txt"],
  ["日本語 é 👍", "日本語 é 👍"],
  ["a\nb", "a\\u{a}b"],
  ["\u001b[2Jgone", "\\u{1b}[2Jgone"],
  ["txt.\u202eexe", "txt.\\u{202e}exe"],
  ["a\u2028b\u0085c", "a\\u{2028}b\\u{85}c"],
  ["\ud800", "\\u{d800}"],
  ["a\u{e0041}b", "a\\u{e0041}b"],
] as const)("%j is shown as %s", ([name, shown]) => {
  expect(printable(name)).toBe(shown);
});
