import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { ppt } from "../../src/index.ts";
import { readBytes } from "../support/read-bytes.ts";
import { longs, makePpt, record, shapeOf, shorts, textOf, wide, type PptBytes, type ShapeBytes } from "./make-ppt.ts";
import { newerTags, numberOf, numbersOf, styleOf, type CharacterBytes, type NumberBytes } from "./text-bytes.ts";

const bodyPlace = 14;

const textIn = async (deck: PptBytes): Promise<string> => (await readBytes(ppt(), makePpt(deck))).text;
const shown = (shape: ShapeBytes): Promise<string> => textIn({ slides: [{ shapes: [shapeOf(shape)] }] });

/** Items of a list, of which each is a group of its own, and what is said of the groups. */
const listOf = (groups: readonly NumberBytes[]): ShapeBytes => {
  const words = groups.map((_, at) => `item ${at + 1}`);
  const style = styleOf(
    words.map((item) => [item.length + 1, 0, 1] as const),
    words.map((item, group) => ({ characters: item.length + 1, group })),
  );
  return {
    placeholder: bodyPlace,
    text: Buffer.concat([textOf(1, words.join("\r")), style]),
    client: [newerTags([numbersOf(groups)])],
  };
};

const numbered = { isNumbered: 1, scheme: 3 } as const;

describe("a list", () => {
  test("has the numbers that a newer PowerPoint gives to it", async () => {
    expect(await shown(listOf([numbered, numbered, numbered]))).toBe("[slide 1]\n1. item 1\n2. item 2\n3. item 3\n");
  });

  test.for<[scheme: number, label: string]>([
    [0, "e."],
    [1, "E."],
    [2, "5)"],
    [4, "(v)"],
    [7, "V."],
    [9, "e)"],
    [12, "(5)"],
    [15, "V)"],
    [33, "5."],
    [60_000, "5."],
  ])("of scheme %i that starts at 5 starts with %j", async ([scheme, label]) => {
    expect(await shown(listOf([{ isNumbered: 1, scheme, start: 5 }]))).toBe(`[slide 1]\n${label} item 1\n`);
  });

  test("is numbered in the usual way where no scheme is named, as PowerPoint 2003 leaves it out", async () => {
    expect(await shown(listOf([{ isNumbered: 1 }, { isNumbered: 1 }]))).toBe("[slide 1]\n1. item 1\n2. item 2\n");
  });

  test("has bullets where it says so, where only a scheme is named, and where they are images", async () => {
    const groups = [{ isNumbered: 0, scheme: 3 }, { scheme: 3 }, { image: 1 }, {}] as const;
    expect(await shown(listOf(groups))).toBe("[slide 1]\n- item 1\n- item 2\n- item 3\n- item 4\n");
  });

  test("is numbered whatever else is said of its words", async () => {
    const groups = [{ ...numbered, hasLanguage: true }, { ...numbered, hasLanguage: true, image: 1 }, numbered];
    expect(await shown(listOf(groups))).toBe("[slide 1]\n1. item 1\n2. item 2\n3. item 3\n");
  });

  test("counts on beyond 16 groups, of which a file has four bits", async () => {
    const groups = Array.from({ length: 40 }, (_, at) => (at < 35 ? numbered : {}));
    const lines = (await shown(listOf(groups)))
      .split("\n")
      .filter((line) => line.endsWith(" 16") || /3[56]$/.test(line));
    expect(lines).toEqual(["16. item 16", "35. item 35", "- item 36"]);
  });

  test("of an outline has the numbers that the document says of it", async () => {
    const words = Buffer.concat([textOf(1, "one\rtwo"), styleOf([[8, 0, 1]], [{ characters: 8 }])]);
    const header = record(0x0faf, longs(256, 1));
    const said = record(0x0fae, [header, numbersOf([numbered])]);
    const other = record(0x0fae, [record(0x0faf, longs(257, 1)), numbersOf([{ isNumbered: 1, scheme: 0 }])]);
    const shapes = [shapeOf({ placeholder: bodyPlace, text: record(0x0f9e, longs(0)) })];
    const document = [record(0x07d0, [newerTags([other, said])])];
    expect(await textIn({ slides: [{ shapes, outline: words }], document })).toBe("[slide 1]\n1. one\n2. two\n");
  });

  test("has the numbers that its master gives to its level", async () => {
    const levels = [{ isNumbered: 1, scheme: 3 }, { isNumbered: 1, scheme: 9 }, {}] as const;
    const style = Buffer.concat([shorts(3), ...levels.map((level) => Buffer.concat([numberOf(level), longs(0)]))]);
    const words = Buffer.concat([
      textOf(1, "one\rinner\rbullet\rtwo"),
      styleOf([
        [4, 0, 1],
        [6, 1, 1],
        [7, 2, 1],
        [4, 0, 1],
      ]),
    ]);
    const shapes = [shapeOf({ placeholder: bodyPlace, text: words })];
    const masterRecords = [newerTags([record(0x0fad, style, 1)])];
    expect(await textIn({ slides: [{ shapes }], masterRecords })).toBe(
      "[slide 1]\n1. one\n  a) inner\n    - bullet\n2. two\n",
    );
  });

  test.for<[what: string, change: (shape: ShapeBytes) => ShapeBytes]>([
    ["another program's tags", (shape) => ({ ...shape, client: [newerTags([numbersOf([numbered])], "___PPT10")] })],
    ["tags that are cut off", (shape) => ({ ...shape, client: [newerTags([numbersOf([numbered]).subarray(0, 11)])] })],
    ["tags that are empty", (shape) => ({ ...shape, client: [newerTags([record(0x0fac, [])])] })],
  ])("keeps its bullets beside %s", async ([, change]) => {
    expect(await shown(change(listOf([{}])))).toBe("[slide 1]\n- item 1\n");
  });
});

