import type { Box, RecognisableImage, RecognisedLine } from "@reader/core/internal";
import { describe, expect, test } from "vitest";
import { withMarks } from "../../src/marks/marks.ts";
import { typed } from "../layout/print.ts";

const sheet = { widthPx: 400, heightPx: 120 };

/** Whether a pixel of a shape is ink, by its place from 0 to 1 across and down. */
type Shape = (across: number, down: number) => boolean;

const disc: Shape = (across, down) => (across - 0.5) ** 2 + (down - 0.5) ** 2 <= 0.25;
const ring: Shape = (across, down) => disc(across, down) && (across - 0.5) ** 2 + (down - 0.5) ** 2 >= 0.12;
const box: Shape = (across, down) => Math.min(across, down, 1 - across, 1 - down) < 0.12;
const tickedBox: Shape = (across, down) => box(across, down) || Math.abs(across - down) < 0.08;
const letterD: Shape = (across, down) =>
  across < 0.15 || (Math.min(down, 1 - down) < 0.12 && across < 0.75) || (across > 0.88 && down > 0.25 && down < 0.75);

interface Drawn {
  readonly shape: Shape;
  readonly at: Box;
}

/** A page of grey paper with words as columns of ink, and shapes; dark on light, or light on dark. */
function pageOf(lines: readonly RecognisedLine[], drawn: readonly Drawn[], [ground, ink] = [220, 30]) {
  const data = new Uint8Array(sheet.widthPx * sheet.heightPx).fill(ground);
  const paint = ({ x0, y0, x1, y1 }: Box, shape: Shape): void => {
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        if (shape((x - x0 + 0.5) / (x1 - x0), (y - y0 + 0.5) / (y1 - y0))) data[y * sheet.widthPx + x] = ink;
      }
    }
  };
  for (const { box: place } of lines.flatMap(({ words }) => words)) paint(place, (across) => (across * 20) % 2 < 1);
  for (const { shape, at } of drawn) paint(at, shape);
  return { data, ...sheet };
}

function marksOn(lines: readonly RecognisedLine[], image: RecognisableImage, turn: 0 | 180 = 0): readonly string[] {
  return withMarks(lines, { image, turn }).map(({ text }) => text);
}

/** A square of so many pixels whose middle is there. */
function squareAt(x: number, y: number, size: number): Box {
  return { x0: x - size / 2, y0: y - size / 2, x1: x + size / 2, y1: y + size / 2 };
}

/** Lines are 20 pixels tall: the first from 40 to 60. */
const text = typed(["Switch off the supply"], [100, 40]);

/** The same line if the engine read the mark before it as a word. */
function withFirst(mark: string): readonly RecognisedLine[] {
  const [line] = typed([`${mark} Switch off the supply`], [70, 40]);
  if (line === undefined) throw new Error("no line");
  return [line];
}

/** Prints only the words after the first, which is replaced by the mark. */
function restOf(lines: readonly RecognisedLine[]): readonly RecognisedLine[] {
  return lines.map((line) => ({ ...line, words: line.words.slice(1) }));
}

describe("a bullet", () => {
  const bullet = { shape: disc, at: squareAt(80, 50, 8) };

  test("that the engine left out is added before its line, with its box", () => {
    const [line] = withMarks(text, { image: pageOf(text, [bullet]), turn: 0 });
    expect(line?.text).toBe("• Switch off the supply");
    expect(line?.words[0]).toEqual({ text: "•", confidence: 90, box: bullet.at });
    expect(line?.box.x0).toBe(bullet.at.x0);
  });

  test.for(["«", "+", "e", "»"])("is one where the engine took it for %s", (mark) => {
    const lines = withFirst(mark);
    const image = pageOf(restOf(lines), [{ shape: disc, at: squareAt(76, 50, 8) }]);
    expect(marksOn(lines, image)).toEqual(["• Switch off the supply"]);
  });

  test("is found in light print on a dark panel, and on an upside-down page", () => {
    expect(marksOn(text, pageOf(text, [bullet], [40, 230]))).toEqual(["• Switch off the supply"]);
    const { data } = pageOf(text, [bullet]);
    expect(marksOn(text, { data: data.toReversed(), ...sheet }, 180)).toEqual(["• Switch off the supply"]);
  });

  test.for<readonly [string, Drawn]>([
    ["a full stop of another column", { shape: disc, at: squareAt(80, 58, 4) }],
    ["a ring, which is the letter o", { shape: ring, at: squareAt(80, 50, 10) }],
    ["a dash", { shape: () => true, at: { x0: 70, y0: 49, x1: 84, y1: 52 } }],
    ["a disc as large as a letter", { shape: disc, at: squareAt(80, 50, 18) }],
    ["a disc that is far away", { shape: disc, at: squareAt(50, 50, 8) }],
    ["a disc that touches the word", { shape: disc, at: squareAt(96, 50, 8) }],
  ])("is not %s", ([, drawn]) => {
    expect(marksOn(text, pageOf(text, [drawn]))).toEqual(["Switch off the supply"]);
  });
});

