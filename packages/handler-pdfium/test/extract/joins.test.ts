import { expect, test } from "vitest";
import { joinsOf } from "../../src/extract/joins.ts";
import { noStyle, type PageCharacters } from "../../src/extract/page-characters.ts";

/** Characters of one line in one style, by their texts and extents. The engine saw a gap before the last one. */
function lineOf(characters: readonly (readonly [text: string, x0: number, x1: number])[]): PageCharacters {
  const numbers = (value: (index: number) => number): Float64Array =>
    Float64Array.from(characters, (_, index) => value(index));
  const [count, style] = [characters.length, { ...noStyle, object: 7, font: { ...noStyle.font, size: 100 } }];
  return {
    count,
    texts: characters.map(([text]) => text),
    styles: characters.map(() => style),
    added: new Uint8Array(count),
    isAfterGap: Uint8Array.from(characters, (_, index) => Number(index === count - 1)),
    x0: numbers((index) => characters[index]?.[1] ?? 0),
    x1: numbers((index) => characters[index]?.[2] ?? 0),
    y0: numbers(() => 0),
    y1: numbers(() => 10),
    x: numbers((index) => characters[index]?.[1] ?? 0),
    y: numbers(() => 10),
  };
}

test("a gap after a mark begins where the letter below it ends", () => {
  const word = ["\u0BA9", 0, 12] as const;
  const virama = ["\u0BCD", 6, 7] as const;
  expect([...joinsOf(lineOf([word, virama, ["\u0BB1", 12, 20]])).spaces]).toEqual([0, 0, 0]);
  expect([...joinsOf(lineOf([word, virama, ["\u0BB1", 15, 23]])).spaces]).toEqual([0, 0, 1]);
});

test.for([
  ["\u2019", "i", 1],
  ["\u2212", "3", 1],
  ["\u201D", "\u4E2D", 0],
  ["\u4E2D", "\u201C", 0],
  ["\u0E01", "\u0E02", 0],
] as const)("a gap between %s and %s is %i spaces", ([before, after, spaces]) => {
  const line = lineOf([
    [before, 0, 10],
    [after, 13, 20],
  ]);
  expect(joinsOf({ ...line, isAfterGap: new Uint8Array(2) }).spaces[1]).toBe(spaces);
});

test("another text object after a gap may be another cell, unless a space is painted there", () => {
  const line = lineOf([
    ["6", 0, 10],
    [" ", 10, 12],
    ["7", 12, 20],
    ["%", 22, 30],
  ]);
  const [, , , last] = joinsOf(line).isInSpan;
  const objects = line.styles.map((style, index) => ({ ...style, object: index }));
  expect(last).toBe(1);
  expect([...joinsOf({ ...line, styles: objects }).isInSpan]).toEqual([0, 1, 1, 0]);
});
