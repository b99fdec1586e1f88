import { describe, expect, test } from "vitest";
import { memorySource, mockContext } from "@reader/testkit";
import { docx } from "../../src/index.ts";
import { errorOf, noticesIn, readAll } from "../support/read-all.ts";
import { level, makeDocx, paragraph, run, styled, table } from "./word-builder.ts";

const rendered = "<w:r><w:lastRenderedPageBreak/></w:r>";
const explicit = '<w:r><w:br w:type="page"/></w:r>';
const styles = '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>';

function withPages(pages: number): Readonly<Record<string, string>> {
  const properties = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties";
  return { "docProps/app.xml": `<Properties xmlns="${properties}"><Pages>${pages}</Pages></Properties>` };
}

function document(body: string, pages: number): Uint8Array {
  return makeDocx({ body, styles, parts: withPages(pages) });
}

/** The places of the text events, shortly: `1 ~2: text`. */
async function placesOf(bytes: Uint8Array, wish: Parameters<typeof readAll>[2] = {}): Promise<readonly string[]> {
  const { events } = await readAll(docx(), bytes, wish);
  return events.flatMap((event) => {
    if (event.type !== "text") return [];
    const { unit = "", index = 0, aboutPage } = event.at ?? {};
    const at = `${unit} ${index}${aboutPage === undefined ? "" : ` ~${aboutPage}`}`;
    return [`${at}: ${event.text.trim().replaceAll("\n", "/")}`];
  });
}

const chapters = [
  styled("H", "One"),
  paragraph(run("a")),
  paragraph(rendered + run("b")),
  paragraph(run("c") + explicit),
  paragraph(rendered + run("Two"), '<w:pStyle w:val="H"/>'),
  paragraph(run("d ") + rendered + run("goes on")),
  paragraph(run("e")),
].join("");

