import { readFileSync } from "node:fs";
import { collect } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { ppt } from "../../src/index.ts";
import { corpus, hasCorpus } from "../support/corpus.ts";

describe.skipIf(!hasCorpus)("encrypted presentations of PowerPoint in the corpus (skipped without the corpus)", () => {
  test.for([
    [
      "tika-hostile/152e242987-testPPT_protected_passtika.ppt",
      "tika",
      "This is an encrypted PowerPoint 2007 slide.",
      0,
    ],
    ["office-poi-encrypted/8d0dd9f533-Password_Protected-hello.ppt", "hello", "It only has the one slide", 0],
    ["office-poi-encrypted/35dc3cbf31-ppt_with_png_encrypted.ppt", "password", "Here is a PNG image:", 1],
  ] as const)("%s opens with its password %s", async ([name, password, words, images]) => {
    const bytes = new Uint8Array(readFileSync(new URL(`hostile/${name}`, corpus)));
    const { text, events } = await collect(ppt(), bytes, { password });
    expect(text).toContain(words);
    expect(events.filter(({ type }) => type === "image")).toHaveLength(images);
    expect((await collect(ppt(), bytes, { password: "wrong" })).error).toMatchObject({ code: "encrypted" });
  });
});
