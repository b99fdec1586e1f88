import { createReader, renderText } from "@reader/core";
import { readdirSync, statSync } from "node:fs";
import { relative } from "node:path";
import { describe, expect, test } from "vitest";
import { archive } from "../src/index.ts";
import { corpusPath, hasCorpus } from "./support/corpus.ts";

const endings =
  /\.(?:zip|tar|gz|tgz|bz2|tbz2|7z|rar|jar|war|epub|xz|zst|cpio|ar|z|kmz|apk|cab|iso|deb|lz4|z01|svgz|oxt)$/i;

/** The files that are archives by their names. */
function archives(): readonly string[] {
  return readdirSync(corpusPath, { recursive: true, encoding: "utf8" })
    .filter((name) => /^(?:documents|hostile)\//.test(name) && endings.test(name))
    .filter((name) => statSync(`${corpusPath}${name}`).isFile());
}

describe.skipIf(!hasCorpus)("every archive of the corpus (skipped without the corpus)", () => {
  test("gives a list, a file or a typed error, in time, and nothing of the machine", { timeout: 60_000 }, async () => {
    const reader = createReader({ handlers: [archive()], roots: [corpusPath] });
    const ends = new Set(["corrupt", "encrypted", "too-large", "unsupported-type", "binary"]);
    const odd: string[] = [];
    const files = archives();
    for (const name of files) {
      for (const request of [{}, { pages: "1" }]) {
        const outcome = await reader.read({
          path: relative(corpusPath, `${corpusPath}${name}`),
          limit: 200,
          ...request,
        });
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
