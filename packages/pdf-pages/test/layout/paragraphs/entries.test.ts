import { describe, expect, it } from "vitest";
import type { TextLine } from "../../../src/model/page-content.ts";
import { line, type LineLook } from "../pages.ts";
import { below, full, parted } from "./parted.ts";

/** A line of parts in several styles, one after the other. */
function mixed(
  y: number,
  x: number,
  ...parts: readonly (readonly [text: string, look: Partial<LineLook>])[]
): TextLine {
  let start = x;
  const lines = parts.map(([text, look]) => {
    const part = line(text, { ...look, x: start, y });
    start = part.box.x1;
    return part;
  });
  const [first] = lines;
  if (first === undefined) throw new Error("A line has parts.");
  return { ...first, runs: lines.flatMap(({ runs }) => runs), box: { ...first.box, x1: start } };
}

const slanted = { font: "Times-Italic", isItalic: true };
const typed = { font: "Courier", isMonospaced: true };

describe("an entry with a hanging indent", () => {
  it("goes on in the type before the line break, although most of the next line is in another one", () => {
    const next = mixed(112, 90, ["of it. ", {}], ["Journal of Lines and Columns", slanted]);
    expect(parted([line(full, { y: 100 }), next])).toEqual(["a line of te|of it. Journ"]);
  });

  it("goes on in the type in which it begins, although its line ends in another one", () => {
    const first = mixed(100, 72, [full.slice(0, -6), {}], ["R News", slanted]);
    const next = mixed(112, 90, ["1(3). ", {}], ["http://example.org/r/news", typed]);
    expect(parted([first, next])).toEqual(["a line of te|1(3). http:/"]);
  });

  it("goes on in another type within a sentence", () => {
    const lines = [line(full, { y: 100 }), line("of it", { x: 90, y: 112, font: "Times-Bold", isBold: true })];
    expect(parted(lines)).toEqual(["a line of te|of it"]);
  });

  it("is a heading if the words below are in another type than it", () => {
    const next = mixed(112, 90, ["Some of it ", slanted], ["and more of it, as it is here", {}]);
    expect(parted([line(full, { y: 100, font: "Helvetica" }), next])).toEqual(["a line of te", "Some of it a"]);
  });

  it("goes on with an address, but not with code", () => {
    const lines = below([full, full]);
    const address = mixed(124, 72, ["URL ", {}], ["http://example.org/a/b/c.html", typed]);
    expect(parted([...lines, address])).toEqual(["a line of te|a line of te|URL http://e"]);
    expect(parted([...lines, line("while (true) wait();", { y: 124, ...typed })])).toHaveLength(2);
  });
});

describe("an entry that begins with bold words", () => {
  const entry = (text: string, x: number, y: number): TextLine =>
    mixed(y, x, [text.slice(0, 6), { isBold: true }], [text.slice(6), {}]);

  it("does not go on one at the end of the column before", () => {
    const left = [100, 112, 124].map((y) => entry("plotCI Plot the bars of errors", 72, y));
    const right = [100, 112, 124].map((y) => entry("wapply compute the values there", 400, y));
    expect(parted([...left, ...right]).slice(2, 4)).toEqual(["+plotCI Plot ", "wapply compu"]);
  });
});

describe("a definition beside its term", () => {
  const rest = full.slice(0, 45);

  it("goes on in its column", () => {
    const term = line("--long-name", { y: 100 });
    const lines = [line(rest, { x: 170, y: 100 }), line(rest, { x: 170, y: 112 }), line("end.", { x: 170, y: 124 })];
    expect(parted([term, ...lines])).toEqual(["--long-name |a line of te|end."]);
  });

  it("ends at a short line, as a row of values does", () => {
    const term = line("--long-name", { y: 100 });
    const lines = [line("short", { x: 170, y: 100 }), line("other", { x: 170, y: 112 })];
    expect(parted([term, ...lines, ...below([full, full], 200)]).slice(0, 2)).toEqual(["--long-name ", "+other"]);
  });

  it("ends before a line that starts elsewhere", () => {
    const term = line("--long-name", { y: 100 });
    expect(parted([term, line(rest, { x: 170, y: 100 }), line(rest, { x: 160, y: 112 })])).toHaveLength(2);
  });
});

