import type { RecognisedLine } from "@reader/core/internal";
import { describe, expect, test } from "vitest";
import type { TesseractApi } from "../../src/engine/engine.ts";
import type { Block } from "../../src/model/lines.ts";
import { withTablesReread } from "../../src/reread/reread.ts";
import { printed, typed } from "../layout/print.ts";

/** An engine that reads these lines in whatever part of an image it looks at. */
function engineOf(lines: readonly RecognisedLine[]): TesseractApi {
  const told = lines.map(({ box, confidence, words }) => ({
    bbox: box,
    confidence,
    words: words.map((word) => ({ text: word.text, confidence: word.confidence, bbox: word.box })),
  }));
  const api: Pick<TesseractApi, "SetVariable" | "SetRectangle" | "Recognize" | "GetJSONText"> = {
    SetVariable: () => true,
    SetRectangle: () => undefined,
    Recognize: () => 0,
    GetJSONText: () => JSON.stringify({ blocks: [{ paragraphs: [{ lines: told }] }] }),
  };
  return api as TesseractApi;
}

/** The same lines with another text for one word, of which the engine is so sure. */
function withWord(lines: Block, text: string, [read, confidence]: readonly [string, number]): Block {
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) => (word.text === text ? { ...word, text: read, confidence } : word)),
  }));
}

const wordsOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.flat().flatMap(({ words }) => words.map(({ text }) => text));

const names = typed(["Pipe", "Joint", "Valve"], [40, 60]);
const prices = typed(["14.80", "34.00", "71.40"], [300, 60]);
const rows = names.map((name, index) => {
  const words = [...name.words, ...(prices[index]?.words ?? [])];
  return { ...name, words, box: { ...name.box, x1: 350 } };
});

describe("a table that is read by rows", () => {
  test("keeps a cell as its column had it, where that was surer", () => {
    const read = withTablesReread(engineOf(withWord(rows, "14.80", ["1480", 80])), [names, prices]);
    expect(wordsOf(read)).toEqual(["Pipe", "14.80", "Joint", "34.00", "Valve", "71.40"]);
  });

  test("keeps a cell of the row if its confidence is higher", () => {
    const columns = withWord(prices, "14.80", ["14.B0", 70]);
    expect(wordsOf(withTablesReread(engineOf(rows), [names, columns]))).toContain("14.80");
  });

  test("removes a block in its rows that was not one of its columns", () => {
    const inside = printed(["Joint that fits on any of the pipes in this list"], [40, 90]);
    const beside = printed(["Prices without tax, which is added"], [40, 300]);
    const read = withTablesReread(engineOf(rows), [names, prices, inside, beside]);
    expect(wordsOf(read).filter((text) => text === "Joint")).toHaveLength(1);
    expect(wordsOf(read)).toContain("without");
  });
});
