import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equationLatex } from "../../src/equations/index.ts";
import { type Bytes, face, oldRecords, records5, type Records } from "./mtef-bytes.ts";

const records3 = oldRecords(3);
const records2 = oldRecords(2);

/** The LaTeX of a line of a formula. */
function latex(records: Records, ...items: readonly Bytes[]): string | undefined {
  return equationLatex(records.formula(records.line(...items)));
}

describe("characters of formulas", () => {
  it("writes letters, numbers and signs", () => {
    const { variables, character } = records3;
    const items = [
      variables("x"),
      character(face.symbol, 0x2265),
      character(face.numbers, 0x32),
      character(face.greek, 0x3b1),
    ];
    expect(latex(records3, ...items)).toBe(String.raw`x\geq2\alpha`);
  });

  it("decodes positions in fonts before MTEF 3", () => {
    const { character } = records2;
    const items = [
      character(face.greek, 0x61),
      character(face.symbol, 0xb3),
      character(11, 0x4c),
      character(face.variables, 0xe9),
    ];
    expect(latex(records2, ...items)).toBe(String.raw`\alpha\geq\cdotsé`);
  });

  it("decodes letters of the Macintosh", () => {
    const records = oldRecords(2, 0);
    expect(latex(records, records.character(face.variables, 0x8e))).toBe("é");
  });

  it("keeps words together, and the spaces around them", () => {
    const { character, variables } = records3;
    const words = Array.from("if ", (letter) => character(face.text, letter.charCodeAt(0)));
    expect(latex(records3, ...words, variables("x"))).toBe(String.raw`\text{if }x`);
  });

  it("escapes text, and leaves out control characters and lone surrogates", () => {
    const characters = Array.from("as $&%#_{}\\", (letter) => records5.character(face.text, letter.charCodeAt(0)));
    const others = [0x202e, 0xd800, 0x1, 0x62].map((code) => records5.character(face.text, code));
    expect(latex(records5, ...characters, ...others)).toBe(String.raw`\text{as \$\&\%\#\_\{\}b}`);
  });

  it("removes gaps at the ends only", () => {
    const { variables, character } = records5;
    const gap = character(face.space, 0xef05);
    expect(latex(records5, gap, gap, variables("a"), gap, variables("b"), gap)).toBe(String.raw`a\quad b`);
    expect(latex(records5, gap, gap)).toBeUndefined();
  });

  it("writes functions as commands, and other names upright", () => {
    const { character, variables } = records5;
    const name = (text: string): readonly Bytes[] =>
      Array.from(text, (letter) => character(face.functions, letter.charCodeAt(0)));
    expect(latex(records5, ...name("sin"), variables("x"))).toBe(String.raw`\sin x`);
    expect(latex(records5, ...name("rot("), variables("x"), ...name(")"))).toBe(String.raw`\mathrm{rot}(x)`);
  });

  it("writes vectors and other alphabets", () => {
    const { character } = records5;
    const items = [
      character(face.vector, 0x76),
      character(face.symbol, 0x2208),
      character(11, 0xf091),
      character(11, 0xf107),
    ];
    expect(latex(records5, ...items)).toBe(String.raw`\mathbf{v}\in\mathbb{R}\mathcal{H}`);
  });

  it("writes gaps of both generations of private characters", () => {
    expect(
      latex(records5, records5.variables("a"), records5.character(face.space, 0xef05), records5.variables("b")),
    ).toBe(String.raw`a\quad b`);
    expect(
      latex(records3, records3.variables("a"), records3.character(face.space, 0xeb04), records3.variables("b")),
    ).toBe("a b");
  });

  it.each([
    [5, "x'"],
    [9, String.raw`\hat{x}`],
    [2, String.raw`\dot{x}`],
    [11, String.raw`\vec{x}`],
    [17, String.raw`\bar{x}`],
    [33, String.raw`\underrightarrow{x}`],
  ])("writes embellishment %i in each version", (mark, expected) => {
    for (const records of [records2, records3, records5]) {
      const marked = records.character(face.variables, 0x78, mark);
      expect(latex(records, marked, records.variables("y"))).toBe(`${expected}y`);
    }
  });

  it("writes several embellishments, and negated signs", () => {
    for (const records of [records3, records5]) {
      const { character } = records;
      expect(latex(records, character(face.variables, 0x78, 9, 5))).toBe(String.raw`\hat{x}'`);
      expect(latex(records, character(face.symbol, 0x2208, 10))).toBe(String.raw`\notin`);
    }
  });
});

