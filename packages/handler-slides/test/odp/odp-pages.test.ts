import { describe, expect, test } from "vitest";
import { odp } from "../../src/index.ts";
import { greyPng } from "../support/grey-png.ts";
import { readBytes, type Reading, type ReadingWish } from "../support/read-bytes.ts";
import { list, makeFodp, makeOdp, p, page, root, textFrame, type OdpXml } from "./make-odp.ts";

const read = (deck: OdpXml, wish?: ReadingWish): Promise<Reading> => readBytes(odp(), makeOdp(deck), wish);

const textOf = async (shapes: string, styles = ""): Promise<string> =>
  (await read({ pages: [page(shapes)], styles })).text.replace("[slide 1]\n", "");

describe("a page", () => {
  test("has its title, its text with lists at their levels, and its notes", async () => {
    const body = list([p("One") + list([p("Inner")]), p("Two")]);
    const notes = `<presentation:notes>${textFrame(p("Say it"), "notes")}</presentation:notes>`;
    expect(await textOf(textFrame(p("Plan"), "title") + textFrame(body, "outline") + notes)).toBe(
      "## Plan\n\n- One\n  - Inner\n- Two\n\nNotes:\n\nSay it\n",
    );
  });

  test("numbers its lists as their styles say", async () => {
    const style = `<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:start-value="2"/></text:list-style>`;
    const body = list([p("First") + list([p("Inner")]), p("Second")], "L1");
    expect(await textOf(textFrame(body), style)).toBe("1. First\n  b) Inner\n2. Second\n");
  });

  test("keeps lines, spaces and links", async () => {
    const words = `a<text:s text:c="2"/>b<text:line-break/><text:a xlink:href="https://example.org/"><text:span>site</text:span></text:a>`;
    expect(await textOf(textFrame(p(words)))).toBe("a b\n[site](https://example.org/)\n");
  });

  test("keeps the spaces and tabs that lay it out, but not any number of them", async () => {
    const tree = ["a", '<text:s text:c="2"/>b', "<text:tab/>c", 'd<text:s text:c="1000000000"/>e'].map(p).join("");
    expect(await textOf(textFrame(tree))).toBe(`\`\`\`\na\n  b\n\tc\nd${" ".repeat(200)}e\n\`\`\`\n`);
  });

  test("is read from top to bottom, whatever unit, group or rotation the positions have", async () => {
    const at = (place: string, words: string): string =>
      `<draw:frame svg:width="4cm" svg:height="1cm" ${place}><draw:text-box>${p(words)}</draw:text-box></draw:frame>`;
    const shapes = [
      textFrame(p("T"), "title"),
      at('svg:x="0cm" svg:y="9cm"', "Fifth"),
      `<draw:g>${at('svg:x="0cm" svg:y="7cm"', "Fourth")}${at('svg:x="0cm" svg:y="5cm"', "Third")}</draw:g>`,
      at('svg:x="0in" svg:y="1in"', "Second"),
      // A quarter turn, so that it reaches from 2 to 6 centimetres beside the others.
      at('draw:transform="rotate (1.5707963) translate (6cm 6cm)"', "Beside"),
      at('svg:x="0mm" svg:y="5mm"', "First"),
    ];
    const order = ["First", "Second", "Third", "Fourth", "Fifth", "Beside"];
    expect(await textOf(shapes.join(""))).toBe(["## T", ...order].map((words) => `${words}\n`).join("\n"));
  });

  test("places shapes that are moved by a long list as if their position was unknown", async () => {
    const at = (place: string, words: string): string =>
      `<draw:rect svg:width="4cm" svg:height="1cm" ${place}>${p(words)}</draw:rect>`;
    const moved = (times: number): string => at(`draw:transform="${"translate (0cm 1cm) ".repeat(times)}"`, "Moved");
    const [low, high] = [at('svg:x="0cm" svg:y="30cm"', "Low"), at('svg:x="0cm" svg:y="2cm"', "High")];
    const title = textFrame(p("T"), "title");
    expect(await textOf(title + low + moved(10) + high)).toBe("## T\n\nHigh\n\nMoved\n\nLow\n");
    expect(await textOf(title + low + moved(60) + high)).toBe("## T\n\nHigh\n\nLow\n\nMoved\n");
  });

  test("places a line with text by its ends", async () => {
    const line = `<draw:line svg:x1="0cm" svg:y1="4cm" svg:x2="5cm" svg:y2="3cm">${p("Line")}</draw:line>`;
    const box = `<draw:rect svg:x="0cm" svg:y="0cm" svg:width="4cm" svg:height="1cm">${p("Box")}</draw:rect>`;
    expect(await textOf(textFrame(p("T"), "title") + line + box)).toBe("## T\n\nBox\n\nLine\n");
  });

  test("shows tables with merged cells once", async () => {
    const cell = (words: string, attributes = ""): string =>
      `<table:table-cell ${attributes}>${p(words)}</table:table-cell>`;
    const rows = [
      cell("Both", 'table:number-columns-spanned="2"') + "<table:covered-table-cell/>",
      cell("1") + cell("2"),
    ];
    const table = `<table:table>${rows.map((row) => `<table:table-row>${row}</table:table-row>`).join("")}</table:table>`;
    expect(await textOf(`<draw:frame>${table}</draw:frame>`)).toBe("|Both||\n|---|---|\n|1|2|\n");
  });

  test("shows shapes in groups, and the text that stands for a shape", async () => {
    const group = `<draw:g><draw:custom-shape>${p("Inside")}</draw:custom-shape><draw:rect><svg:desc>A box</svg:desc></draw:rect></draw:g>`;
    expect(await textOf(group)).toBe("Inside\n\n[shape · A box]\n");
  });

  test("shows comments with who wrote them", async () => {
    const comment = `<office:annotation><dc:creator>Ann</dc:creator><dc:date>2024-01-02</dc:date>${p("Why?")}</office:annotation>`;
    expect(await textOf(textFrame(p("Plan"), "title") + comment)).toBe("## Plan\n\n[comment · Ann: Why?]\n");
  });

  test("shows nothing of an empty placeholder", async () => {
    const empty = `<draw:frame presentation:class="outline" presentation:placeholder="true"><draw:text-box>${p("Click")}</draw:text-box></draw:frame>`;
    expect(await textOf(empty)).toBe("(empty)\n");
  });

  test("that is hidden is marked", async () => {
    const styles = `<style:style style:name="dp1" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>`;
    const { text, notices } = await read({ pages: [page("", 'draw:style-name="dp1"')], styles });
    expect([text, notices]).toEqual(["[slide 1 · hidden]\n(empty)\n", ["1 × hidden slide"]]);
  });

  test("says footers once, and what its master prints", async () => {
    const before = `<presentation:footer-decl presentation:name="ftr1">Confidential</presentation:footer-decl>`;
    const masters = `<style:master-page style:name="M">${textFrame(p("ACME"))}${textFrame(p("&lt;footer&gt;"), "footer")}</style:master-page>`;
    const attributes = 'draw:master-page-name="M" presentation:use-footer-name="ftr1"';
    const { text } = await read({ pages: [page("", attributes), page("", attributes)], before, masters });
    expect(text).toBe("[slide 1]\nFooter: Confidential\nOn the layout: ACME\n[slide 2]\n(empty)\n");
  });
});

