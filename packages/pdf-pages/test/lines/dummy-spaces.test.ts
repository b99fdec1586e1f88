import { expect, test } from "vitest";
import { contentOf } from "../../src/lines/page-content.ts";
import { flattenPage, type StextLine } from "../../src/lines/spans.ts";
import { textOf } from "../../src/model/page-content.ts";

/** A part of a line in 10-point type whose characters are 5 points wide. */
function part(text: string, x: number, y: number): StextLine {
  const font = { name: "Serif", family: "serif", weight: "normal", style: "normal", size: 100 };
  const bbox = { x: x * 10, y: y * 10, w: text.length * 50, h: 120 };
  return { wmode: 0, bbox, font, x: x * 10, y: y * 10 + 100, text };
}

function linesIn(parts: readonly StextLine[]): readonly string[] {
  const flat = flattenPage({ blocks: [{ type: "text", lines: parts }] });
  const { blocks } = contentOf({ flat, readGlyphs: () => [], widthPt: 612, heightPt: 792 });
  return blocks.flatMap(({ lines }) => lines.map(({ runs }) => textOf(runs).trim()));
}

const symbol = (y: number): readonly StextLine[] => [part("P", 100, y), part(" ", 105, y), part("2", 105.5, y)];

test("spaces under the next text are none, if there are several", () => {
  const rows = Array.from({ length: 12 }, (_, row) => [...symbol(100 + 20 * row), part(" ", 110.5, 100 + 20 * row)]);
  const words = rows.map((row, index) => [...row, part("and", 115.5, 100 + 20 * index)]);
  expect(linesIn(words.flat())).toEqual(Array.from({ length: 12 }, () => "P2 and"));
});

test("a single space under the next text stays", () => {
  expect(linesIn(symbol(100)).join("")).not.toBe("P2");
});
