import { describe, expect, test } from "vitest";
import type { FlowLine } from "../../../src/layout/flow.ts";
import type { HeadingEvidence } from "../../../src/layout/headings/candidate.ts";
import { headingLevel } from "../../../src/layout/headings/headings.ts";
import { createHeadingLevels } from "../../../src/layout/headings/heading-levels.ts";
import { createTypeSizes } from "../../../src/layout/headings/type-sizes.ts";
import { column, flow, page, paragraph } from "../pages.ts";

const long = "the text of the body that is the most of all";
const sizes = createTypeSizes();
sizes.learn(page(...[24, 16, 14, 12].map((sizePt, at) => column(["Title"], { y: 40 * at, sizePt }))));
sizes.learn(page(column([long, long, long, long], { y: 120 })));

function evidenceOf(firstPage = 1): HeadingEvidence {
  return {
    sizes,
    levels: createHeadingLevels(() => firstPage),
    outline: new Map(),
    hasTaggedHeadings: false,
    isBoldCommon: false,
    page: firstPage,
    heightPt: 792,
  };
}

/** The level of a line above text on the second page. */
function level(line: FlowLine, evidence = evidenceOf(2)): number {
  const candidate = { paragraph: paragraph(line), text: line.text, before: undefined, isFoot: false };
  return headingLevel({ ...candidate, after: paragraph(flow(long)) }, evidence);
}

describe("between the title and the text", () => {
  const abstract = `${long} ${long} ${long}`;

  /** The levels of lines in the middle of the first page, below each other. */
  function frontOf(...lines: readonly (readonly [text: string, look?: Partial<FlowLine>])[]): readonly number[] {
    const known = evidenceOf();
    const paragraphs = lines.map(([text, look], at) => {
      const [y0, halfPt] = [100 + 30 * at, text.length * 2.5];
      return paragraph(flow(text, { box: { x0: 306 - halfPt, y0, x1: 306 + halfPt, y1: y0 + 12 }, ...look }));
    });
    return lines.map(([text], at) =>
      headingLevel(
        {
          paragraph: paragraphs[at] ?? paragraph(),
          text,
          before: paragraphs[at - 1],
          after: paragraphs[at + 1],
          isFoot: false,
        },
        known,
      ),
    );
  }
  const title = ["A Study of Rivers", { sizePt: 24 }] as const;
  const bold = { isBold: true, sizePt: 12 };

  test("a single author is no heading after `by`, wherever the line is", () => {
    const left = { ...bold, box: { x0: 72, y0: 130, x1: 200, y1: 142 } };
    const after = [["Abstract", bold], [abstract]] as const;
    expect(frontOf(title, ["by Ann Author", left], ...after)).toEqual([1, 0, 2, 0]);
    expect(frontOf(title, ["Rivers by night", left], ...after)).toEqual([1, 2, 2, 0]);
  });

  test("bold authors and dates in the middle are no headings", () => {
    const lines = [["Ann Author", bold], ["University of Somewhere"], ["Abstract", bold], [abstract]] as const;
    expect(frontOf(title, ...lines)).toEqual([1, 0, 0, 2, 0]);
    expect(frontOf(title, ["Ann Author", bold], ["6 May 2009", bold], [abstract])).toEqual([1, 0, 0, 0]);
  });

  test("a line as wide as the title is in the middle if the next one is", () => {
    const width = { box: { x0: 263.5, y0: 130, x1: 348.5, y1: 142 }, ...bold };
    expect(frontOf(title, ["By Ann and Berta B", width], ["May 2009"], ["Contents", bold], [abstract])).toEqual([
      1, 0, 0, 2, 0,
    ]);
  });

  test.for([
    ["Ann Author¹,∗ and Bob Writer²", 0],
    ["Ann Author a,b, Bob Writer c", 0],
    ["Ann Author*", 0],
    ["Ann Author, Bob van Writer, and Cem Scholar", 0],
    ["A. U. Thor and C. O. Respondent", 0],
    ["ann@example.org", 0],
    ["Copyright © 2006–2011", 0],
    ["November 7, 2016", 0],
    ["Modified: 18 March, 2010. Compiled: November 1, 2022", 0],
    ["Theory and Practice", 2],
    ["Data, Code and Text", 2],
    ["1 Introduction", 2],
  ] as const)(
    "names with marks, lists of names, addresses and dates above text are no headings: %s",
    ([text, wanted]) => {
      expect(frontOf(title, [text, { ...bold, sizePt: 16 }], [abstract])[1]).toBe(wanted);
    },
  );

  test("the heading of an abstract may be as small as the abstract", () => {
    const small = { sizePt: 9, isBold: true };
    expect(frontOf(title, ["Abstract", small], [abstract, { sizePt: 9 }])).toEqual([1, 2, 0]);
    expect(frontOf(title, ["Abstract", small], ["Short."], ["Contents", small], [abstract])).toEqual([1, 2, 0, 2, 0]);
    expect(frontOf(title, ["Remark", small], [abstract])).toEqual([1, 0, 0]);
  });

  test("the first line of a title page is the title, even if more lines have its type", () => {
    const cover = (sizePt: number) =>
      frontOf(["Video Discs", { sizePt }], ["For all players", { sizePt }], ["Release notes", { sizePt }]);
    expect(cover(14)[0]).toBe(1);
    expect(cover(12)[0]).toBe(0);
  });

  test("a date is no title, and institutes with marks are no text", () => {
    expect(frontOf(["November 14, 2022", { sizePt: 16 }], [abstract])).toEqual([0, 0]);
    const institute = `(1) ${"Department of Statistics, University of Munich, ".repeat(3)}`;
    expect(frontOf(title, ["Ann Author"], [institute], ["6 June 2008", bold], ["Abstract", bold], [abstract])).toEqual([
      1, 0, 0, 0, 2, 0,
    ]);
  });

  test("a long title may end with a full stop", () => {
    const sentence = "A long title of a guide about the analysis of rivers with the packages Stream and Bank.";
    expect(frontOf([sentence, { sizePt: 16 }], [abstract])[0]).toBe(1);
    expect(frontOf(title, [abstract], [sentence, { sizePt: 16 }], [abstract])[2]).toBe(0);
  });
});

