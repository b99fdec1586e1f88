import { describe, expect, it, test } from "vitest";
import type { FlowLine } from "../../../src/layout/flow.ts";
import type { HeadingEvidence } from "../../../src/layout/headings/candidate.ts";
import { withWholeTitles } from "../../../src/layout/headings/heading-numbers.ts";
import { headingLevel } from "../../../src/layout/headings/headings.ts";
import { createHeadingLevels } from "../../../src/layout/headings/heading-levels.ts";
import { createTypeSizes } from "../../../src/layout/headings/type-sizes.ts";
import { titleWords } from "../../../src/model/plain-text.ts";
import type { PagePart, Paragraph } from "../../../src/layout/paragraphs/paragraphs.ts";
import { column, flow, page, paragraph, tag } from "../pages.ts";

const sizes = createTypeSizes();
sizes.learn(
  page(
    column(["Title"], { y: 40, sizePt: 24 }),
    column(["Chapter"], { y: 80, sizePt: 16 }),
    column(
      Array.from({ length: 20 }, () => "the text of the body that is the most of all"),
      { y: 120 },
    ),
  ),
);

/** The first heading has the rank of its size. */
const fromTheMiddle = (): number => 2;

const evidence: HeadingEvidence = {
  sizes,
  levels: createHeadingLevels(fromTheMiddle),
  outline: new Map(),
  hasTaggedHeadings: false,
  isBoldCommon: false,
  page: 2,
  heightPt: 792,
};

function level(line: FlowLine, known: Partial<HeadingEvidence> = {}, after?: FlowLine): number {
  const next = after === undefined ? undefined : paragraph(after);
  return headingLevel(
    { paragraph: paragraph(line), text: line.text, before: undefined, after: next, isFoot: next === undefined },
    { ...evidence, levels: createHeadingLevels(fromTheMiddle), ...known },
  );
}

const long = "the text of the body that is the most of all";

describe("a line in larger type at the edge of a page", () => {
  const small = createTypeSizes();
  small.learn(page(column(["Printed"], { y: 40, sizePt: 12 }), column([long, long, long], { y: 120 })));
  const atEdge = (look: Partial<FlowLine>, after?: FlowLine) =>
    level(flow("Printed in May", look), { sizes: small }, after);
  const foot = { x0: 72, y0: 750, x1: 200, y1: 764 };

  it("is not a heading at the foot, with nothing below it", () => {
    expect(atEdge({ sizePt: 12, box: foot })).toBe(0);
    expect(atEdge({ sizePt: 12 })).toBe(1);
  });

  it("is a heading if text follows in the next column", () => {
    expect(atEdge({ sizePt: 12, box: foot }, flow("text"))).toBe(1);
  });

  it("is a heading if it is bold or much larger, as the title of the next page", () => {
    expect(atEdge({ sizePt: 12, isBold: true, box: foot })).toBe(1);
    expect(atEdge({ sizePt: 14, box: foot })).toBe(1);
  });

  it("is not a heading at the top if it has two parts", () => {
    const head = { x0: 72, y0: 30, x1: 500, y1: 44 };
    expect(atEdge({ sizePt: 12, isSpread: true, box: head }, flow("text"))).toBe(0);
    expect(atEdge({ sizePt: 12, box: head }, flow("text"))).toBe(1);
    expect(atEdge({ sizePt: 12, box: head, isRunning: true }, flow("text"))).toBe(0);
    const numbered = flow("Guide for authors  3", { isBold: true, isSpread: true, box: head });
    expect(level(numbered, { sizes: small }, flow("text"))).toBe(0);
  });

  it("is not a heading if the next pages repeat it, unless a tag says so", () => {
    const isRepeated = () => true;
    expect(level(flow("Printed in May", { sizePt: 12 }), { sizes: small, isRepeated })).toBe(0);
    expect(level(flow("Printed in May", { tag: tag("H2", 1) }), { sizes: small, isRepeated })).toBe(2);
  });
});

