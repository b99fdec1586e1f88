import { describe, expect, test } from "vitest";
import { formats } from "../../src/outline-file.ts";
import { maxEntries, maxKeys } from "../../src/model/limits.ts";
import { outlineOfText, shownOutline } from "../outlining.ts";

const cases: readonly (readonly [string, string, string, string])[] = [
  ["a fence that nothing closes", "text/markdown", "# A\n```\n# B\n", "1-3 heading [A] A"],
  ["a shorter fence inside a fence", "text/markdown", "````\n```\n# B\n````\n# A\n", "5-5 heading [A] A"],
  ["front matter that nothing closes", "text/markdown", "---\na: 1\n# A\n", "3-3 heading [A] A"],
  ["a table above a line of dashes", "text/markdown", "| a |\n---\n# A\n", "3-3 heading [A] A"],
  [
    "levels that are skipped",
    "text/markdown",
    "### A\n# B\n### C\n## D\n",
    "1-1 heading [A] A\n2-4 heading [B] B\n  3-3 heading [C] C\n  4-4 heading [D] D",
  ],
  [
    "JSON that ends inside a string",
    "application/json",
    '{"a": {"b": "c',
    '1-1 key [a] a: {1 key}\n  1-1 key [b] b: "c',
  ],
  ["empty keys of JSON", "application/json", '{"": 1, " ": {}}', '1-1 key [""] "": 1\n1-1 key [""] "": {0 keys}'],
  [
    "JSON5 without quotes",
    "application/json5",
    "{a: 1, // b\n 'c': [2, 3,],\n}",
    "1-1 key [a] a: 1\n2-2 key [c] c: [2 items]",
  ],
  [
    "brackets in strings of JSON",
    "application/json",
    '{"a\\"}": ["]", "\\\\"], "b": 1}',
    '1-1 key [a\\"}] a\\"}: [2 items]\n1-1 key [b] b: 1',
  ],
  [
    "lines of JSON that are none, empty, cut, or another value",
    "application/x-ndjson",
    '{"a":1}\n\nhello\n[1,2]\n{"a":2}\r\n"x"\n-3\nnull\n{"b":{"c":"d\n',
    [
      "1-1 key [[1]] 2 lines: {a}",
      "  1-1 key [a] a: 1",
      "3-3 key [[3]] 1 line: not JSON",
      "4-4 key [[4]] 1 line: […]",
      "6-6 key [[6]] 1 line: string",
      "7-7 key [[7]] 1 line: number",
      "8-8 key [[8]] 1 line: null",
      "9-9 key [[9]] 1 line: {b}",
      "  9-9 key [b] b: {1 key}",
      '    9-9 key [c] c: "d',
    ].join("\n"),
  ],
  [
    "lines of JSON with the same keys",
    "application/x-ndjson",
    '{"a":"}","b":[{"c":1}]}\n{"a":"{\\"","b":[]}\n',
    '1-2 key [[*]] 2 lines: {a, b}\n  1-1 key [a] a: "}"\n  1-1 key [b] b: [1 item: {c}]',
  ],
  ["a list at the column of its key", "application/yaml", "a:\n- b: 1\n- c\nd: 2\n", "1-3 key [a] a\n4-4 key [d] d: 2"],
  [
    "a text block with keys in it",
    "application/yaml",
    "a: |\n  b: 1\n\n  c: 2\nd: 3\n",
    "1-4 key [a] a: |\n5-5 key [d] d: 3",
  ],
  [
    "keys of TOML with colons, dots and quotation marks",
    "application/toml",
    '"a b" = 1\na.b = "c = d"\n\'e\' = [\n  "#f" ] # g\nh=2\n[ i ] # j\n',
    '1-1 key [a b] a b = 1\n2-2 key [a.b] a.b = "c = d"\n3-4 key [e] e\n5-5 key [h] h = 2\n6-6 key [i] [i]',
  ],
  [
    "keys of YAML with colons and quotation marks",
    "application/yaml",
    "a:b: c:d\n\"e: f\" : 'g'\n? h\n- i: j\n#k: l\nm n:\n",
    "1-1 key [a:b] a:b: c:d\n2-4 key [e: f] e: f: 'g'\n6-6 key [m n] m n",
  ],
  [
    "closed headings, and headings of nothing else",
    "text/markdown",
    "# A ##\n## B#\n#C\n# [![D](e)](f) #\n##\n",
    "1-3 heading [A] A\n  2-3 heading [B#] B#\n4-5 heading [D] D",
  ],
  [
    "objects in an array of JSON",
    "application/json",
    '{"a": [{"id": 1, "b": {"x": [2]}, c: "d,e"}, {"z": 1}]}',
    "1-1 key [a] a: [2 items: {id, b, c}]",
  ],
  [
    "JSON that is an array",
    "application/json",
    '[\n  {"a1": 1, "a2": 1, "a3": 1, "a4": 1, "a5": 1, "a6": 1, "a7": 1, "a8": 1, "a9": 1},\n  5\n]\n',
    "1-4 key [$] $: [2 items: {a1, a2, a3, a4, a5, a6, a7, a8, …}]",
  ],
  [
    "a table in an array of TOML",
    "application/toml",
    "a = [\n  [1],\n]\n[b]\nc = 1\n",
    "1-3 key [a] a\n4-5 key [b] [b]\n  5-5 key [c] c = 1",
  ],
];

