import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fb2, xps } from "../src/index.ts";
import { corpus, corpusFiles, hasCorpus } from "./support/corpus.ts";
import { readBytes } from "./support/read-bytes.ts";

describe.skipIf(!hasCorpus)("documents of the corpus (skipped without the corpus)", () => {
  test.for(corpusFiles(/\.fb2$/))("are read: %s", async (file) => {
    const { text, error } = await readBytes(fb2(), readFileSync(new URL(file, corpus)), { name: file });
    expect(error).toBeUndefined();
    expect(text.trim().length).toBeGreaterThan(10);
  });

  test.for([
    [/test_text\.xps$/, "Parts of this are in italics and bold."],
    [/testXLSX\.xps$/, "foo bar baz spaced out"],
    [/testXPSWithDataDescriptor\.xps$/, "This is my XPS document test."],
  ] as const)("have their words with spaces, as Word and printers write them: %s", async ([name, words]) => {
    const file = corpusFiles(name)[0] ?? "";
    expect((await readBytes(xps(), readFileSync(new URL(file, corpus)))).text).toContain(words);
  });
});
