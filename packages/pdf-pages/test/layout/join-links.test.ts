import { expect, test } from "vitest";
import { joinLinks } from "../../src/layout/inline-text.ts";

const address = "https://a.example/reports/2024/q1/final.html";

test.for<readonly [string, readonly string[], readonly string[]]>([
  [
    "one link over two lines",
    [`See [the final](${address})`, `[report](${address}) of it.`],
    ["See [the final", `report](${address}) of it.`],
  ],
  [
    "one link over three lines",
    [`[a](${address})`, `[b](${address})`, `[c](${address}) d`],
    ["[a", "b", `c](${address}) d`],
  ],
  [
    "one link after the other",
    ["[a](https://a.example)", "[b](https://a.example) and [c](https://c.example)", "[d](https://c.example)"],
    ["[a", "b](https://a.example) and [c", "d](https://c.example)"],
  ],
  [
    "an address that breaks over lines",
    [`See [https://a.example/reports/](${address})`, `[2024/q1/](${address})`, `[final.html.](${address}) Seen today.`],
    ["See https://a.example/reports/2024/q1/final.html. Seen today."],
  ],
  [
    "words with brackets",
    [String.raw`See [\[1\] the](${address})`, String.raw`[report \[2\]](${address})`],
    [String.raw`See [\[1\] the`, String.raw`report \[2\]](${address})`],
  ],
])("joins %s", ([, lines, expected]) => {
  expect(joinLinks(lines)).toEqual(expected);
});

test.for<readonly [string, readonly string[]]>([
  ["links to different places", ["[a](https://a.example)", "[b](https://b.example)"]],
  ["a link and a citation", ["[a](https://a.example)", "[1] B. Author."]],
  ["brackets that are no links", ["f(x)", "[1] B. Author."]],
])("keeps %s", ([, lines]) => {
  expect(joinLinks(lines)).toEqual(lines);
});