describe("a box to be ticked", () => {
  test.for<readonly [string, Shape, string]>([
    ["empty", box, "☐"],
    ["ticked", tickedBox, "☒"],
  ])("that is %s precedes its label, whatever it was read as", ([, shape, mark]) => {
    const drawn = [{ shape, at: squareAt(80, 50, 18) }];
    expect(marksOn(text, pageOf(text, drawn))).toEqual([`${mark} Switch off the supply`]);
    const lines = withFirst("O");
    const there = [{ shape, at: { x0: 68, y0: 41, x1: 84, y1: 59 } }];
    expect(marksOn(lines, pageOf(restOf(lines), there))).toEqual([`${mark} Switch off the supply`]);
  });

  test("between two labels belongs to the one that it was taken for a word of", () => {
    const lines = [...typed(["Yes"], [60, 40]), ...typed(["O No"], [110, 40])];
    const [yes, no] = lines;
    if (yes === undefined || no === undefined) throw new Error("no lines");
    const image = pageOf([yes, ...restOf([no])], [{ shape: box, at: { x0: 106, y0: 41, x1: 122, y1: 59 } }]);
    expect(marksOn(lines, image)).toEqual(["Yes", "☐ No"]);
  });

  test("is added after a label that precedes it", () => {
    const drawn = [{ shape: box, at: squareAt(330, 50, 18) }];
    expect(marksOn(text, pageOf(text, drawn))).toEqual(["Switch off the supply ☐"]);
  });

  test("is not a letter with a round side, nor inside a word", () => {
    const lines = withFirst("D");
    const letter = [{ shape: letterD, at: { x0: 66, y0: 41, x1: 84, y1: 59 } }];
    expect(marksOn(lines, pageOf(restOf(lines), letter))).toEqual(["D Switch off the supply"]);
    const inWord = [{ shape: box, at: { x0: 120, y0: 41, x1: 136, y1: 59 } }];
    expect(marksOn(text, pageOf([], inWord))).toEqual(["Switch off the supply"]);
  });
});

test("spaces inside a line, and lines without marks, stay as they are", () => {
  const [line] = text;
  if (line === undefined) throw new Error("no line");
  const spaced = { ...line, text: "Switch   off the  supply" };
  const drawn = [{ shape: disc, at: squareAt(80, 50, 8) }];
  expect(marksOn([spaced], pageOf(text, drawn))).toEqual(["• Switch   off the  supply"]);
  expect(withMarks(text, { image: pageOf(text, []), turn: 0 })).toEqual(text);
});

test("a word of which the engine is sure is no box, however its letters look", () => {
  const there = [{ shape: box, at: { x0: 69, y0: 41, x1: 88, y1: 59 } }];
  const unsure = withFirst("LJ").map((line) => ({
    ...line,
    words: line.words.map((word) => (word.text === "LJ" ? { ...word, confidence: 50 } : word)),
  }));
  expect(marksOn(unsure, pageOf(restOf(unsure), there))).toEqual(["☐ Switch off the supply"]);
  const sure = withFirst("in");
  expect(marksOn(sure, pageOf(restOf(sure), there))).toEqual(["in Switch off the supply"]);
});