/** Runs of a text box of one paragraph. */
const looking = (words: string, runs: readonly CharacterBytes[], more = new Uint8Array()): ShapeBytes => ({
  text: Buffer.concat([textOf(4, words), styleOf([[words.length + 1, 0, 0]], runs), more]),
});

describe("the looks of runs", () => {
  test("are marked", async () => {
    const runs = [
      { characters: 4, flags: 1 },
      { characters: 1 },
      { characters: 6, flags: 2 },
      { characters: 1 },
      { characters: 4, flags: 3 },
      { characters: 2 },
      { characters: 1, position: 30 },
      { characters: 2 },
      { characters: 1, position: -25 },
      { characters: 1, position: 5 },
      { characters: 1, position: -100 },
    ];
    expect(await shown(looking("bold italic both x2 H234", runs))).toBe(
      "[slide 1]\n**bold** *italic* ***both*** x² H₂34\n",
    );
  });

  test("that are only underlined, or that say that they are plain, are none", async () => {
    const runs = [
      { characters: 4, flags: 4 },
      { characters: 5, mask: 3 },
    ];
    expect(await shown(looking("line none", runs))).toBe("[slide 1]\nline none\n");
  });

  test("go on over paragraphs and runs, and stay within links", async () => {
    const click = record(0x0ff2, [record(0x0ff3, longs(0, 7, 0, 0))]);
    const address = record(0x0fd7, [record(0x0fd3, longs(7)), record(0x0fba, wide("https://example.org/"), 1)]);
    const runs = [{ characters: 4, flags: 1 }, { characters: 8, flags: 1, group: 3 }, { characters: 2 }];
    const shape = looking("one\rtwo three", runs, Buffer.concat([click, record(0x0fdf, longs(4, 13))]));
    expect(await textIn({ slides: [{ shapes: [shapeOf(shape)] }], document: [record(0x0409, [address])] })).toBe(
      "[slide 1]\n**one**\n[**two thre**e](https://example.org/)\n",
    );
  });

  test("of a title are left out, but what is raised is raised", async () => {
    const words = Buffer.concat([
      textOf(0, "E = mc2"),
      styleOf(
        [[8, 0, 0]],
        [
          { characters: 6, flags: 1 },
          { characters: 1, position: 30 },
        ],
      ),
    ]);
    expect(await shown({ placeholder: 13, text: words })).toBe("[slide 1]\n## E = mc²\n");
  });

  test.for([0, 1, 7, 12, 19, 24, 30])("of a record of which %i bytes are left cost nothing else", async (bytes) => {
    const style = styleOf([[5, 0, 0]], [{ characters: 4, flags: 1 }]);
    const text = await shown({
      text: Buffer.concat([textOf(4, "word"), record(0x0fa1, style.subarray(8, 8 + bytes))]),
    });
    expect(text.replaceAll("*", "")).toBe("[slide 1]\nword\n");
  });

  test("decode private-use characters by their symbol font, in titles too, and keep those of other fonts", async () => {
    const words = "a \uf0e0 b \uf0e0";
    const styled = Buffer.concat([
      textOf(4, words),
      styleOf([[words.length + 1, 0, 0]], [{ characters: 3, symbolFont: 2 }, { characters: 4 }]),
    ]);
    const fonts = ["Arial", "Times New Roman", "Wingdings"].map((name, at) =>
      record(0x0fb7, wide(name.padEnd(34, "\0")), at),
    );
    const document = [record(0x03f2, [record(0x07d5, fonts)])];
    const shapes = [shapeOf({ placeholder: 13, text: styled }), shapeOf({ text: styled })];
    expect(await textIn({ slides: [{ shapes }], document })).toBe("[slide 1]\n## a → b \uf0e0\n\na → b \uf0e0\n");
  });

  test("of a hundred thousand paragraphs are found", async () => {
    const count = 100_000;
    const words = textOf(4, Array.from({ length: count }, () => "a").join("\r"));
    const runs = Array.from({ length: count }, (_, at) => ({ characters: 2, flags: at % 2 }));
    const text = await shown({ text: Buffer.concat([words, styleOf([[2 * count, 0, 0]], runs)]) });
    expect(text.split("**a**")).toHaveLength(count / 2 + 1);
  });
});
