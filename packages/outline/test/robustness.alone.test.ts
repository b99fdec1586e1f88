import type { Outline } from "@reader/core";
import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { formats } from "../src/outline-file.ts";
import { languages } from "../src/languages/index.ts";
import { maxEntries, maxEntryDepth } from "../src/model/limits.ts";
import { createLineTable } from "../src/model/line-table.ts";
import { languageExports } from "./language-exports.ts";
import { allEntries, promptOutlineOfText } from "./outlining.ts";

const fixtures = fileURLToPath(new URL("../../../fixtures/outline/", import.meta.url));

/** One sound file of each kind of text, with its media type: those of languages are found by the names of these. */
const samples: readonly (readonly [string, string])[] = [
  ...[...languageExports].map(([name, { mediaTypes }]) => [mediaTypes[0] ?? "", soundFixture(name)] as const),
  ["text/markdown", "markdown/guide/input.md"],
  ["text/html", "html/page/input.html"],
  ["application/json", "json/settings/input.json"],
  ["application/x-ndjson", "json-lines/events/input.jsonl"],
  ["application/yaml", "yaml/workflow/input.yaml"],
  ["application/toml", "toml/package/input.toml"],
  ["text/x-ini", "ini/settings/input.ini"],
  ["text/x-scss", "scss/card/input.scss"],
  ["text/x-scss", "less/card/input.less"],
];

function soundFixture(language: string): string {
  const name = readdirSync(`${fixtures}${language}`).find((each) => each !== "broken") ?? "";
  const file = readdirSync(`${fixtures}${language}/${name}`).find((each) => each !== "expected.txt") ?? "";
  return `${language}/${name}/${file}`;
}

/** Languages whose entries may be nested in a type elsewhere in the file. */
const adopting: ReadonlySet<string> = new Set(
  languages
    .filter(({ naming, query }) => naming?.("a::b.prototype.c", "").owner !== undefined || query.includes("@owner"))
    .flatMap(({ mediaTypes }) => mediaTypes),
);

function textOf(file: string): string {
  return readFileSync(`${fixtures}${file}`, "utf8");
}

describe("an outline of anything", () => {
  test("is tried for every language and format that there is", () => {
    const tried = new Set(samples.map(([mediaType]) => mediaType));
    const untried = [...languages, ...formats].filter(({ mediaTypes }) => !mediaTypes.some((each) => tried.has(each)));
    expect(untried.map(({ name }) => name)).toEqual([]);
  });

  test.for(samples)(
    "of %s stays within the file, ascends and nests, however it is damaged",
    async ([mediaType, file]) => {
      const text = textOf(file);
      const damage = fc.record({
        at: fc.nat(text.length),
        remove: fc.nat(60),
        insert: fc.string({ unit: "binary", maxLength: 12 }),
      });
      const property = fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 6 }), async (damages) => {
        const damaged = damages.reduce(
          (now, { at, remove, insert }) => now.slice(0, at) + insert + now.slice(at + remove),
          text,
        );
        expectSound(await promptOutlineOfText(damaged, mediaType), damaged, !adopting.has(mediaType));
      });
      await fc.assert(property, { seed: 7, numRuns: 15 });
    },
  );

  // Far beyond every limit of depth. More would only be cut off by the time limit, and what follows would not be checked.
  const brackets = 20_000;
  const odd: readonly (readonly [string, string])[] = [
    ["brackets that nothing closes", "(".repeat(brackets)],
    ["braces inside braces, a line each", "{\n".repeat(brackets) + "}\n".repeat(brackets)],
    ["classes inside classes", "class A {\n".repeat(5000)],
    ["keys inside keys", '{"a":\n'.repeat(brackets)],
    ["indents inside indents", Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth)}def f():\n`).join("")],
    ["one huge line", `x${"y".repeat(1_000_000)} = "z`],
    ["nothing but NUL", "\0".repeat(10_000)],
    ["lone surrogates", "\uD800\n\uDFFFclass \uD800 {}\n".repeat(1000)],
    ["lone carriage returns", "\r".repeat(10_000)],
    ["nothing", ""],
    ["a byte order mark", "\uFEFF"],
  ];
  const everywhere = samples.flatMap(([mediaType]) => odd.map(([what, text]) => [mediaType, what, text] as const));

  test.for(everywhere)("of %s holds %s", async ([mediaType, , text]) => {
    // Without line breaks it would count as minified and not be outlined.
    const padded = text + "\n".repeat(Math.ceil(text.length / 200));
    // Some grammars take quadratic time for these; what there is after a while is sound, too.
    expectSound(await promptOutlineOfText(padded, mediaType), padded, true);
  });
});

function expectSound({ entries }: Outline, text: string, isNested: boolean): void {
  const { count } = createLineTable(text);
  const all = allEntries(entries);
  expect(all.length).toBeLessThanOrEqual(maxEntries);
  for (const { name, title, lines } of all) {
    expect(name).not.toBe("");
    expect(title).not.toMatch(/[\r\n]/);
    expect(title.length).toBeLessThanOrEqual(120);
    expect(lines?.first).toBeGreaterThanOrEqual(1);
    expect(lines?.last).toBeGreaterThanOrEqual(lines?.first ?? 0);
    expect(lines?.last).toBeLessThanOrEqual(count);
  }
  expectOrder(entries, isNested ? { first: 1, last: count } : undefined, 1);
}

type Entries = Outline["entries"];

function expectOrder(entries: Entries, around: { first: number; last: number } | undefined, depth: number): void {
  expect(depth).toBeLessThanOrEqual(maxEntryDepth + 1);
  let before = around?.first ?? 1;
  for (const { lines, children = [] } of entries) {
    if (lines === undefined) throw new Error("An entry of a text has no lines.");
    expect(lines.first).toBeGreaterThanOrEqual(before);
    if (around !== undefined) expect(lines.last).toBeLessThanOrEqual(around.last);
    before = lines.first;
    expectOrder(children, around === undefined ? undefined : lines, depth + 1);
  }
}
