import { statSync } from "node:fs";
import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { isolate } from "@reader/isolate";
import { describe, expect, test } from "vitest";
import { office } from "../src/index.ts";
import { badEnding } from "./support/bad-ending.ts";
import { builtChild } from "./support/built-child.ts";
import { corpusFiles, corpusPath, hasCorpus, sampleOf } from "./support/corpus.ts";

const resolveFrom = import.meta.url;

/** Larger files cost most of the time and are read by the tests of their formats. */
const maxBytes = 100_000;

const endings =
  /\.(?:do[ct][xm]?|xl[st][xmb]?|p[po][ts][xm]?|od[tsp]|ot[tsp]|fod[tsp]|s[xt][wci]|rtf|csv|tsv|dbf|ooxml|ole2|bin)$/i;

/** Every sixth document, hostile or not: the tests of the formats read all of them in this process. */
const stride = 6;

/** A file may take longer: `timed-out` is a valid ending. */
const budget = { documentTimeMs: 20_000 };

describe.skipIf(!hasCorpus)("small Office files of the corpus, isolated (skipped without the corpus)", () => {
  test("gives a result or a typed error, says nothing of the machine, and leaves the next one sound", async () => {
    const isolation = isolate(office(), { resolveFrom, childModule: builtChild(resolveFrom) });
    const reader = createReader({ handlers: isolation.handlers, roots: [corpusPath], budget });
    const odd: string[] = [];
    const names = corpusFiles(endings).filter((name) => statSync(`${corpusPath}${name}`).size <= maxBytes);
    for (const name of sampleOf(names, stride)) {
      const outcome = await reader.read({ path: name });
      const fault = badEnding(outcome);
      if (fault !== undefined) odd.push(`${name}: ${fault}`);
    }
    const last = await reader.read({ path: "documents/mwilliamson+mammoth.js/test/test-data/single-paragraph.docx" });
    await reader.close();
    await isolation.close();
    expect(odd.join("\n")).toBe("");
    expect(names.length).toBeGreaterThan(900);
    expect(renderText(last)).toContain("Walking on imported air");
  });
});