describe("a heading", () => {
  test.for([
    ["the largest type", { sizePt: 24 }, 1],
    ["the next size", { sizePt: 16 }, 2],
    ["nearly that size", { sizePt: 15.6 }, 2],
    ["bold of the text's size", { isBold: true }, 3],
    ["the text's own type", {}, 0],
    ["bold but smaller than the text", { isBold: true, sizePt: 8 }, 0],
    ["code in larger type", { sizePt: 16, isMonospaced: true }, 0],
    ["code in the text's size", { isMonospaced: true, font: "Courier" }, 0],
    ["bold words at two places", { isBold: true, isSpread: true, text: "Version  Changes" }, 0],
    ["words and a number before a gap", { isBold: true, isSpread: true, text: "Version 2  Changes made" }, 0],
    ["a letter before a gap", { isBold: true, isSpread: true, text: "A  Quantity" }, 0],
    ["a number at some distance", { isBold: true, isSpread: true, text: "2.1  Changes" }, 3],
    ["the letter of an appendix at some distance", { isBold: true, isSpread: true, text: "A.1  Changes" }, 3],
    ["a tag", { tag: tag("H2", 1) }, 2],
    ["a title's tag", { tag: tag("Title", 1) }, 1],
    [
      "large type in a cell",
      { sizePt: 16, tag: tag("P", 1, { cell: { table: 1, row: 2, cell: 3, isHeader: false } }) },
      0,
    ],
  ] as const)("is detected by %s", ([, look, expected]) => {
    expect(level(flow("text" in look ? look.text : "A few words", look))).toBe(expected);
  });

  test.for([
    ["ends a sentence", "These bold words end a sentence."],
    ["goes on", "These bold words go on,"],
    ["begins in the midst", "these bold words begin small"],
    ["is a caption", "Figure 3 shows this"],
    ["is an item", "• An item"],
    ["has no words", "12 / 34"],
    ["is a line of contents", "Chapter one ....... 12"],
    ["is hidden", "⟦hidden · tiny: Words⟧ Words"],
  ] as const)("is not %s", ([, text]) => {
    expect(level(flow(text, { isBold: true }))).toBe(0);
  });

  it("may have a label at some distance if it is above text, and is no heads of columns", () => {
    const spread = (text: string, below?: FlowLine): number =>
      level(flow(text, { isBold: true, isSpread: true }), {}, below);
    expect(spread("Article 5  Definitions", flow(long))).toBe(3);
    expect(spread("A  Proofs", flow(long))).toBe(3);
    expect(spread("Version 2  Changes made", flow("1.9  Link the records of a table", { isSpread: true }))).toBe(0);
    expect(spread("A  Quantity", flow("12  7"))).toBe(0);
    expect(spread("Changes  Reasons", flow(long))).toBe(0);
    expect(spread("2012 Harvest Report for Central Minnesota  All Seasons")).toBe(3);
  });

  it("is not every bold line if much is bold", () => {
    expect(level(flow("Name of column", { isBold: true }), { isBoldCommon: true })).toBe(0);
    expect(level(flow("Label of field", { isBold: true, sizePt: 10.8 }), { isBoldCommon: true })).toBe(0);
  });

  it.for([
    ["1.4 Words", 3],
    ["1.5 Words", 0],
    ["2.1 Words", 3],
    ["3.1 Words", 0],
    ["2.50 Espresso doppio", 0],
    ["31.12 Silvester", 0],
    ["2 Words", 0],
  ] as const)("goes on with the numbers before it if much is bold: %s has level %i", ([text, expected]) => {
    const levels = createHeadingLevels(fromTheMiddle);
    for (const before of ["1 Aims", "1.3 Scope", "2 Terms"])
      levels.note(
        { text: before, sizePt: 10, ownPt: 10, isBold: true, isItalic: false, page: 1, isAboveText: false },
        before.includes(".") ? 3 : 2,
      );
    expect(level(flow(text, { isBold: true }), { isBoldCommon: true, levels })).toBe(expected);
  });

  it("has the level of its bookmark, if its type differs from the text", () => {
    const outline = new Map([[titleWords("2.1 Some Words"), 2]]);
    expect(level(flow("2.1 Some words"), { outline })).toBe(2);
    expect(level(flow("Some words"), { outline })).toBe(0);
  });

  it("is only what the tags mark if they mark headings, except for much larger type", () => {
    const known = { hasTaggedHeadings: true };
    expect(level(flow("Bold words", { isBold: true, tag: tag("P", 1) }), known)).toBe(0);
    expect(level(flow("Large words", { sizePt: 24, tag: tag("P", 1) }), known)).toBe(1);
  });

  it("may be italic if it is alone above text", () => {
    const text = flow("The text of the body that stands right below it", {
      box: { x0: 72, y0: 114, x1: 300, y1: 126 },
    });
    expect(level(flow("Slanted Words", { isItalic: true, font: "Times-Italic" }), {}, text)).toBe(3);
    expect(level(flow("Slanted Words", { isItalic: true, font: "Times-Italic" }))).toBe(0);
    const item = { ...text, text: "• An item" };
    expect(level(flow("Slanted Words", { isItalic: true, font: "Times-Italic" }), {}, item)).toBe(3);
  });

  describe("set off by white above", () => {
    type SetOff = Partial<FlowLine> & { readonly below?: string };
    const full = `${long} and goes on to the end`;
    const setOff = (text: string, gapPt: number, { below = full, ...look }: SetOff = {}): number =>
      headingLevel(
        {
          paragraph: paragraph(flow(text, { isBold: true, font: "Times-Bold", ...look })),
          text,
          before: paragraph(flow(long, { box: { x0: 72, y0: 88 - gapPt, x1: 292, y1: 100 - gapPt } })),
          after: paragraph(flow(below, { box: { x0: 72, y0: 115, x1: 292, y1: 127 } })),
          isFoot: false,
        },
        { ...evidence, levels: createHeadingLevels(fromTheMiddle) },
      );

    it("may begin small or end with a colon", () => {
      expect(setOff("findDocument ()", 8)).toBe(3);
      expect(setOff("Test 8:", 8)).toBe(3);
      expect(setOff("Example:", 8, { isBold: false, isItalic: true })).toBe(3);
      expect(setOff("1.1 Termination.", 8)).toBe(3);
    });

    it("is not without that white, in the type of the text, or as a sentence", () => {
      expect(setOff("findDocument ()", 3)).toBe(0);
      expect(setOff("Test 8:", 8, { isBold: false })).toBe(0);
      expect(setOff("Test 8:", 8, { font: "Times", isBold: false })).toBe(0);
      expect(setOff("note this.", 8)).toBe(0);
    });

    it("is not as the label of a value", () => {
      expect(setOff("Ship to:", 8, { below: "John Example, Side Street 6" })).toBe(0);
      expect(setOff("Date of delivery:", 8, { below: "12 May 2026" })).toBe(0);
      expect(setOff("1.1 Date.", 8, { below: "12 May 2026" })).toBe(0);
      expect(setOff("note:", 8)).toBe(0);
    });

    it("is not as a word within text", () => {
      expect(setOff("and", 8)).toBe(0);
      expect(setOff("e.g.", 8)).toBe(0);
      expect(setOff("A. Smith.", 8)).toBe(0);
      expect(setOff("address of owner", 8)).toBe(0);
    });

    it("may be a name as in code", () => {
      const code = { isMonospaced: true, font: "Courier-Bold" };
      const larger = { isMonospaced: true, font: "Courier", isBold: false, sizePt: 16 };
      expect(setOff("s.clone()", 8, code)).toBe(3);
      expect(setOff("s.clone()", 3, code)).toBe(0);
      expect(setOff("s.clone()", 8, { ...code, isBold: false })).toBe(0);
      expect(setOff("xcolor", 8, larger)).toBe(2);
      expect(setOff("xcolor", 8, { ...larger, below: "Colours" })).toBe(2);
      expect(setOff("xcolor", 8, { ...larger, sizePt: 11.5, below: "Colours" })).toBe(0);
    });

    it.for([
      "npm install reader",
      "./configure --prefix=/usr",
      "http://localhost:8080/",
      "git push origin main",
      "$ make",
      "12 PRINT Hello",
    ])("is not the command, address or line of code %s", (text) => {
      expect(setOff(text, 8, { isMonospaced: true, font: "Courier-Bold" })).toBe(0);
      expect(setOff(text, 8, { isMonospaced: true, font: "Courier", isBold: false, sizePt: 16 })).toBe(0);
    });

    it("is not code below more code, numbered or not", () => {
      const code = { isMonospaced: true, isBold: true, font: "Courier-Bold" };
      const below = (before: string): number =>
        headingLevel(
          {
            paragraph: paragraph(flow("end", code)),
            text: "end",
            before: paragraph(flow(before, { ...code, box: { x0: 72, y0: 80, x1: 292, y1: 92 } })),
            after: paragraph(flow(long, { box: { x0: 72, y0: 115, x1: 292, y1: 127 } })),
            isFoot: false,
          },
          { ...evidence, levels: createHeadingLevels(fromTheMiddle) },
        );
      expect(below("11 PRINT Hello")).toBe(0);
      expect(below("begin")).toBe(0);
    });
  });

  it.for([
    [12, 3],
    [20, 0],
  ] as const)("is no quotation: italic words that are indented by %i points have level %i", ([indent, expected]) => {
    const text = flow(long, { box: { x0: 72, y0: 114, x1: 300, y1: 126 } });
    const box = { x0: 72 + indent, y0: 100, x1: 150 + indent, y1: 112 };
    expect(level(flow("Slanted Words", { isItalic: true, font: "Times-Italic", box }), {}, text)).toBe(expected);
  });

  it("is deeper with a longer number", () => {
    expect(level(flow("1.2.3 Numbered words", { isBold: true }))).toBe(4);
  });
});

