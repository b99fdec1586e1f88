import { readdirSync, readFileSync } from "node:fs";
import type { OutlineEntry } from "@reader/core/handler";
import { expect, test } from "vitest";
import { chunkStarts } from "../../src/code/search/chunks.ts";
import { outlineText } from "../../src/outline-file.ts";

/** Long enough that a busy machine changes nothing. */
const timeMs = 600_000;

const packages = new URL("../../../", import.meta.url);

/** The sources of a package, in an order that is the same everywhere, each with its last line ended. */
function sourcesOf(folder: string): readonly string[] {
  const names = readdirSync(new URL(folder, packages), { recursive: true, encoding: "utf8" });
  return names
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".ts"))
    .toSorted()
    .map((name) => readFileSync(new URL(`${folder}${encodeURI(name)}`, packages), "utf8"))
    .map((text) => (text.endsWith("\n") ? text : `${text}\n`));
}

async function rowsOf(text: string, shift = 0): Promise<readonly string[]> {
  const outline = await outlineText({ text, mediaType: "text/x-typescript", name: "a.ts", timeMs });
  expect(outline.truncated ?? false).toBe(false);
  return flat(outline.entries, shift);
}

function flat(entries: readonly OutlineEntry[], shift: number): readonly string[] {
  return entries.flatMap(({ kind, name, lines, children = [] }) => [
    `${(lines?.first ?? 0) + shift}-${(lines?.last ?? 0) + shift} ${kind} ${name}`,
    ...flat(children, shift),
  ]);
}

test.for([
  "core/src/",
  "outline/src/",
  "document/src/",
  "office-kit/src/",
  "handler-word/src/",
  "handler-sheets/src/",
  "handler-pdf/src/",
  "core/test/",
  "handler-word/test/",
  "handler-sheets/test/",
])("the sources of %s as one file have the outlines that they have one by one", async (folder) => {
  const sources = sourcesOf(folder);
  const expected: string[] = [];
  let line = 0;
  for (const text of sources) {
    expected.push(...(await rowsOf(text, line)));
    line += text.split("\n").length - 1;
  }
  expect(await rowsOf(sources.join(""))).toEqual(expected);
});

test("a long text is taken apart where it should be, so that no part of it is much longer than another", () => {
  const text = sourcesOf("handler-word/src/").join("");
  const starts = chunkStarts(text, "typescript");
  const lengths = starts.map((start, at) => (starts[at + 1] ?? text.length) - start);
  expect(Math.max(...lengths)).toBeLessThan(80_000);
});
