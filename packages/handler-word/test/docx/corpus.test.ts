import { beforeAll, describe, expect, test } from "vitest";
import { docx } from "../../src/index.ts";
import { readBytes, type Reading } from "../support/read-bytes.ts";
import { corpusBytes, corpusFiles, hasCorpus } from "../support/corpus.ts";

describe.skipIf(!hasCorpus)("every Word document of the corpus (skipped without the corpus)", () => {
  const readings = new Map<string, Reading>();

  beforeAll(async () => {
    for (const path of corpusFiles(/\.do[ct][xm]$/i)) {
      readings.set(path, await readBytes(docx(), corpusBytes(path)));
    }
  });

  test("gives a result or a typed error of the file", () => {
    const ends = [...readings.values()].map(({ error }) => error?.split(":")[0] ?? "ok");
    expect(new Set(ends)).toEqual(new Set(["ok", "corrupt", "too-large"]));
    expect(ends.filter((end) => end === "ok").length / ends.length).toBeGreaterThan(0.9);
  });

  test("says nothing about the machine", () => {
    const words = [...readings].map(([path, { text, error }]) => [path, text + (error ?? "")] as const);
    const odd = words.filter(([, text]) => /node_modules|\.js:\d|\[object |\/work\//.test(text));
    expect(odd.map(([path]) => path)).toEqual([]);
  });

  test("has as many sections as it says", () => {
    const odd = [...readings].filter(([, { events, error }]) => {
      const total = events.find(({ type }) => type === "extent");
      const places = events.flatMap((event) => ("at" in event && event.at?.unit === "section" ? [event.at.index] : []));
      const last = Math.max(0, ...places);
      return error === undefined && (total?.type === "extent" ? total.total : 0) !== last;
    });
    expect(odd.map(([path]) => path)).toEqual([]);
  });
});
