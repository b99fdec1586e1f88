import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LineBlock } from "../../../../src/text/lines/line.ts";
import { findInLongLine, findLines } from "../../../../src/text/lines/search/find-lines.ts";
import { createSearch } from "../../../../src/text/lines/search/matcher.ts";
import { longLineOf } from "../support.ts";

const searchOf = (source: string, maxLineCharacters = 20) =>
  createSearch({ source, kind: "regular-expression", flags: "", contextLines: 1 }, maxLineCharacters);

const blockOf = (text: string, more: Partial<LineBlock> = {}): LineBlock => ({
  type: "lines",
  text,
  lineCount: 1,
  firstLine: 7,
  ...more,
});

const unloaded = (pieces: readonly string[], firstLine = 7): LineBlock => {
  const rest = { bytes: 1, bytesPerUnit: 1, isEndKnown: true, hasMarks: false, line: longLineOf(pieces, firstLine) };
  return blockOf(pieces[0] ?? "", { firstLine, rest });
};

async function stretches(block: LineBlock, source: string, maxLineCharacters?: number) {
  const found: (readonly [column: number, text: string])[] = [];
  for await (const each of findInLongLine(block, await searchOf(source, maxLineCharacters)))
    found.push([each.firstColumn ?? 1, each.text]);
  return found;
}

describe("a search in a long line", () => {
  test("shows its start where the match is in it", async () => {
    const text = `a needle ${"-".repeat(40)}`;
    expect(await stretches(blockOf(text), "needle")).toEqual([[1, text]]);
  });

  test("shows a stretch that starts a little before a match far inside", async () => {
    const text = `${"-".repeat(40)}needle${"+".repeat(40)}`;
    expect(await stretches(blockOf(text), "needle")).toEqual([[36, text.slice(35)]]);
  });

  test("shows a stretch for each match that the one before does not show", async () => {
    const text = `needle needle ${"-".repeat(40)}needle${"+".repeat(40)}needle`;
    expect((await stretches(blockOf(text), "needle")).map(([column]) => column)).toEqual([1, 50, 96]);
  });

  test("goes on from the column that was asked for", async () => {
    const block = blockOf(`${"-".repeat(40)}needle`, { firstColumn: 101 });
    expect((await stretches(block, "needle")).map(([column]) => column)).toEqual([136]);
  });

  test("counts columns in characters", async () => {
    expect((await stretches(blockOf(`${"\u{1f600}".repeat(40)}needle`), "needle")).map(([column]) => column)).toEqual([
      36,
    ]);
  });

  test("finds what is not loaded, over the border of two pieces and once", async () => {
    const pieces = ["-".repeat(50_000), `${"-".repeat(50_000)}nee`, `dle${"+".repeat(50_000)}`];
    const found = await stretches(unloaded(pieces), "needle");
    expect(found.map(([column, text]) => [column, text.slice(0, 11)])).toEqual([[99_996, "-----needle"]]);
  });

  test.for([
    ["^b", "a start of a piece is no start of the line"],
    ["a$", "an end of a piece is no end of the line"],
  ] as const)("for %s: %s", async ([source]) => {
    expect(await stretches(unloaded(["a".repeat(20_000), "b".repeat(20_000)]), source)).toEqual([]);
  });

  test("finds every match, however the line comes", async () => {
    const piece = fc.stringMatching(/^[ab\u{1f600}]{0,30}$/u);
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
        const expected = await stretches(blockOf(pieces.join("")), "ab+", 1);
        const found = await stretches(unloaded(pieces), "ab+", 1);
        expect(found.map(([column]) => column)).toEqual(expected.map(([column]) => column));
      }),
      { seed: 43, numRuns: 200 },
    );
  });

  test("shows the lines around it, and counts the line once", async () => {
    async function* items() {
      yield blockOf("before\nmore before", { firstLine: 1, lineCount: 2 });
      yield unloaded(["-".repeat(60), "needle", "+".repeat(60), "needle"], 3);
      yield blockOf("after\nlast", { firstLine: 4, lineCount: 2 });
    }
    const count = { lines: 0, matches: 0 };
    const shown: unknown[] = [];
    for await (const item of findLines(items(), await searchOf("needle"), count))
      if (item.type === "lines") shown.push([item.text.slice(0, 12), item.matches]);
    expect(shown).toEqual([
      ["more before", undefined],
      ["-----needle+", [3]],
      ["+++++needle", [3]],
      ["after", undefined],
    ]);
    expect(count).toEqual({ lines: 5, matches: 1 });
  });
});
