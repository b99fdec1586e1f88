import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { isolate } from "@reader/isolate";
import { describe, expect, test } from "vitest";
import { archive } from "../src/index.ts";
import { badEnding } from "./support/bad-ending.ts";
import { builtChild } from "./support/built-child.ts";
import { corpusPath, hasCorpus, sampleOf } from "./support/corpus.ts";
import { archives } from "./support/corpus-archives.ts";

const resolveFrom = import.meta.url;

/** Every third archive: `corpus.test.ts` reads all of them in this process. */
const stride = 3;

/** A file may take too long. */
const budget = { documentTimeMs: 20_000 };

describe.skipIf(!hasCorpus)("archives of the corpus, isolated (skipped without the corpus)", () => {
  test("and its first member have valid endings, reveal nothing about the machine, and do not affect the next file", async () => {
    const isolation = isolate([archive()], { resolveFrom, childModule: builtChild(resolveFrom) });
    const reader = createReader({ handlers: isolation.handlers, roots: [corpusPath], budget });
    const odd: string[] = [];
    const names = archives();
    for (const name of sampleOf(names, stride)) {
      for (const request of [{}, { pages: "1" }]) {
        const outcome = await reader.read({ path: name, limit: 200, ...request });
        const fault = badEnding(outcome);
        if (fault !== undefined) odd.push(`${name}: ${fault}`);
      }
    }
    const last = await reader.read({
      path: names.find((name) => name.endsWith("zip-yauzl-success/828855fdef-everything.zip")) ?? "",
    });
    await reader.close();
    await isolation.close();
    expect(odd).toEqual([]);
    expect(names.length).toBeGreaterThan(200);
    expect(renderText(last)).toContain("ZIP archive");
  });
});