describe("pages of the layout that Word saved", () => {
  test("are the approximate pages of sections", async () => {
    expect(await placesOf(document(chapters, 4))).toEqual([
      "section 1 ~1: # One",
      "section 1 ~1: a",
      "section 1 ~2: b//c",
      "section 2 ~3: # Two",
      "section 2 ~3: d goes on",
      "section 2 ~4: e",
    ]);
  });

  test("are places in a document without headings", async () => {
    const body = paragraph(run("a")) + paragraph(rendered + run("b")) + paragraph(rendered + run("c"));
    expect(await placesOf(document(body, 3))).toEqual(["page 1 ~1: a", "page 2 ~2: b", "page 3 ~3: c"]);
    expect(await placesOf(document(body, 3), { pages: [{ first: 2, last: 2 }] })).toEqual(["page 2 ~2: b"]);
    expect(await placesOf(document(body, 3), { pages: [{ first: -1 }] })).toEqual(["page 3 ~3: c"]);
  });

  test("are selected by the words of their mark", async () => {
    expect(await placesOf(document(chapters, 4), { select: "page ~2" })).toEqual(["section 1 ~2: b//c"]);
    expect(await placesOf(document(chapters, 4), { select: "Page 4" })).toEqual(["section 2 ~4: e"]);
    const error = await errorOf(docx(), document(chapters, 4), { select: "page 9" });
    expect(error).toMatchObject({ code: "out-of-range", hint: "Ask for a page from 1 to 4." });
  });

  test("are found in lists and tables", async () => {
    const numbering = `<w:abstractNum w:abstractNumId="0">${level(0, "bullet", "•")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
    const inList = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
    const items = paragraph(run("i"), inList) + paragraph(rendered + run("ii"), inList);
    const rows = table(
      [paragraph(run("x")), paragraph(run("y"))],
      [paragraph(rendered + run("1")), paragraph(run("2"))],
    );
    const bytes = makeDocx({ body: items + rows + paragraph(run("after")), numbering, parts: withPages(3) });
    expect(await placesOf(bytes)).toEqual([
      "page 1 ~1: - i",
      "page 2 ~2: - ii//|x|y|/|---|---|",
      "page 3 ~3: |1|2|//after",
    ]);
  });

  test.for([
    ["a text that marks fewer pages than Word counted", paragraph(rendered + run("a")), 9],
    ["explicit breaks that do not explain all pages", paragraph(run("a") + explicit) + paragraph(run("b")), 5],
    ["a text of one page", paragraph(run("a")), 1],
  ] as const)("are not shown for %s", async ([, body, pages]) => {
    expect((await placesOf(document(body, pages))).filter((each) => each.includes("~"))).toEqual([]);
  });

  test("are shown for explicit breaks that explain all pages", async () => {
    const body = paragraph(run("a") + explicit) + paragraph(run("b"));
    expect(await placesOf(document(body, 2))).toEqual(["page 1 ~1: a", "page 2 ~2: b"]);
  });

  test("are in the outline and in the facts", async () => {
    const handler = docx();
    const source = memorySource("paper.docx", document(chapters, 4));
    const outline = await handler.outline?.(source, mockContext());
    expect(outline?.entries.map(({ title, place }) => [title, place?.aboutPage])).toEqual([
      ["One", 1],
      ["Two", 3],
    ]);
    expect((await handler.info?.(source, mockContext()))?.facts).toMatchObject({ pages: "~4" });
  });
});

describe("pages by the breaks of the author, in a file without a layout", () => {
  const broken =
    '<w:style w:type="paragraph" w:styleId="B"><w:name w:val="Break"/><w:pPr><w:pageBreakBefore/></w:pPr></w:style>';
  const section = (type: string): string =>
    paragraph(run("end"), `<w:sectPr><w:type w:val="${type}"/><w:sectPrChange><w:sectPr/></w:sectPrChange></w:sectPr>`);
  const last = (type: string): string => `<w:sectPr><w:type w:val="${type}"/></w:sectPr>`;
  const make = (body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array =>
    makeDocx({ body, styles: styles + broken, parts });

  test("are counted by inserted breaks, properties and styles of paragraphs", async () => {
    const body = [
      paragraph(run("a"), "<w:pageBreakBefore/>"),
      paragraph(run("b"), "<w:pageBreakBefore/>"),
      paragraph(run("c"), '<w:pStyle w:val="B"/>'),
      paragraph(run("d"), '<w:pStyle w:val="B"/><w:pageBreakBefore w:val="0"/>'),
      paragraph(explicit),
      paragraph(run("e"), '<w:pStyle w:val="B"/>'),
    ].join("");
    expect(await placesOf(make(body))).toEqual(["page 1 ~1: a", "page 2 ~2: b", "page 3 ~3: c//d", "page 4 ~4: e"]);
  });

  test.for([
    ["nextPage", 2],
    ["evenPage", 2],
    ["oddPage", 3],
    ["continuous", 1],
  ] as const)("are counted by a section that starts with %s", async ([type, page]) => {
    const breaks = paragraph(run("b") + explicit) + paragraph(run("c"));
    const places = await placesOf(make(section("continuous") + paragraph(run("a")) + breaks + last(type)));
    expect(places.find((each) => each.endsWith(": a") || each.includes("a//"))).toContain(`~${page}`);
  });

  test("are said to be too low where text runs over a page, unless they are as many as stated", async () => {
    const body = paragraph(run("a") + explicit) + paragraph(run("b"));
    const noticesOf = async (parts: Readonly<Record<string, string>>): Promise<readonly unknown[]> =>
      (await readAll(docx(), make(body, parts))).events.filter(({ type }) => type === "notice");
    expect(JSON.stringify(await noticesOf({}))).toContain("The file stores no layout");
    expect(JSON.stringify(await noticesOf(withPages(1)))).toContain("The file stores no layout");
    expect(await noticesOf(withPages(2))).toEqual([]);
  });

  const long = run("word ".repeat(1000));
  const image = '<w:r><w:drawing><a:blip r:embed="i"/></w:drawing></w:r>';
  test.for([
    ["at the start of the text", styled("B", "One") + paragraph(long) + styled("B", "Two"), 3],
    ["after an inserted break", paragraph(long) + paragraph(explicit) + styled("B", "Two"), 3],
    [
      "among earlier properties",
      paragraph(run("a") + explicit) +
        paragraph(long, '<w:pPrChange><w:pPr><w:pStyle w:val="B"/></w:pPr></w:pPrChange>'),
      3,
    ],
    [
      "that is off",
      paragraph(run("a") + explicit) + paragraph(long, '<w:pageBreakBefore w:val="0"></w:pageBreakBefore>'),
      3,
    ],
    ["in a table", paragraph(run("a") + explicit) + table([styled("B", "b")]) + paragraph(long), 3],
  ] as const)("are not explained by a break %s", async ([, body, pages]) => {
    expect((await placesOf(make(body, withPages(pages)))).filter((each) => each.includes("~"))).toEqual([]);
  });

  test("have a notice if a break at the start makes as many breaks as stated", async () => {
    const body = ["a", "b", "c", "d", "e"].map((text) => styled("B", text)).join("");
    const { events } = await readAll(docx(), make(body, withPages(6)));
    expect(noticesIn(events).join(" ")).toContain("The file stores no layout");
    const exact = await readAll(docx(), make(body, withPages(5)));
    expect(noticesIn(exact.events)).toEqual([]);
    expect(await placesOf(make(body, withPages(6)))).toContain("page 5 ~5: e");
  });

  test.for([
    ["an image", image],
    ["an equation", "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>"],
    ["a symbol", '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>'],
  ] as const)("are counted after a page that has only %s", async ([, content]) => {
    const links = [["i", "image", "http://example.org/a.png"]] as const;
    const body = paragraph(content) + styled("B", "b");
    const bytes = makeDocx({ body, styles: broken, links, parts: withPages(2) });
    expect((await placesOf(bytes)).at(-1)).toBe("page 2 ~2: b");
  });

  test("are counted by sections and images as in a pass over the text", async () => {
    const links = [["i", "image", "http://example.org/a.png"]] as const;
    const body =
      paragraph(image) +
      styled("B", "b") +
      section("continuous") +
      paragraph(explicit) +
      paragraph(run("c")) +
      last("evenPage");
    const bytes = makeDocx({ body, styles: broken, links, parts: withPages(5) });
    expect((await placesOf(bytes)).at(-1)).toBe("page 5 ~5: c");
    expect(noticesIn((await readAll(docx(), bytes)).events)).toEqual([]);
  });

  test("are not counted if the pages would have more text than pages have", async () => {
    const body = paragraph(run("word ".repeat(3000)) + explicit) + paragraph(run("b"));
    expect((await placesOf(make(body))).filter((each) => each.includes("~"))).toEqual([]);
  });
});
