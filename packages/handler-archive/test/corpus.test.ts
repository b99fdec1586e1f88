import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { describe, expect, test } from "vitest";
import { archive } from "../src/index.ts";
import { corpusPath, hasCorpus } from "./support/corpus.ts";
import { archives } from "./support/corpus-archives.ts";

describe.skipIf(!hasCorpus)("every archive of the corpus (skipped without the corpus)", () => {
  test("yields a list, a file or a typed error in time, and reveals nothing about the machine", async () => {
    const reader = createReader({ handlers: [archive()], roots: [corpusPath] });
    const ends = new Set(["corrupt", "encrypted", "too-large", "unsupported-type", "binary"]);
    const odd: string[] = [];
    const files = archives();
    for (const name of files) {
      for (const request of [{}, { pages: "1" }]) {
        const outcome = await reader.read({ path: name, limit: 200, ...request });
        const text = renderText(outcome);
        const isEnd = outcome.ok || ends.has(outcome.error.code) || outcome.error.code === "out-of-range";
        if (!isEnd || /node_modules|wasm-function|\/work\//.test(text)) odd.push(`${name}: ${text.slice(0, 300)}`);
      }
    }
    await reader.close();
    expect(odd).toEqual([]);
    expect(files.length).toBeGreaterThan(200);
  });
});