describe("templates of formulas", () => {
  const [a, b, c] = ["a", "b", "c"].map((letter) => records5.line(records5.variables(letter))) as [Bytes, Bytes, Bytes];
  const none = records5.noLine;
  const letters = records5.line(records5.variables("alim"));
  const bracket = records5.line(records5.variables("]"));
  const sign = (code: number): Bytes => records5.character(22, code);

  it.for([
    ["parentheses", 1, 3, [a, sign(0x28), sign(0x29)], "(a)"],
    ["a left brace", 2, 1, [a, sign(0x7b)], String.raw`\left\{a\right.`],
    ["a half-open interval", 9, 0x12, [a], "[a)"],
    ["a square root", 10, 0, [a, none], String.raw`\sqrt{a}`],
    ["a cube root", 10, 1, [a, b], String.raw`\sqrt[b]{a}`],
    ["a root with a bracket in its index", 10, 1, [a, bracket], String.raw`\sqrt[{]}]{a}`],
    ["the right half of a bracket of Dirac", 30, 2, [a], String.raw`|a\rangle`],
    ["both slots of the right half", 30, 2, [none, b], String.raw`|b\rangle`],
    ["a limit of letters that end like a function", 23, 0x50, [letters, a], String.raw`\underset{a}{alim}`],
    ["a fraction", 11, 0, [a, b], String.raw`\frac{a}{b}`],
    ["a slash", 11, 2, [a, b], "a/b"],
    ["a double bar", 13, 1, [a], String.raw`\overline{\overline{a}}`],
    ["an arrow", 14, 0x24, [a, none], String.raw`\xrightarrow{a}`],
    ["an equilibrium", 14, 0x2e, [a, b], String.raw`\overset{a}{\underset{b}{\rightleftharpoons}}`],
    ["an integral", 15, 0x31, [a, b, c, sign(0x222b)], String.raw`\int_{b}^{c}a`],
    ["a contour integral", 15, 0x15, [a, b, none, sign(0x222e)], String.raw`\oint_{b}a`],
    ["a sum", 16, 0x70, [a, b, c, sign(0x2211)], String.raw`\sum_{b}^{c}a`],
    ["a chosen sign", 22, 0x70, [a, b, c, sign(0x2a01)], "⨁_{b}^{c}a"],
    ["a sign in a slot", 21, 0x20, [none, none, c, b], "b^{c}"],
    ["a limit", 23, 0x50, [b, a, none], String.raw`\underset{a}{b}`],
    ["a brace above", 24, 1, [a, b], String.raw`\overbrace{a}^{b}`],
    ["a bracket below", 25, 0, [a, b], String.raw`\underbracket{a}_{b}`],
    ["a long division", 26, 1, [a, b], String.raw`\overset{b}{)\overline{a}}`],
    ["scripts before their base", 29, 1, [a, b], "{}_{a}^{b}"],
    ["a bracket of Dirac", 30, 3, [a, b], String.raw`\langle a|b\rangle`],
    ["a vector", 31, 2, [a], String.raw`\vec{a}`],
    ["an arrow to the left", 31, 1, [a], String.raw`\overleftarrow{a}`],
    ["a hat", 33, 0, [a], String.raw`\hat{a}`],
    ["a strike", 36, 6, [a], String.raw`\xcancel{a}`],
    ["a box", 37, 0x1e, [a], String.raw`\boxed{a}`],
    ["a long variation", 15, 0x131, [a, b, c], String.raw`\int_{b}^{c}a`],
    ["an unknown one", 99, 0, [a, b], "ab"],
  ] as const)("writes %s", ([, selector, variation, items, expected]) => {
    expect(latex(records5, records5.template(selector, variation, ...items))).toBe(expected);
  });

  it.for([
    ["parentheses", 1, 0, 3, "(a)"],
    ["a right bracket", 3, 2, 1, String.raw`\left.a\right]`],
    ["an interval", 12, 0, 1, "(a]"],
    ["a root", 13, 1, 2, String.raw`\sqrt[b]{a}`],
    ["a fraction", 14, 0, 2, String.raw`\frac{a}{b}`],
    ["scripts", 15, 2, 2, "_{a}^{b}"],
    ["an arrow to the left", 18, 1, 1, String.raw`\xleftarrow[a]{}`],
    ["an integral", 21, 2, 3, String.raw`\int_{b}^{c}a`],
    ["a surface integral", 22, 2, 1, String.raw`\oiint a`],
    ["a brace below", 28, 0, 2, String.raw`\underbrace{a}_{b}`],
    ["a product", 31, 1, 3, String.raw`\prod_{b}^{c}a`],
    ["an intersection", 38, 0, 2, String.raw`\bigcap_{b}a`],
    ["an upper limit", 39, 0, 2, String.raw`\overset{b}{a}`],
    ["a slash", 41, 0, 2, "a/b"],
    ["an operator with limits", 43, 2, 3, String.raw`\overset{b}{\underset{a}{c}}`],
    ["scripts before their base", 44, 2, 2, "{}_{a}^{b}"],
    ["a vector", 47, 1, 1, String.raw`\vec{a}`],
  ] as const)("writes %s of Equation Editor", ([, selector, variation, slots, expected]) => {
    for (const records of [records2, records3]) {
      const lines = ["a", "b", "c"].slice(0, slots).map((letter) => records.line(records.variables(letter)));
      expect(latex(records, records.template(selector, variation, ...lines))).toBe(expected);
    }
  });

  it("puts scripts on the base before them, and only one of each kind", () => {
    const { variables, template } = records5;
    const items = [variables("x"), template(29, 0, a, b), template(28, 0, none, c)];
    expect(latex(records5, ...items)).toBe("x_{a}^{b}{}^{c}");
    expect(latex(records5, variables("x"), template(27, 0, a, none), template(28, 0, none, c))).toBe("x_{a}^{c}");
  });

  it("writes limits of functions as scripts", () => {
    const name = records5.line(
      ...Array.from("lim", (letter) => records5.character(face.functions, letter.charCodeAt(0))),
    );
    expect(latex(records5, records5.template(23, 0x50, name, a, none), records5.variables("x"))).toBe(
      String.raw`\lim_{a}x`,
    );
  });

  it("writes matrices, piles and lines below each other", () => {
    for (const records of [records3, records5]) {
      const { line, pile, matrix, variables } = records;
      const cells = ["a", "b", "c", "d"].map((letter) => line(variables(letter)));
      expect(latex(records, matrix(2, 2, ...cells))).toBe(String.raw`\begin{matrix}a & b \\ c & d\end{matrix}`);
      const aligned = String.raw`\begin{aligned}x \\ y\end{aligned}`;
      expect(equationLatex(records.formula(pile(line(variables("x")), line(), line(variables("y")))))).toBe(aligned);
      expect(equationLatex(records.formula(line(variables("x")), line(variables("y"))))).toBe(aligned);
    }
  });
});