test("type sizes know the body size and rank larger ones", () => {
  expect(sizes.body()).toMatchObject({ sizePt: 10, font: "Times", isBold: false });
  expect([30, 24, 16, 11, 10].map((sizePt) => sizes.rank(sizePt))).toEqual([1, 1, 2, 3, 3]);
});

test("the body size is that of prose, even if code is longer", () => {
  const learned = createTypeSizes();
  const prose = Array.from({ length: 6 }, () => "some words on what the listing does");
  const listing = Array.from({ length: 9 }, () => "const answer = await session.read();");
  learned.learn(
    page(
      column(prose, { y: 100, sizePt: 11 }),
      column(listing, { y: 300, sizePt: 9, isMonospaced: true, font: "Mono" }),
    ),
  );

  expect(learned.body()).toMatchObject({ sizePt: 11, font: "Times", isMonospaced: false });
});

test("a sentence slightly larger than tables is not a heading", () => {
  expect(level(flow("All prices are in euros.", { sizePt: 12 }))).toBe(0);
  expect(level(flow("使用標準色彩。", { sizePt: 12 }))).toBe(0);
});

test("a line without a full stop in the type of sentences is not, if tables and code are most of the text", () => {
  const learned = createTypeSizes();
  const cells = Array.from({ length: 30 }, () => "what a cell of the table says of it");
  const prose = ["The order was changed meanwhile; fetch it.", "No such order.", "A line of them that goes on"];
  learned.learn(page(column(cells, { y: 100, sizePt: 9 }), column(prose, { y: 600, sizePt: 10.5 })));
  const inProse = (text: string, isBold = false) => level(flow(text, { sizePt: 10.5, isBold }), { sizes: learned });

  expect(inProse("Version 3.2, which has its base at https://api.example.com")).toBe(0);
  expect(inProse("Errors and what they mean")).toBeGreaterThan(0);
  expect(inProse("Errors, what they mean and what is to be done about each", true)).toBeGreaterThan(0);
});