test("a caption is no heading, however large", () => {
  for (const text of ["Table 1.1. Paths", "Figure 3: Rivers", "Abbildung 2 Flüsse", "表 1 河流"])
    expect(level(flow(text, { sizePt: 16 }))).toBe(0);
});

test("words at two places in larger type are no heading", () => {
  const look = { isSpread: true, sizePt: 14 };
  expect(level(flow("Left plot of points  Right plot of points", look))).toBe(0);
  expect(level(flow("2  Plots", look))).toBeGreaterThan(0);
});

test("a number in another type is that of a section if it may count", () => {
  const look = { font: "Sans", box: { x0: 72, y0: 82, x1: 160, y1: 94 } };
  const next = (text: string, ...earlier: readonly string[]): number => {
    const evidence = evidenceOf();
    for (const one of earlier) level(flow(one, { isBold: true, sizePt: 16 }), evidence);
    return headingLevel(
      {
        paragraph: paragraph(flow(text, look)),
        text,
        before: undefined,
        after: paragraph(flow("> code", { font: "Mono" })),
        isFoot: false,
      },
      evidence,
    );
  };
  expect(next("5.1 Creating sets", "5 Data")).toBeGreaterThan(0);
  expect(next("5.1 Creating sets", "4 Data")).toBe(0);
  expect(level(flow("2 Methods", look))).toBeGreaterThan(0);
  const numbered = evidenceOf();
  level(flow("1 Aims", { isBold: true, sizePt: 16 }), numbered);
  expect(level(flow("20 PAUSE", look), numbered)).toBe(0);
});