describe("options of records", () => {
  it("skips nudges, tab stops, line spacing, sizes and fonts", () => {
    const { variables, formula } = records3;
    // A line with a large nudge, a spacing and a tab stop.
    const line = [0xe1, 128, 128, 1, 2, 3, 4, 9, 0, 1, 0, 9, 9];
    const sizes = [9, 101, 32, 1, 9, 100, 1, 9, 9, 9, 2, 128, 11];
    const font = [8, 1, 0, 0x41, 0];
    expect(equationLatex(formula([...line, ...variables("a"), ...sizes, ...font, ...variables("b"), 0]))).toBe("ab");
    // A small nudge of a character.
    expect(equationLatex(formula([1, 0x82, 120, 130, 131, 0x78, 0, ...variables("y"), 0]))).toBe("xy");
  });

  it("reads the positions of characters in MTEF 5", () => {
    const { formula, variables } = records5;
    // A code and a position of a byte, then only a position of two bytes.
    expect(equationLatex(formula([1, 0, 2, 4, 131, 0x78, 0, 9, 2, 0x30, 131, 0x79, 0, ...variables("z"), 0]))).toBe(
      "xyz",
    );
  });
});

/** The longest LaTeX that a byte explains. A mark such as a bow below takes two bytes, a matrix a few. */
const maxCharactersPerByte = 50;

describe("damaged formulas", () => {
  const { formula, line, template, variables } = records5;
  const whole = formula(line(variables("ab"), template(11, 0, line(variables("c")), line(variables("d")))));

  it("gives what precedes the damage", () => {
    expect(equationLatex(whole)).toBe(String.raw`ab\frac{c}{d}`);
    const end = whole.lastIndexOf("d".charCodeAt(0));
    expect(equationLatex(whole.subarray(0, end - 3))).toBe(String.raw`ab\frac{c}{}`);
  });

  it("refuses other streams and versions", () => {
    expect(equationLatex(new Uint8Array())).toBeUndefined();
    expect(equationLatex(Uint8Array.of(27, ...whole.subarray(1)))).toBeUndefined();
    expect(equationLatex(whole.map((byte, index) => (index === 28 ? 4 : byte)))).toBeUndefined();
    expect(equationLatex(formula())).toBeUndefined();
  });

  it("stops at deep nesting and at many records", () => {
    const deep = Uint8Array.from([
      ...formula().subarray(0, -1),
      ...Array.from({ length: 5000 }, () => [3, 0, 1, 3, 0, 1, 0]).flat(),
    ]);
    expect(equationLatex(deep)?.length ?? 0).toBeLessThan(10_000);
    expect(equationLatex(formula(line(variables("x".repeat(20_000)))))?.length).toBeLessThan(10_000);
    const marked = records5.character(face.variables, 0x78, ...Array.from({ length: 1000 }, () => 9));
    expect(latex(records5, marked)).toBe(String.raw`\hat{`.repeat(8) + "x" + "}".repeat(8));
  });

  it("never throws, and writes no more than the input explains", () => {
    const start = Array.from(whole.subarray(0, 40));
    const damaged = fc.tuple(fc.constantFrom(2, 3, 5), fc.array(fc.oneof(fc.nat(7), fc.nat(255)), { maxLength: 400 }));
    fc.assert(
      fc.property(damaged, ([version, bytes]) => {
        const stream = Uint8Array.from([...start.slice(0, 28), version, ...start.slice(29, 33), 0, 0, ...bytes]);
        const found = equationLatex(stream);
        expect(found === undefined || (found !== "" && found.length <= maxCharactersPerByte * stream.length)).toBe(
          true,
        );
      }),
      { seed: 1, numRuns: 2000 },
    );
  });
});