describe("numbered clauses", () => {
  const clause = (number: string, end: string): string =>
    `${number} “The words” of ${full.slice(21, -end.length)}${end}`;

  it("are apart, also if one ends at the edge of the column", () => {
    const clauses = [clause("1.9.", "it."), clause("1.10.", "it."), clause("1.11.", "it.")];
    expect(parted(below(["1.8. “The first” is short.", ...clauses]))).toEqual([
      "1.8. “The fi",
      "+1.9. “The wo",
      "+1.10. “The w",
      "+1.11. “The w",
    ]);
  });

  it("begin a level below, too", () => {
    const section = below(["2. Grants.", "2.1. A title.", clause("2.2.", "it."), "2.2.1. “One” more."]);
    expect(parted(section).at(-1)).toBe("+2.2.1. “One”");
  });

  it("do not begin with the number of a sentence that goes on, nor with another number", () => {
    const first = "1.8. “The first” is short.";
    expect(parted(below([first, clause("1.9.", "in"), "1.10. “Second words”"]))).toHaveLength(2);
    expect(parted(below([first, clause("1.9.", "it."), "4.5 “Times” is more."]))).toHaveLength(2);
  });
});

describe("an item", () => {
  const label = (y: number): TextLine => line("Windows:", { y });

  it("ends before a label further out if it is shorter than the column", () => {
    const items = [line("• GNU", { x: 90, y: 112 }), line(`• ${full.slice(0, 42)}`, { x: 90, y: 124 })];
    expect(parted([...below([full]), ...items, label(136)]).at(-1)).toBe("+Windows:");
  });

  it("goes on further out at the end of the column", () => {
    const item = line(`• ${full.slice(0, -6)}`, { x: 90, y: 112 });
    expect(parted([...below([full]), item, line("and on:", { y: 124 })]).at(-1)).toBe("+• a line of |and on:");
  });
});

describe("lines that are alike", () => {
  it("are separate if they begin with one sign or name of code", () => {
    expect(parted(below(["\\Stop = !", "\\Loosebearing = $", "\\Beam = (a line)"]))).toHaveLength(3);
    const names = ["TEST_TRUE (condition)", "TEST_NOT_EQUAL (one, other)", "TEST_FALSE (condition)"];
    expect(parted(below([`${full.slice(0, 30)}.`, ...names]))).toHaveLength(4);
  });

  it("are separate if each is a name with its address, also from the sentence above", () => {
    const addresses = ["Tomcat - http://example.org/tomcat/a/b/c/d.html", "Resin - http://example.org/resin", "Other"];
    const lines = [`${full.slice(0, -1)}.`, `BEA - http://example.org/${"a/".repeat(18)}`, ...addresses];
    expect(parted(below(lines)).slice(0, 4)).toEqual([
      "a line of te",
      "+BEA - http:/",
      "+Tomcat - htt",
      "+Resin - http",
    ]);
  });

  it("are separate if each is a word with its pages", () => {
    expect(parted(below(["fp_add, 11", "mp_compare, 10, 12", "xp_power_mod, 7–9"]))).toHaveLength(3);
  });

  it("are separate if each begins with the number of a section", () => {
    const entries = ["4.1 The length of a curve", "4.1.1 The length of one at values", "4.1.2 The curvature of it"];
    expect(parted(below([...entries, full].map((text) => text.padEnd(60, "x"))))).toHaveLength(3);
  });

  it("are prose if they begin with a word in lowercase, or end at one position", () => {
    const ragged = ["means that this goes on, k", "means that this goes on for a while, so", "means that it ends"];
    expect(
      parted(below([full, ...ragged.slice(0, 2).map((text) => `${text} ${full}`.slice(0, 62)), ragged[2] ?? ""])),
    ).toHaveLength(1);
    const justified = ["Lines", "Lines", "Lines", "Lines"].map((word) => `${word} of prose that is set at both sides`);
    expect(parted(justified.map((text, index) => line(text, { y: 100 + 12 * index, widthPt: 300 })))).toHaveLength(1);
  });

  it("are divided by a rule of dashes", () => {
    expect(parted(below([full, "-".repeat(20), full]))).toHaveLength(3);
  });
});

describe("an entry of contents", () => {
  it("ends with a short leader and the number of its page", () => {
    const entry = `1.2 ${full.slice(0, 54)} . . 28`;
    expect(parted(below([entry, "1.3 The next one", full]))[0]).toBe("1.2 a line o");
  });
});

describe("a sentence in the middle", () => {
  it("goes on in a shorter line", () => {
    expect(parted(below([full, ["which is in the middle here too", 157]]))).toHaveLength(1);
  });

  it("ends before a line that is not in the middle", () => {
    expect(
      parted(
        below([
          [full, 72],
          [`x${full}`.slice(0, 60), 60],
          ["which is elsewhere", 140],
        ]),
      ),
    ).toHaveLength(2);
  });
});
