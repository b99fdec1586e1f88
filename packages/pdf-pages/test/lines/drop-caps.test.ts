import { expect, it } from "vitest";
import { joinDropCaps } from "../../src/lines/drop-caps.ts";
import type { TextBlock, TextLine } from "../../src/model/page-content.ts";
import { textOf } from "../../src/model/page-content.ts";
import { block, line } from "../layout/pages.ts";

const texts = (blocks: readonly TextBlock[]): readonly string[] =>
  joinDropCaps(blocks).flatMap(({ lines }) => lines.map(({ runs }) => textOf(runs)));

/** A capital three lines high at the left. */
const cap = (text: string): TextLine => line(text, { x: 72, y: 96, sizePt: 34, widthPt: 22 });

const beside = (first: string, firstX = 97): readonly TextLine[] => [
  line(first, { x: firstX, y: 100 }),
  line("for nine weeks in that winter, and", { x: 97, y: 112 }),
  line("the town was without bread until", { x: 97, y: 124 }),
  line("the council met.", { x: 72, y: 140 }),
];

it("joins a large letter with the line that it begins, also if a heading is painted between them", () => {
  const heading = line("The harbour", { y: 60, sizePt: 18 });
  const [first, ...others] = [
    "he harbour was closed",
    ...beside("")
      .slice(1)
      .map(({ runs }) => textOf(runs)),
  ];
  expect(texts([block(cap("T")), block(heading), block(...beside(first))])).toEqual([
    "The harbour",
    "The harbour was closed",
    ...others,
  ]);
});

it("joins words in capitals, a letter after a quotation mark and a letter that is a word", () => {
  expect(texts([block(cap("T")), block(...beside("HE HARBOUR was closed"))])[0]).toBe("THE HARBOUR was closed");
  expect(texts([block(cap("“I")), block(...beside("t was closed"))])[0]).toBe("“It was closed");
  expect(texts([block(cap("A")), block(...beside("harbour was closed", 101))])[0]).toBe("A harbour was closed");
});

it("moves a first line that is painted below the letter to the others", () => {
  const blocks = joinDropCaps([block(cap("T")), block(...beside("he harbour was closed", 72))]);
  const first = blocks[0]?.lines[0];
  expect(first?.box.x0).toBe(97);
});

it("joins a letter on the line of the last words beside it with the first line", () => {
  const [above, ...rest] = beside("he harbour was closed");
  const last = { ...cap("T"), runs: [...cap("T").runs, ...(rest[1]?.runs ?? [])] };
  const lines = [above, rest[0], last, rest[2]].filter((one) => one !== undefined);
  expect(texts([block(...lines)])).toEqual(["The harbour was closed", ...rest.map(({ runs }) => textOf(runs))]);
});

it.each([
  ["before other words", "Harbour was closed"],
  ["before a number", "12 harbours"],
])("keeps a letter %s", (_, first) => {
  expect(texts([block(cap("T")), block(...beside(first))])[0]).toBe("T");
});

it("keeps a letter beside one line, and an alphabet", () => {
  expect(texts([block(cap("T")), block(line("he harbour", { x: 97, y: 100 }))])).toEqual(["T", "he harbour"]);
  const letters = [..."ABCDEFGHIJKLM"].map((letter) => block(cap(letter)));
  expect(texts([...letters, block(...beside("t noon"))])[0]).toBe("A");
});