describe("a page style", () => {
  test("hides headers, footers, dates and the shapes of the master", async () => {
    const before = `<presentation:footer-decl presentation:name="ftr1">Confidential</presentation:footer-decl>`;
    const masters = `<style:master-page style:name="M">${textFrame(p("ACME"))}${textFrame(p("2018/2/12"), "date-time")}</style:master-page>`;
    const style = (name: string, ...off: readonly string[]): string =>
      `<style:style style:name="${name}" style:family="drawing-page"><style:drawing-page-properties ${off.map((each) => `presentation:${each}="false"`).join(" ")}/></style:style>`;
    const styles = [
      style("dp1", "display-date-time", "display-footer", "background-objects-visible"),
      style("dp2", "display-date-time"),
    ].join("");
    const attributes = 'draw:master-page-name="M" presentation:use-footer-name="ftr1"';
    const pages = ["dp1", "dp2", "dp3"].map((name) => page("", `draw:style-name="${name}" ${attributes}`));
    expect((await read({ pages, before, masters, styles })).text).toBe(
      "[slide 1]\n(empty)\n[slide 2]\nFooter: Confidential\nOn the layout: ACME\n[slide 3]\nDate: 2018/2/12\n",
    );
  });
});

describe("what is in a frame", () => {
  test("is a formula, though its part names the DTD of MathML as OpenOffice 3 writes it", async () => {
    const doctype = '<!DOCTYPE math:math PUBLIC "-//OpenOffice.org//DTD Modified W3C MathML 1.01//EN" "math.dtd">';
    const formula =
      '<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:msup><math:mi>x</math:mi><math:mn>2</math:mn></math:msup></math:math>';
    const { text } = await read({
      pages: [page('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>')],
      parts: { "Object 1/content.xml": doctype + formula },
    });
    expect(text).toContain("x^{2}");
  });

  test("is a chart with its values", async () => {
    const cells = (words: readonly string[]): string =>
      `<table:table-row>${words.map((word) => `<table:table-cell>${p(word)}</table:table-cell>`).join("")}</table:table-row>`;
    const table = `<table:table><table:table-header-rows>${cells(["", "North"])}</table:table-header-rows><table:table-rows>${cells(["Q1", "5"])}</table:table-rows></table:table>`;
    const chart = `<office:body><office:chart><chart:chart chart:class="chart:bar"><chart:title>${p("Sales")}</chart:title>${table}</chart:chart></office:chart></office:body>`;
    const { text } = await read({
      pages: [page('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>')],
      parts: { "Object 1/content.xml": root("office:document-content", chart) },
    });
    expect(text).toBe("[slide 1]\n[bar chart · Sales]\n\n||North|\n|---|---|\n|Q1|5|\n");
  });

  test("is a workbook with its sheets, without the empty cells around them", async () => {
    const cell = (words: string): string => `<table:table-cell>${words === "" ? "" : p(words)}</table:table-cell>`;
    const row = (...words: readonly string[]): string =>
      `<table:table-row>${words.map(cell).join("")}<table:table-cell table:number-columns-repeated="1000"/></table:table-row>`;
    const empty = `<table:table-row table:number-rows-repeated="65000">${cell("")}</table:table-row>`;
    const sheets = [
      row("Region", "Share") + row("North", "60 %") + empty,
      empty,
      empty + row("", "x", "y") + row() + row("", "", "z") + empty,
    ];
    const tables = sheets.map((rows) => `<table:table>${rows}</table:table>`).join("");
    const body = `<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>`;
    const { text } = await read({
      pages: [page('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>')],
      parts: { "Object 1/content.xml": root("office:document-content", body) },
    });
    expect(text).toBe(
      "[slide 1]\n[embedded object · spreadsheet · Object 1]\n\n|Region|Share|\n|---|---|\n|North|60 %|\n\n|||\n|---|---|\n|x|y|\n||z|\n",
    );
  });

  test("is a workbook without its hidden sheets, rows and columns, whose merged cells stay in their columns", async () => {
    const cell = (words: string, more = ""): string => `<table:table-cell ${more}>${p(words)}</table:table-cell>`;
    const merged = `<table:table-cell table:number-columns-spanned="2"/><table:covered-table-cell/>`;
    const two = `<table:table-cell table:number-columns-repeated="2"/>`;
    const row = (cells: string, more = ""): string => `<table:table-row ${more}>${cells}</table:table-row>`;
    const columns = `<table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse"/>`;
    const rows = [
      row(merged + cell("C1") + cell("secret") + cell("E1")),
      row(two + cell("secret"), 'table:visibility="filter"'),
      row(two + cell("C2") + cell("secret") + cell("E2")),
    ].join("");
    const sheets = [
      `<table:table table:name="Shown">${columns}${rows}</table:table>`,
      `<table:table table:name="Away" table:style-name="ta2">${row(cell("secret"))}</table:table>`,
    ].join("");
    const style = `<office:automatic-styles><style:style style:name="ta2"><style:table-properties table:display="false"/></style:style></office:automatic-styles>`;
    const body = `${style}<office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body>`;
    const { text } = await read({
      pages: [page('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>')],
      parts: { "Object 1/content.xml": root("office:document-content", body) },
    });
    expect(text).toContain(
      "[sheet · Shown]\n\n|||\n|---|---|\n|C1|E1|\n|C2|E2|\n\n[hidden rows · 1]\n\n[hidden columns · 1]\n\n[hidden sheets · 1]\n",
    );
    expect(text).not.toContain("secret");
  });

  test("is a workbook that cannot grow without bound by repeated rows and cells", async () => {
    const cell = `<table:table-cell table:number-columns-repeated="1000000">${p("x")}</table:table-cell>`;
    const rows = `<table:table-row table:number-rows-repeated="1000000">${cell}</table:table-row>`;
    const body = `<office:body><office:spreadsheet><table:table>${rows}</table:table></office:spreadsheet></office:body>`;
    const { text } = await read({
      pages: [page('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>')],
      parts: { "Object 1/content.xml": root("office:document-content", body) },
    });
    // 390 rows of 256 cells below an empty header and its rule.
    expect(text.match(/^\|.*\|$/gm)?.length).toBe(392);
    expect(text).toContain("\n[further rows · 999610]\n");
  });

  test("is a workbook of which the first thousand rows are shown", async () => {
    const rows = Array.from(
      { length: 1003 },
      (_, at) => `<table:table-row><table:table-cell>${p(`r${at + 1}`)}</table:table-cell></table:table-row>`,
    );
    const body = `<office:body><office:spreadsheet><table:table>${rows.join("")}</table:table></office:spreadsheet></office:body>`;
    const { text } = await read({
      pages: [page('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>')],
      parts: { "Object 1/content.xml": root("office:document-content", body) },
    });
    expect(text).toMatch(/\|r1000\|\n\n\[further rows · 3\]\n$/);
  });

  test("is an image, of which the form that a model takes is chosen", async () => {
    const images = ["a.svg", "a.png"].map((name) => `<draw:image xlink:href="Pictures/${name}"/>`).join("");
    const frame = `<draw:frame>${images}<svg:desc>Grey</svg:desc></draw:frame>`;
    const { text } = await read({
      pages: [page(frame)],
      parts: { "Pictures/a.png": greyPng, "Pictures/a.svg": "<svg/>" },
    });
    expect(text).toBe("[slide 1]\n![Grey](a.png)\n(image/png)\n");
  });

  test("is never fetched from outside", async () => {
    const frame = '<draw:frame><draw:image xlink:href="http://example.org/a.png"/></draw:frame>';
    expect(await textOf(frame)).toBe("[image · linked: http://example.org/a.png]\n");
  });
});