describe("a section title of a paper", () => {
  const below = flow(long, { box: { x0: 72, y0: 114, x1: 292, y1: 126 } });
  const middle = { x0: 130, y0: 100, x1: 234, y1: 112 };

  it("is a heading in centred small capitals", () => {
    expect(level(flow("IV. EVALUATION", { sizePt: 8, box: middle }), {}, below)).toBeGreaterThan(0);
    expect(level(flow("REFERENCES", { sizePt: 8, box: middle }), {}, below)).toBeGreaterThan(0);
  });

  it("is a heading above another one", () => {
    const next = flow("A. Tasks and Nodes", { isItalic: true, box: { x0: 72, y0: 114, x1: 160, y1: 126 } });
    expect(level(flow("II. SYSTEM MODEL", { sizePt: 8, box: middle }), {}, next)).toBeGreaterThan(0);
  });

  it("is not if all letters are small, at the side, or the title of a table", () => {
    const small = { ...middle, y1: 108 };
    expect(level(flow("A RUNNING HEAD", { sizePt: 8, box: small }), {}, below)).toBe(0);
    expect(level(flow("NOTE WELL", { sizePt: 8, box: { ...middle, x0: 72 } }), {}, below)).toBe(0);
    expect(level(flow("TABLE IV", { sizePt: 8, box: middle }), {}, below)).toBe(0);
  });

  it("is a heading in slightly smaller bold type if it has a number", () => {
    expect(level(flow("II. Math and equations", { sizePt: 9, isBold: true }), {}, below)).toBeGreaterThan(0);
    expect(level(flow("Math and equations", { sizePt: 9, isBold: true }), {}, below)).toBe(0);
    expect(level(flow("2. MATH AND EQUATIONS", { sizePt: 8, isBold: true }), {}, below)).toBeGreaterThan(0);
    expect(level(flow("2. Math and equations", { sizePt: 8, isBold: true }), {}, below)).toBe(0);
    expect(level(flow("2. 注释说明文字", { sizePt: 8, isBold: true }), {}, below)).toBe(0);
  });
});