/** Lines that an expression that backtracks would look at again and again. */
const hostile: readonly (readonly [string, string, string])[] = [
  ["spaces in a heading", "text/markdown", `# a${" ".repeat(1_000_000)}b `],
  ["number signs", "text/markdown", `# ${"#".repeat(1_000_000)}a`],
  ["brackets in headings", "text/markdown", `# ${"[".repeat(1990)}\n`],
  ["backticks in headings", "text/markdown", `# ${"`".repeat(1990)}\n`],
  ["headings that nothing ends", "text/html", "<h1 "],
  ["angle brackets in headings", "text/html", `<h1>${"<".repeat(1000)}`],
  ["scripts that nothing ends", "text/html", "<script><h1>"],
  ["spaces in keys", "application/yaml", `a${" ".repeat(1990)}b\n`],
  ["colons in keys", "application/yaml", `${"a: \u2028".repeat(400)}\n`],
  ["quotation marks in keys", "application/yaml", `"${"\\\"''".repeat(400)}\n`],
  ["spaces in keys", "application/toml", `a${" ".repeat(3990)}b\n`],
  ["spaces in tables", "application/toml", `[${" ".repeat(3990)}\n`],
  ["arrays that nothing ends", "application/toml", "a = [\n"],
  ["arrays in a line", "application/toml", `${"=[".repeat(1990)}]a\n`],
  ["ends of arrays", "application/toml", `a = [\n${"]#\u2028".repeat(300_000)}\n`],
  ["spaces in keys", "text/x-ini", `${"a ".repeat(1990)}\n`],
  ["backslashes in strings", "application/json", `{"${"\\".repeat(100_001)}" `],
  ["brackets", "application/json", '{"a":['],
  ["brackets in lines", "application/x-ndjson", '{"a":[\n'],
  ["shapes of lines", "application/x-ndjson", `{${'"k": 1, '.repeat(1000)}}\n`],
];

describe("a light outline", () => {
  test.for(cases)("survives %s", async ([, mediaType, text, expected]) => {
    expect(shownOutline(await outlineOfText(text, mediaType))).toBe(expected);
  });

  test.for(hostile)("takes linear time for %s of %s", async ([, mediaType, line]) => {
    const text = `${line.repeat(Math.ceil(3_000_000 / line.length))}\n`;
    expect((await outlineOfText(text, mediaType)).entries.length).toBeLessThanOrEqual(maxEntries);
  });

  test.for(formats.map(({ name, outline }) => [name, outline] as const))(
    "of %s ends with its time, and says so",
    ([, outline]) => {
      const text = '{"a": 1, "b": 2}\n# c\n<h1>d</h1>\n'.repeat(1000);
      expect(outline(text, () => true)).toMatchObject({ truncated: true });
    },
  );

  test("of JSON Lines counts the lines of too many shapes together", async () => {
    const text = Array.from({ length: 100 }, (_, at) => `{"k${at}": 1}\n`).join("");
    const { entries } = await outlineOfText(text, "application/x-ndjson");
    expect(entries).toHaveLength(41);
    expect(entries.at(-1)).toMatchObject({
      name: "[41]",
      title: "60 lines of other shapes than the first 40, from line 41 on",
      lines: { first: 41, last: 41 },
    });
  });

  test.for(["application/json", "application/yaml"])("of %s has a limit of keys, and says so", async (mediaType) => {
    const pairs = Array.from({ length: maxKeys + 5 }, (_, at) => `"k${at}": 1`);
    const text = mediaType === "application/json" ? `{${pairs.join(",\n")}}` : `${pairs.join("\n")}\n`;
    const found = await outlineOfText(text, mediaType);
    expect([found.entries.length, found.truncated]).toEqual([maxKeys, true]);
  });
});