describe("a file", () => {
  const deck: OdpXml = {
    pages: [page(textFrame(p("One"), "title")), page(textFrame(p("Two"), "title"))],
    meta: "<dc:title>Plan</dc:title><meta:initial-creator>Ann</meta:initial-creator>",
  };

  test("that is one XML document reads like the package", async () => {
    const flat = await readBytes(odp(), makeFodp(deck), {
      mediaType: "application/vnd.oasis.opendocument.presentation-flat-xml",
    });
    expect(flat.text).toBe((await read(deck)).text);
    expect(flat.text).toBe("Title: Plan\nAuthor: Ann\n\n[slide 1]\n## One\n[slide 2]\n## Two\n");
  });

  test("is read in part by `pages`", async () => {
    expect((await read(deck, { pages: [{ first: 2, last: 2 }] })).text).toBe("[slide 2]\n## Two\n");
  });

  test("that is encrypted is called so", async () => {
    const manifest = root(
      "manifest:manifest",
      "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>",
    );
    expect((await read({ ...deck, parts: { "META-INF/manifest.xml": manifest } })).error).toMatch(/^encrypted: /);
  });

  test("that is damaged after its first slide keeps that", async () => {
    const whole = root("office:document-content", `<office:body><office:presentation>${deck.pages.join("")}`);
    const cut = whole.replace("</office:document-content>", "<unclosed>");
    const { text, notices } = await read({ ...deck, parts: { "content.xml": cut } });
    expect(text).toContain("## Two");
    expect(notices.join()).toContain("slides may be missing");
  });

  test("without content is corrupt", async () => {
    const { error } = await readBytes(odp(), makeOdp(deck).slice(0, 200));
    expect(error).toMatch(/^corrupt: /);
  });
});
