import { expect, test } from "vitest";
import { printable } from "../../src/output/printable.ts";

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
