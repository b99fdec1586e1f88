import { expect, test } from "vitest";
import type { TesseractApi } from "../../src/engine/engine.ts";
import { withCellsReread } from "../../src/reread/reread.ts";
import { boxAround, type Block } from "../../src/model/lines.ts";
import { typed } from "../layout/print.ts";

/** An engine that reads the same text in every region of an image, and records the regions. */
function engineOf(text: string, confidence: number) {
  const looked: (readonly number[])[] = [];
  const api: Pick<TesseractApi, "SetVariable" | "SetRectangle" | "Recognize" | "GetJSONText"> = {
    SetVariable: () => true,
    SetRectangle: (...area) => void looked.push(area),
    Recognize: () => 0,
    GetJSONText: () => {
      const bbox = { x0: 40, y0: 60, x1: 120, y1: 80 };
      const line = { bbox, confidence, words: [{ bbox, confidence, text }] };
      return JSON.stringify({ blocks: [{ paragraphs: [{ lines: [line] }] }] });
    },
  };
  return { api: api as TesseractApi, looked };
}

function unsure(block: Block): Block {
  return block.map((line) => ({ ...line, words: line.words.map((word) => ({ ...word, confidence: 40 })) }));
}

/** A row of a table whose first cell has the given confidence. */
function rowOf(confidence: number): Block {
  return typed(["Dsante          81.4          60.2"], [40, 60]).map((line) => ({
    ...line,
    words: line.words.map((word, index) => (index === 0 ? { ...word, confidence } : word)),
  }));
}

const wordsOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.flat().flatMap(({ words }) => words.map(({ text }) => text));

test("an uncertain cell is recognised separately and replaced by the result", () => {
  const { api, looked } = engineOf("Ashcombe", 95);
  const blocks = withCellsReread(api, [rowOf(40)]);
  expect(wordsOf(blocks)).toEqual(["Ashcombe", "81.4", "60.2"]);
  expect(blocks[0]?.[0]?.text).toBe("Ashcombe 81.4 60.2");
  const { x0, y0, x1, y1 } = boxAround(rowOf(40)[0]?.words.slice(0, 1) ?? []);
  expect(looked).toEqual([[x0 - 7, y0 - 7, x1 - x0 + 14, y1 - y0 + 14]]);
});

test.for<readonly [string, Block, number]>([
  ["by itself it is hardly surer", rowOf(40), 45],
  ["it is sure of the cell", rowOf(80), 95],
  ["the line is prose", unsure(typed(["words that follow"], [40, 60])), 95],
])("what was read stays where %s", ([, row, confidence]) => {
  const { api } = engineOf("Ashcombe", confidence);
  expect(withCellsReread(api, [row])).toEqual([row]);
});

test("an illegible page is not recognised cell by cell", () => {
  const { api, looked } = engineOf("Ashcombe", 95);
  const blocks = Array.from({ length: 25 }, () => rowOf(40));
  expect(withCellsReread(api, blocks)).toBe(blocks);
  expect(looked).toEqual([]);
});
