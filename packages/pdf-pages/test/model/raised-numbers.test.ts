import { expect, test } from "vitest";
import type { TextLine, TextRun } from "../../src/model/page-content.ts";
import { lineText } from "../../src/layout/inline-text.ts";
import { line } from "../layout/pages.ts";

/** A line of 12-point type. Each part starts at the end of the previous one; small parts are raised by `raisePt`. */
function lineOf(parts: readonly (string | { readonly small: string })[], raisePt = 5, smallPt = 7): TextLine {
  let x = 72;
  const runs: TextRun[] = [];
  for (const part of parts) {
    const isSmall = typeof part !== "string";
    const sizePt = isSmall ? smallPt : 12;
    const y = isSmall ? 100 + 14.4 - 1.2 * smallPt - raisePt : 100;
    const [run] = line(isSmall ? part.small : part, { x, y, sizePt }).runs;
    if (run === undefined) continue;
    runs.push(run);
    x = run.box.x1;
  }
  return { ...line("", { y: 100 }), runs };
}

test.for([
  ["the mark of a footnote behind a year", ["in 2003", { small: "1" }, " and"], "in 2003¹ and"],
  ["an exponent", ["5 × 10", { small: "−6" }, " m", { small: "2" }], "5 × 10⁻⁶ m²"],
  ["an exponent with a plus", ["Ca", { small: "+2" }], "Ca⁺²"],
  ["several sources", ["shown before", { small: "3,12–14" }, "."], "shown before³,¹²–¹⁴."],
  ["the mark before a footnote", [{ small: "1" }, "See the other text."], "¹See the other text."],
  ["an isotope", [{ small: "14" }, "C in wood"], "¹⁴C in wood"],
  ["an exponent whose sign is apart", ["10", { small: "−" }, { small: "7" }], "10⁻⁷"],
  ["a number before another mark", ["Zhang", { small: "1" }, { small: ",∗" }], "Zhang¹,∗"],
  ["a mixed fraction", ["3", { small: "1" }, "⁄2 miles"], "3¹⁄2 miles"],
] as const)("%s is written in superscript digits", ([, parts, text]) => {
  expect(lineText(lineOf(parts))).toBe(text);
});

test("text that is lower or as high as its word stays", () => {
  expect(lineText(lineOf(["H", { small: "2" }, "O"], 0))).toBe("H2O");
  expect(lineText(lineOf(["H", { small: "2" }, "O"], -3))).toBe("H2O");
  expect(lineText(lineOf([{ small: "7" }, "def run()"], 0))).toBe("7def run()");
});

test.for([
  ["a number with letters", ["x", { small: "8" }, { small: "kS" }, " mod"], "x^{8kS} mod"],
  ["a number with letters in one run", ["2", { small: "8w−1" }], "2^{8w−1}"],
  ["a letter behind a variable", ["f(x", { small: "n" }, ")"], "f(x^n)"],
  ["letters before a space", ["2", { small: "lmc " }, "is"], "2^{lmc} is"],
  ["a letter behind a bracket", ["{0, 1}", { small: "s" }, " is"], "{0, 1}^s is"],
  ["a letter behind capitals", ["PAP", { small: "T" }, " = LL"], "PAP^T = LL"],
] as const)("%s is an exponent", ([, parts, text]) => {
  expect(lineText(lineOf(parts))).toBe(text);
});

test.for([
  ["the letter of a note", ["value", { small: "b" }], "valueb"],
  ["the ending of an ordinal", ["2", { small: "nd" }], "2nd"],
  ["the name of a program", ["L", { small: "A" }, "TEX"], "LATEX"],
] as const)("%s is no exponent", ([, parts, text]) => {
  expect(lineText(lineOf(parts))).toBe(text);
});

test("letters, long numbers and numbers of almost the same size stay", () => {
  expect(lineText(lineOf(["2", { small: "nd" }]))).toBe("2nd");
  expect(lineText(lineOf(["call ", "0", { small: "4711" }]))).toBe("call 04711");
  expect(lineText(lineOf(["1", { small: "2" }], 3, 11))).toBe("12");
});

test("a number with a gap after the word before it stays", () => {
  expect(lineText(lineOf(["see ", { small: "2" }, " there"]))).toBe("see 2 there");
});

test("thousands of raised runs are looked at once", () => {
  const many = Array.from({ length: 30_000 }, () => ({ small: "a" }));
  expect(lineText(lineOf(["x", ...many]))).toBe(`x${"a".repeat(30_000)}`);
});
