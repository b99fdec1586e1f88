import { describe, expect, test } from "vitest";
import { odp } from "../../src/index.ts";
import { compound } from "../ppt/make-ppt.ts";
import { readBytes, type Reading, type ReadingWish } from "../support/read-bytes.ts";
import { list, makeOdp, p, page, textFrame, type OdpXml } from "./make-odp.ts";

const read = (deck: OdpXml, wish?: ReadingWish): Promise<Reading> => readBytes(odp(), makeOdp(deck), wish);

const textOf = async (content: string, styles: string): Promise<string> =>
  (await read({ pages: [page(textFrame(content))], styles })).text.replace("[slide 1]\n", "");

const style = (name: string, properties: string, parent = ""): string =>
  `<style:style style:name="${name}" style:family="text" ${parent}><style:text-properties ${properties}/></style:style>`;

const span = (name: string, words: string): string => `<text:span text:style-name="${name}">${words}</text:span>`;

const styles = [
  style("B", 'fo:font-weight="bold"'),
  style("I", 'fo:font-style="italic"'),
  style("S", 'style:text-line-through-style="solid"'),
  style("UP", 'style:text-position="super 58%"'),
  style("DN", 'style:text-position="sub 58%"'),
  style("UP33", 'style:text-position="33% 58%"'),
  style("DN8", 'style:text-position="-8% 58%"'),
  style("UP5", 'style:text-position="5% 100%"'),
  style("DN100", 'style:text-position="-100% 100%"'),
  style("PLAIN", 'fo:font-weight="normal"', 'style:parent-style-name="B"'),
  style("HEIR", 'fo:color="#ff0000"', 'style:parent-style-name="B"'),
  style("RED", 'fo:color="#ff0000" fo:font-size="30pt"'),
].join("");

describe("the looks of runs on pages", () => {
  test.for<[what: string, content: string, shown: string]>([
    ["bold", p(`a ${span("B", "b")} c`), "a **b** c\n"],
    ["italic and struck", p(`${span("I", "a")} ${span("S", "b")}`), "*a* ~~b~~\n"],
    ["raised and lowered", p(`x${span("UP", "2")} H${span("DN", "2")}O`), "x² H₂O\n"],
    ["raised by a distance", p(`x${span("UP33", "2")}`), "x²\n"],
    ["lowered by a small distance, as small text", p(`H${span("DN8", "2")}O`), "H₂O\n"],
    ["no look: nudged, or moved by a line", p(`x${span("UP5", "2")}${span("DN100", "3")}`), "x23\n"],
    ["one in the other", p(span("B", `a ${span("I", "b")}`)), "**a *b***\n"],
    ["taken back by an inner one", p(span("B", `a ${span("PLAIN", "b")}`)), "**a** b\n"],
    ["taken over from a parent", p(span("HEIR", "a")), "**a**\n"],
    ["no look: colour and size", p(span("RED", "a")), "a\n"],
    ["no look: a style that is missing", p(span("GONE", "a")), "a\n"],
    [
      "in a link",
      p(`<text:a xlink:href="https://example.org/">${span("B", "a")}</text:a>`),
      "[**a**](https://example.org/)\n",
    ],
    ["in a list", list([p(span("B", "a"))]), "- **a**\n"],
  ])("are %s", async ([, content, shown]) => {
    expect(await textOf(content, styles)).toBe(shown);
  });

  test("are shown in tables, and left out of titles", async () => {
    const table = `<table:table><table:table-row><table:table-cell>${p(span("B", "a"))}</table:table-cell></table:table-row></table:table>`;
    const shapes = `${textFrame(p(`E = mc${span("UP", "2")} ${span("B", "again")}`), "title")}<draw:frame>${table}</draw:frame>`;
    const { text } = await read({ pages: [page(shapes)], styles });
    expect(text).toBe("[slide 1]\n## E = mc² again\n\n|**a**|\n|---|\n");
  });
});

const levels = (level: (at: number) => string): string =>
  `<text:list-style style:name="L">${[1, 2].map(level).join("")}</text:list-style>`;

const numbered = (format: string, more = ""): string =>
  levels((at) => `<text:list-level-style-number text:level="${at}" style:num-format="${format}" ${more}/>`);

describe("the numbers of lists on pages", () => {
  test.for<[format: string, more: string, shown: string]>([
    ["1", 'style:num-suffix="."', "1. a\n2. b\n"],
    ["a", 'style:num-suffix=")"', "a) a\nb) b\n"],
    ["A", 'style:num-prefix="(" style:num-suffix=")"', "(A) a\n(B) b\n"],
    ["i", 'style:num-suffix="." text:start-value="3"', "iii. a\niv. b\n"],
    ["I", "", "I a\nII b\n"],
    ["", "", "a\nb\n"],
    ["constructor", "", "a\nb\n"],
    ["toString", "", "a\nb\n"],
  ])("of the format %j with %j", async ([format, more, shown]) => {
    expect(await textOf(list([p("a"), p("b")], "L"), numbered(format, more))).toBe(shown);
  });

  test("go on in the next list of their style, as LibreOffice writes a list that bullets interrupt below it", async () => {
    const content = list([p("a") + list([p("inner")])], "L") + list([p("b")], "L");
    expect(await textOf(content, numbered("1", 'style:num-suffix="."'))).toBe("1. a\n  1. inner\n2. b\n");
  });

  test("begin anew behind plain text", async () => {
    const content = list([p("a")], "L") + p("between") + list([p("b")], "L");
    expect(await textOf(content, numbered("1", 'style:num-suffix="."'))).toBe("1. a\n\nbetween\n\n1. b\n");
  });
});

describe("files inside a presentation of OpenDocument", () => {
  const pdf = new TextEncoder().encode("%PDF-1.4 inner");
  const deck: OdpXml = {
    pages: [page(`<draw:frame><draw:object-ole xlink:href="./Object 1"/></draw:frame>`)],
    parts: { "Object 1": compound({ CONTENTS: pdf }) },
  };

  test("are named on their page and at the start", async () => {
    const { text, notices } = await read(deck);
    expect(text).toBe("[slide 1]\n[embedded object · Object 1.pdf]\n");
    expect(notices).toEqual(['The presentation has an embedded file, to be read with `select`: "Object 1.pdf".']);
  });

  test("are read where `select` names one", async () => {
    expect((await read(deck, { select: "object 1.PDF" })).text).toBe("(nested Object 1.pdf, 14 bytes)\n");
  });
});

describe("what LibreOffice writes in namespaces of its own", () => {
  const own = 'xmlns:o="http://openoffice.org/2009/office" xmlns:d="http://openoffice.org/2010/draw"';

  test("is read: comments, but for empty ones, and shapes that are hidden", async () => {
    const comment = (words: string): string =>
      `<o:annotation ${own}><dc:creator>Ann</dc:creator>${p(words)}</o:annotation>`;
    const hidden = `<draw:custom-shape ${own} d:display="none">${p("Secret")}</draw:custom-shape>`;
    const { text, notices } = await read({ pages: [page(hidden + comment("Why?") + comment(""))] });
    expect(text).toBe("[slide 1]\n(hidden) Secret\n\n[comment · Ann: Why?]\n");
    expect(notices).toEqual(["1 × hidden shape"]);
  });
});