test("an entry of contents whose page number was painted first is no heading", () => {
  const entry = { isBold: true, sizePt: 14, box: { x0: 78, y0: 100, x1: 260, y1: 116 } };
  const number = flow("48", { box: { x0: 503, y0: 100, x1: 517, y1: 116 } });
  const candidate = { paragraph: paragraph(flow("Chapter 3 Fonts", entry)), text: "Chapter 3 Fonts", isFoot: false };
  const after = paragraph(flow("3.1 Unicode .... 48"));
  expect(headingLevel({ ...candidate, before: paragraph(number), after }, evidenceOf(2))).toBe(0);
  expect(
    headingLevel({ ...candidate, before: paragraph(number), after: paragraph(flow(long)) }, evidenceOf(2)),
  ).toBeGreaterThan(0);
});

describe("a line in the type of the text", () => {
  const at = (y0: number, text: string): FlowLine =>
    flow(text, { box: { x0: 72, y0, x1: 72 + text.length * 5, y1: y0 + 12 } });

  /** The level of a line of which white is above and below, in points, after some headings. */
  function plain(
    text: string,
    [abovePt, belowPt]: readonly [number, number],
    { earlier = [], y = 200 }: { readonly earlier?: readonly string[]; readonly y?: number } = {},
  ): number {
    const evidence = evidenceOf();
    for (const one of earlier) level(flow(one, { isBold: true, sizePt: 16 }), evidence);
    const after = paragraph(at(y + 12 + belowPt, `${long} and what follows it`), at(y + 24 + belowPt, long));
    const before = paragraph(at(y - 12 - abovePt, long));
    return headingLevel({ paragraph: paragraph(at(y, text)), text, before, after, isFoot: false }, evidence);
  }

  test("is a heading if it is the number of an article", () => {
    expect(plain("Article 2", [12, 12])).toBeGreaterThan(0);
    expect(plain("Article 2", [2, 2])).toBe(0);
    expect(plain("Article 2", [8, 20])).toBe(0);
    expect(plain("Page 2", [12, 12])).toBe(0);
    expect(plain("May 15", [12, 12])).toBe(0);
    expect(plain("Article 2", [12, 12], { y: 60 })).toBe(0);
    expect(plain("Article 2", [12, 12], { earlier: ["Article 1"], y: 60 })).toBeGreaterThan(0);
    expect(plain("Table 2", [12, 12])).toBe(0);
  });

  test("is a heading if it is in capitals", () => {
    expect(plain("SAMPLE DESIGN", [12, 6], { earlier: ["A title"] })).toBeGreaterThan(0);
    expect(plain("ЗАКЛЮЧЕНИЕ РАБОТЫ", [12, 6], { earlier: ["A title"] })).toBeGreaterThan(0);
    expect(plain("SAMPLE DESIGN", [12, 6])).toBe(0);
    expect(plain("MARGARET", [12, 6], { earlier: ["A title"] })).toBe(0);
    expect(plain("GUI HTML", [12, 6], { earlier: ["A title"] })).toBe(0);
    expect(plain("SAMPLE DESIGN", [2, 2], { earlier: ["A title"] })).toBe(0);
    expect(plain("SAMPLE DESIGN 12", [12, 6], { earlier: ["A title"] })).toBe(0);
  });

  test("is a heading if it has the next number of a section", () => {
    expect(plain("2.1 Licence", [12, 6], { earlier: ["2 Grants"] })).toBe(2);
    expect(plain("3 Duties", [12, 6], { earlier: ["2 Grants"] })).toBe(2);
    expect(plain("4 Duties", [12, 6], { earlier: ["2 Grants"] })).toBe(0);
    expect(plain("2 Grants", [12, 6], { earlier: ["1 Terms", "2 Grants"] })).toBe(0);
    expect(plain("2.1 Licence", [12, 6], { earlier: ["3 Grants"] })).toBe(0);
    expect(plain("2.1 licence", [12, 6], { earlier: ["2 Grants"] })).toBe(0);
    expect(plain("2.1 The licensor grants this.", [12, 6], { earlier: ["2 Grants"] })).toBe(0);
  });
});