describe("an entry of a table of contents", () => {
  it("is not a heading, even if it is bold", () => {
    const entry = flow("1 Introduction  7", { isBold: true });
    expect(level(entry, {}, flow("1.1 Motivation .... 7"))).toBe(0);
    expect(level(entry, {}, flow("2 Results  19", { isBold: true }))).toBe(0);
  });

  it("is the beginning of a longer one, between others", () => {
    const between = (text: string, sizePt: number, next: Partial<FlowLine> = {}): number =>
      headingLevel(
        {
          paragraph: paragraph(flow(text, { isBold: true, sizePt })),
          text,
          before: paragraph(flow("1 Aims .... 1")),
          after: paragraph(flow("Security Modules . . 200", next)),
          isFoot: false,
        },
        { ...evidence, levels: createHeadingLevels(fromTheMiddle) },
      );
    expect(between("5 Abstract key types and", 10)).toBe(0);
    expect(between("List of figures", 16)).toBeGreaterThan(0);
    expect(between("2 Vegetables", 13)).toBeGreaterThan(0);
    expect(between("2 Vegetables", 13, { sizePt: 13 })).toBe(0);
  });

  it("is a heading if it is above text", () => {
    expect(level(flow("1 Introduction  7", { isBold: true }), {}, flow(long))).toBeGreaterThan(0);
  });
});

describe("numbered headings", () => {
  const levelsOf = (...lines: readonly (readonly [text: string, sizePt: number])[]): readonly number[] => {
    const levels = createHeadingLevels(fromTheMiddle);
    return lines.map(([text, sizePt]) => level(flow(text, { sizePt }), { levels }, flow(long)));
  };

  test("of one size have the levels of their numbers", () => {
    expect(levelsOf(["1 Aims", 16], ["1.1 Scope", 16], ["1.1.1 Parts", 16], ["1.2 Terms", 16], ["2 Rest", 16])).toEqual(
      [2, 3, 4, 3, 2],
    );
  });

  test("have the level of their type if what they belong to is not known", () => {
    expect(levelsOf(["3.2 Scope", 16], ["3.3 Terms", 16])).toEqual([2, 2]);
  });

  test("of appendices belong to each other", () => {
    expect(levelsOf(["A.1 Proofs", 24], ["A.2 More proofs", 16])).toEqual([2, 2]);
  });

  test("that begin again in another size have a level of their own", () => {
    expect(levelsOf(["1 Aims", 24], ["2 Terms", 24], ["1 Part", 16], ["2 Part", 16])).toEqual([1, 1, 2, 2]);
  });
});

const withAuthors = createTypeSizes();
withAuthors.learn(page(column(["Author"], { y: 80, sizePt: 12 }), column([long, long, long], { y: 120 })));

test("a bold line in the type of numbered headings is one, though smaller than the text", () => {
  const levels = createHeadingLevels(fromTheMiddle);
  const isBold = { isBold: true, sizePt: 9 };
  expect(level(flow("Acknowledgments", isBold), { levels }, flow(long))).toBe(0);
  expect(level(flow("I. METHODS", isBold), { levels }, flow(long))).toBe(3);
  expect(level(flow("Acknowledgments", isBold), { levels }, flow(long))).toBe(3);
});

