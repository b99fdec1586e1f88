import { createReader, type ReadOutcome } from "@reader/core";
import { beforeAll, describe, expect, test } from "vitest";
import { odp, ppt, pptx } from "../../src/index.ts";
import { corpusFiles, corpusPath, hasCorpus } from "../support/corpus.ts";

const decks = /\.(?:pptx|pptm|potx|ppsx|ppsm|ppt|pps|pot|odp|otp|fodp)$/i;

describe.skipIf(!hasCorpus)("every presentation of the corpus (skipped without the corpus)", () => {
  const outcomes = new Map<string, ReadOutcome>();

  beforeAll(async () => {
    const reader = createReader({ handlers: [pptx(), odp(), ppt()], roots: [corpusPath] });
    for (const path of corpusFiles(decks)) outcomes.set(path, await reader.read(path));
    await reader.close();
  });

  const endsOf = (name: RegExp): readonly (readonly [string, string])[] =>
    [...outcomes]
      .filter(([path]) => name.test(path))
      .map(([path, outcome]) => [path, outcome.ok ? outcome.handler : outcome.error.code]);

  test("gives a result or a typed error of the file", () => {
    const known = new Set(["pptx", "odp", "ppt", "corrupt", "encrypted", "too-large", "unsupported-type"]);
    expect(outcomes.size).toBeGreaterThan(100);
    expect(endsOf(/./).filter(([, end]) => !known.has(end))).toEqual([]);
  });

  test("says nothing of the machine where it fails", () => {
    const words = [...outcomes.values()].map((outcome) => (outcome.ok ? "" : JSON.stringify(outcome.error)));
    expect(words.filter((word) => /node_modules|\.[jt]s:\d|\/work\//.test(word))).toEqual([]);
  });

  test("is encrypted where it has a password, and is not called damaged", () => {
    const locked = endsOf(/Password_Protected.*\.ppt$|passtika\.ppt$/);
    expect(locked.length).toBeGreaterThan(0);
    expect(locked.filter(([, end]) => end !== "encrypted")).toEqual([]);
  });

  test("is read where it is sound", () => {
    const sound = endsOf(/python-pptx|docling|officeParser/).filter(([path]) => path.endsWith(".pptx"));
    expect(sound.length).toBeGreaterThan(20);
    expect(sound.filter(([, end]) => end !== "pptx")).toEqual([]);
  });
});
