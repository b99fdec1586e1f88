import { expect, test } from "vitest";
import { drawnByField, externalMark, linkOfField } from "../../src/builder/field-code.ts";

test.for([
  ["EQ \\f(1,2)", "1/2"],
  ["eq \\f(a+b;c)", "(a+b)/c"],
  [" EQ x\\s\\up8(2)+y\\s\\do4(ij) ", "x^2+y_(ij)"],
  ["EQ \\r(3,x+1) \\r(\\f(1,2))", "3√(x+1) √(1/2)"],
  ["EQ \\i\\su(i=1,n,x)", "∑_(i=1)^n x"],
  ["EQ \\i(0,1,f(x) dx)", "∫_0^1 f(x) dx"],
  ["EQ \\b\\bc\\[(\\a\\co2(1,2,3,4))", "[1; 2; 3; 4]"],
  ["EQ \\o\\ac(○,1)", "(1)"],
  ['eq \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(とう),東)', "東(とう)"],
  ["EQ \\o\\ad(\\s\\up 9(^),x) \\* MERGEFORMAT", "^(^)x"],
  ["EQ x\\s\\up 8(2)", "x^2"],
  ["EQ \\o(A,\u0304)", "A\u0304"],
  ["EQ \\x(boxed \\, text)", "boxed , text"],
  ["EQ \\f(1", "1/"],
  ["EQ \\", ""],
  [`EQ ${"\\f(".repeat(500)}`, expect.any(String)],
  ["SYMBOL 252 \\f Wingdings", "✓"],
  ["PAGE", ""],
  ["EQUAL", ""],
] as const)("%j shows %j where its result is not written", ([instruction, expected]) => {
  expect(drawnByField(instruction)).toEqual(expected);
});

test.for([
  [
    'INCLUDETEXT "C:\\\\docs\\\\part one.docx" chapter \\* MERGEFORMAT',
    String.raw`[external content · INCLUDETEXT: "C:\\docs\\part one.docx" · chapter]`,
  ],
  ['INCLUDEPICTURE "https://example.org/a.png" \\d', "[external content · INCLUDEPICTURE: https://example.org/a.png]"],
  ['INCLUDEPICTURE \\d "a b.gif" \\* MERGEFORMAT', "[external content · INCLUDEPICTURE: a b.gif]"],
  ["DDEAUTO excel book.xls R1C1", "[external content · DDEAUTO: excel · book.xls · R1C1]"],
  [
    'LINK Excel.Sheet.8 "C:\\\\a.xls" "Sheet1!R1C1" \\a \\p',
    String.raw`[external content · LINK: Excel.Sheet.8 · "C:\\a.xls" · Sheet1!R1C1]`,
  ],
  ["HYPERLINK x", ""],
  ["LINKED y", ""],
  [`LINK ${'"'.repeat(50_000)}`, expect.any(String)],
] as const)("%j is marked as %s", ([instruction, expected]) => {
  expect(externalMark(instruction, false)).toEqual(expected);
});

test("an image from elsewhere is named only if the file has none: linked images have their own mark", () => {
  expect(externalMark('INCLUDEPICTURE "a.gif"', true)).toBe("");
  expect(externalMark('INCLUDETEXT "a.docx"', true)).toBe("[external content · INCLUDETEXT: a.docx]");
});

test.for([
  ['HYPERLINK "file.html" \\l "part"', "file.html#part"],
  [' hyperlink \\n "..\\\\up\\\\a b.docx" \\l Chapter1 ', "..\\up\\a b.docx#Chapter1"],
  ['HYPERLINK \\o "a hint" \\t "_blank" "file.html" \\l "part"', "file.html#part"],
  ['HYPERLINK "file.html#own" \\l "part"', "file.html#own"],
  ["HYPERLINK https://example.org/a?b=c \\* MERGEFORMAT", "https://example.org/a?b=c"],
  [`HYPERLINK "https://x/${"a".repeat(3000)}" \\l "p"`, `https://x/${"a".repeat(3000)}#p`],
  ['HYPERLINK "" \\l "part"', undefined],
  ['HYPERLINK \\l "part" \\* MERGEFORMAT', undefined],
  ['HYPERLINKS "file.html"', undefined],
  ['REF part \\h "file.html"', undefined],
] as const)("%j leads to %s", ([instruction, expected]) => {
  expect(linkOfField(instruction)).toBe(expected);
});
