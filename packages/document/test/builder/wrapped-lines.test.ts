import { expect, test } from "vitest";
import { areWrappedLines } from "../../src/builder/wrapped-lines.ts";

const wrapped = [
  "The licenses for most software are designed to take away your",
  "freedom to share and change it. By contrast, this license is",
  "intended to guarantee your freedom to share and change free",
  "software.",
];

test.for<readonly [string, readonly string[], boolean]>([
  ["a text", wrapped, true],
  ["its first two lines", wrapped.slice(0, 2), true],
  ["one line", wrapped.slice(0, 1), false],
  ["a paragraph and another one", [`${wrapped[2]}.`, "It is long."], false],
  ["a line whose next word has room", ["Preamble", ...wrapped], false],
  ["short lines", ["roses are red and", "violets are blue"], false],
  ["long paragraphs", [wrapped.join(" "), wrapped.join(" ").toLowerCase()], false],
  [
    "sentences of the same length",
    Array.from({ length: 4 }, () => "This sentence is as long as the other ones are."),
    false,
  ],
  ["numbers in columns", Array.from({ length: 4 }, () => "1000000000 2000000000 3000000000 4000000000 50"), false],
])("%s: %s", ([, lines, expected]) => {
  expect(areWrappedLines(lines)).toBe(expected);
});