test("a numbered line in italics or another font is a heading in smaller type", () => {
  const below = flow(long, { box: { x0: 72, y0: 118, x1: 300, y1: 128 } });
  expect(level(flow("2.1. Samples", { sizePt: 9, font: "Italics", isItalic: true }), {}, below)).toBe(3);
  expect(level(flow("2.1. Samples", { sizePt: 7, font: "Italics", isItalic: true }), {}, below)).toBe(0);
  expect(level(flow("3.2 percent of them said", { sizePt: 9, font: "Italics", isItalic: true }), {}, below)).toBe(0);
  expect(level(flow("Samples were", { sizePt: 9, font: "Italics", isItalic: true }), {}, below)).toBe(0);
});

test("a centred line below the title is an author unless text follows it", () => {
  const titled = (after: string): number => {
    const levels = createHeadingLevels(() => 1);
    const centre = (text: string, y0: number): Partial<FlowLine> => ({
      sizePt: 12,
      box: { x0: 300 - text.length * 4, y0, x1: 300 + text.length * 4, y1: y0 + 12 },
    });
    const title = flow("A rather long title", { ...centre("A rather long title", 60), sizePt: 24 });
    level(title, { levels });
    const author = flow("A. Author", centre("A. Author", 90));
    return headingLevel(
      {
        paragraph: paragraph(author),
        text: author.text,
        before: paragraph(title),
        after: paragraph(flow(after)),
        isFoot: false,
      },
      { ...evidence, levels, sizes: withAuthors },
    );
  };
  expect(titled("University of Somewhere")).toBe(0);
  expect(titled(long.repeat(3))).toBe(2);
});

describe("the number of a chapter", () => {
  const partsOf = (label: string, title: string, titlePt = 24): readonly string[] => {
    const parts = [
      flow(label, { sizePt: 20 }),
      flow(title, { sizePt: titlePt, box: { x0: 72, y0: 130, x1: 200, y1: 150 } }),
    ];
    return withWholeTitles(
      parts.map((line) => paragraph(line)),
      sizes.body(),
    ).map((part) =>
      part.kind === "paragraph" ? part.lines.map(({ text, sizePt }) => `${text} ${sizePt}`).join(" / ") : "",
    );
  };

  test.for(["Chapter 2", "CHAPTER II", "Appendix B", "第 3 章"])("is a part of the title below it: %s", (label) => {
    expect(partsOf(label, "Methods")).toEqual([`${label} 24 / Methods 24`]);
  });

  test("may be three lines in capitals at the right, as Sphinx sets them", () => {
    const at = (text: string, y0: number, sizePt: number): Paragraph =>
      paragraph(
        flow(text, { sizePt, font: "Heros", box: { x0: 540 - text.length * 8, y0, x1: 540, y1: y0 + sizePt } }),
      );
    const joined = (word: string): readonly PagePart[] =>
      withWholeTitles([at(word, 92, 10), at("TWO", 113, 14), at("THE UNICODE MODULE", 168, 14)], sizes.body());
    expect(joined("CHAPTER")).toMatchObject([
      { lines: [{ sizePt: 14 }, { text: "TWO" }, { text: "THE UNICODE MODULE" }] },
    ]);
    expect(joined("Chapter")).toHaveLength(3);
  });

  test.for(["Machine Learning", "Linear Algebra", "3D Vision"])("may have any title: %s", (title) => {
    expect(partsOf("Chapter 2", title)).toHaveLength(1);
  });

  test("is one with its title only at the top of a page", () => {
    const lines = [flow(long), flow(long), flow("Vitamin C", { sizePt: 20 }), flow("Sources", { sizePt: 20 })];
    expect(
      withWholeTitles(
        lines.map((line) => paragraph(line)),
        sizes.body(),
      ),
    ).toHaveLength(4);
  });

  test("and its title have the level of the bookmark of either", () => {
    const lines = [flow("Chapter 2", { sizePt: 24 }), flow("Methods", { sizePt: 24 })];
    const candidate = {
      paragraph: paragraph(...lines),
      text: "Chapter 2 Methods",
      before: undefined,
      after: undefined,
    };
    for (const bookmark of ["Chapter 2 Methods", "2 Methods", "Methods", "Chapter 2"]) {
      const outline = new Map([[titleWords(bookmark), 4]]);
      const levels = createHeadingLevels(fromTheMiddle);
      expect(headingLevel({ ...candidate, isFoot: false }, { ...evidence, outline, levels })).toBe(4);
    }
  });

  test("takes the tag of its title", () => {
    const [joined] = withWholeTitles(
      [
        paragraph(flow("Chapter 2", { sizePt: 20, tag: tag("P", 1) })),
        paragraph(flow("Methods", { sizePt: 24, tag: tag("H1", 2), box: { x0: 72, y0: 130, x1: 200, y1: 150 } })),
      ],
      sizes.body(),
    );
    expect(joined?.kind === "paragraph" && joined.lines.map((line) => line.tag?.role)).toEqual(["H1", "H1"]);
  });

  test("is not, above another number, text or authors", () => {
    expect(partsOf("Chapter 2", "Chapter 2.1")).toHaveLength(2);
    expect(partsOf("Chapter 2", "2.1 Methods")).toHaveLength(2);
    expect(partsOf("Homework 2", "Ada Lovelace", 12)).toHaveLength(2);
    expect(partsOf("The chapter 2", "Methods")).toHaveLength(2);
  });
});

