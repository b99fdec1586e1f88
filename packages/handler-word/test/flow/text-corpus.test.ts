import { ReadError, type Handler } from "@reader/core";
import { collect } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { doc, odt, rtf } from "../../src/index.ts";
import { corpusBytes, corpusFiles, hasCorpus } from "../support/corpus.ts";

const formats: readonly (readonly [string, RegExp, Handler])[] = [
  ["RTF document", /\.rtf$/i, rtf()],
  ["OpenDocument text", /\.(?:odt|fodt|sxw|stw)$/i, odt()],
  ["old Word document", /\.doc$/i, doc()],
];

describe.skipIf(!hasCorpus)("the corpus (skipped without the corpus)", () => {
  test.for(formats)(
    "has a result or a typed error for every %s, which says nothing of the machine",
    async ([, pattern, handler]) => {
      const ends: string[] = [];
      const odd: unknown[] = [];
      for (const path of corpusFiles(pattern)) {
        const { text, error } = await collect(handler, corpusBytes(path));
        ends.push(ReadError.is(error) ? error.code : "ok");
        if (error !== undefined && !ReadError.is(error)) odd.push([path, error]);
        if (/node_modules|\[object |undefined/.test(text)) odd.push([path, "machine words"]);
      }
      expect(odd).toEqual([]);
      expect(ends.length).toBeGreaterThan(30);
      expect(ends.filter((end) => end === "ok").length / ends.length).toBeGreaterThan(0.85);
    },
  );

  test.for([["9231e724bb-password_tika_binaryrc4.doc", "tika", "This is an encrypted Word 2007 File."]])(
    "opens %s with its password",
    async ([name, password, expected]) => {
      const bytes = corpusBytes(`hostile/office-poi-encrypted/${name}`);
      expect((await collect(doc(), bytes, { password })).text).toContain(expected);
      expect((await collect(doc(), bytes)).error).toMatchObject({ code: "encrypted" });
    },
  );
});