test("a light heading above a bold one of its size is one, but not between the title and the text", () => {
  const setup = (levels: HeadingEvidence["levels"]): number =>
    level(
      flow("Setup", { sizePt: 12 }),
      { levels, sizes: withAuthors },
      flow("Usage", { sizePt: 12, isBold: true, font: "Bold" }),
    );
  const levels = createHeadingLevels(() => 1);
  level(flow("A rather long title", { sizePt: 24 }), { levels });
  expect(setup(levels)).toBe(0);
  level(flow(long.repeat(3)), { levels });
  expect(setup(levels)).toBe(2);
});

test("several short lines of a title page are no text", () => {
  const lines = [
    "Department of Engineering",
    "Academic year 2010–2011",
    "Codes of the course",
    "KdG-IWT-MA-HM-10",
    "KdG-IWT-MA-HK-10",
    "KdG-IWT-MA-H-10-411",
  ];
  const levelAfter = (...paragraphLines: readonly string[]): number => {
    const levels = createHeadingLevels(() => 1);
    level(flow("The title", { sizePt: 24 }), { levels, page: 1 });
    const cover = paragraph(...paragraphLines.map((text) => flow(text)));
    const text = paragraphLines.join(" ");
    headingLevel(
      { paragraph: cover, text, before: undefined, after: undefined, isFoot: false },
      { ...evidence, levels, page: 1 },
    );
    return level(flow("Contents", { sizePt: 30 }), { levels, page: 2 }, flow(long));
  };
  expect(levelAfter(...lines)).toBe(2);
  expect(levelAfter(lines.join(" "))).toBe(1);
});

test.for(["- an item", "Read this first.", long.repeat(3)])(
  "a section with %j below it has its own sections",
  (text) => {
    const levels = createHeadingLevels(() => 1);
    const levelsOf = (...lines: readonly FlowLine[]): readonly number[] =>
      lines.map((line) => level(line, { levels }, flow(long)));
    expect(levelsOf(flow("A guide", { sizePt: 24 }), flow("Installation", { sizePt: 16 }))).toEqual([1, 2]);
    level(flow(text), { levels });
    expect(levelsOf(flow("Windows", { isBold: true }))).toEqual([3]);
  },
);

describe("larger type that heads nothing", () => {
  const between = ([before, text, after]: readonly [string, string, string], look: Partial<FlowLine> = {}): number =>
    headingLevel(
      {
        paragraph: paragraph(flow(text, { sizePt: 12, ...look })),
        text,
        before: paragraph(flow(before, { sizePt: 12 })),
        after: paragraph(flow(after, { sizePt: 12 })),
        isFoot: false,
      },
      { ...evidence, levels: createHeadingLevels(fromTheMiddle), sizes: withAuthors },
    );

  test("is authors and their institutes, one after another", () => {
    expect(between(["A. Author", "University of Somewhere", "March 2021"])).toBe(0);
    expect(between(["A. Author", "University of Somewhere", "March 2021"], { isBold: true })).toBe(1);
    expect(between(["A. Author", "2 Method", "3 Results"])).toBe(1);
  });

  test.for([
    ["Total 12,345,678", 0],
    ["$ 1,234 (12)", 0],
    ["Mar 2019 100%", 0],
    ["Results 2019", 2],
    ["1.2 IR 64", 2],
    ["Chapter 1", 2],
  ] as const)("is a total or a tick: %s", ([text, expected]) => {
    expect(level(flow(text, { sizePt: 16 }), {}, flow(long))).toBe(expected);
  });
});
