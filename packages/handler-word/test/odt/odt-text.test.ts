import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { odt } from "../../src/index.ts";
import { errorOf, noticesIn, readAll } from "../support/read-all.ts";
import { zipOf } from "../support/zip-of.ts";
import { flatDocument, listStyle, pngBase64, type FlatParts } from "./flat-document.ts";
import { report } from "./report.ts";

async function textOf(body: string, parts: FlatParts = {}): Promise<string> {
  return (await readAll(odt(), flatDocument(body, parts))).text;
}

test("has an up-to-date fixture", () => {
  const file = new URL("../../../../fixtures/odt/report-flat/input.fodt", import.meta.url);
  expect(new Uint8Array(readFileSync(file))).toEqual(report());
});

/** A paragraph with the prefix of the fields of LibreOffice. */
const fields = "<text:p xmlns:field='urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0'>";

test.for([
  ["spaces that are counted", "<text:p>a<text:s text:c='3'/>b</text:p>", "a b\n"],
  ["tabs and broken lines", "<text:p>a<text:tab/>b<text:line-break/>c</text:p>", "a b\nc\n"],
  ["separators of lines", "<text:p>a\u2028b<text:span>\u2028</text:span>c</text:p>", "a\nb\nc\n"],
  [
    "ruby",
    "<text:p><text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>かん</text:ruby-text></text:ruby></text:p>",
    "漢(かん)\n",
  ],
  ["links into the document quietly", "<text:p><text:a xlink:href='#x'>a</text:a></text:p>", "a\n"],
  [
    "links to other files",
    "<text:p><text:a xlink:href='../file.html#part'>a</text:a></text:p>",
    "[a](../file.html#part)\n",
  ],
  [
    "check boxes of forms",
    fields +
      "<field:fieldmark field:type='vnd.oasis.opendocument.field.FORMCHECKBOX'><field:param field:name='Checkbox_Checked' field:value='true'/></field:fieldmark> a <field:fieldmark field:type='vnd.oasis.opendocument.field.FORMCHECKBOX'/> b</text:p>",
    "☒ a ☐ b\n",
  ],
  [
    "chosen entries of forms",
    fields +
      "<field:fieldmark field:type='vnd.oasis.opendocument.field.FORMDROPDOWN'><field:param field:name='Dropdown_ListEntry' field:value='x'/><field:param field:name='Dropdown_ListEntry' field:value='y'/><field:param field:name='Dropdown_Selected' field:value='1'/></field:fieldmark></text:p>",
    "y\n",
  ],
  [
    "the source of content from elsewhere",
    fields +
      "<field:fieldmark-start field:type='vnd.oasis.opendocument.field.UNHANDLED'><field:param field:name='vnd.oasis.opendocument.field.code' field:value='INCLUDETEXT &quot;b.docx&quot;'/></field:fieldmark-start>a<field:fieldmark-end/></text:p>",
    "a [external content · INCLUDETEXT: b.docx]\n",
  ],
  [
    "fields that are nested too deep",
    fields +
      "<field:fieldmark-start field:type='FORMCHECKBOX'/>".repeat(101) +
      "<field:fieldmark-end/>a".repeat(2) +
      "<field:fieldmark-end/>".repeat(99) +
      "</text:p>",
    `a☐a${"☐".repeat(99)}\n`,
  ],
  ["fields by their results", "<text:p>Page <text:page-number>7</text:page-number></text:p>", "Page 7\n"],
  [
    "no templates of indexes",
    "<text:table-of-content><text:table-of-content-source><text:index-title-template>no</text:index-title-template></text:table-of-content-source><text:index-body><text:p>a</text:p></text:index-body></text:table-of-content>",
    "a\n",
  ],
  [
    "titles of shapes",
    "<text:p>a<draw:custom-shape><svg:title>T</svg:title><svg:desc>D</svg:desc><text:p>inside</text:p></draw:custom-shape>b</text:p>",
    "a [drawing: T: D] b\n\ninside\n",
  ],
  [
    "text boxes behind their paragraph",
    "<text:p>a<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame>b</text:p>",
    "ab\n\nbox\n",
  ],
  [
    "quotations, one after the other",
    "<text:p text:style-name='Quotations'>a</text:p><text:p text:style-name='Quotations'>b</text:p><text:p>c</text:p>",
    "> a\n>\n> b\n\nc\n",
  ],
  ["titles whose style is nowhere declared", "<text:p text:style-name='Title'>a</text:p>", "# a\n"],
  [
    "formulas that are written in the text itself",
    "<text:p>a <draw:frame><draw:object><math xmlns='http://www.w3.org/1998/Math/MathML'><semantics><mfrac><mn>1</mn><mi>x</mi></mfrac><annotation encoding='StarMath 5.0'>1 over x</annotation></semantics></math></draw:object></draw:frame> b</text:p>",
    "a $\\frac{1}{x}$ b\n",
  ],
  ...(
    [
      [
        "marks above letters",
        "<mover><mi>x</mi><mo>\u0302</mo></mover><mover><mi>v</mi><mo>→</mo></mover>",
        "\\hat{x} \\vec{v}",
      ],
      ["marks above groups", "<mover><mrow><mi>a</mi><mi>b</mi></mrow><mo>¯</mo></mover>", "\\overline{a b}"],
      ["braces under groups", "<munder><mrow><mi>a</mi><mi>b</mi></mrow><mo>⏟</mo></munder>", "\\underbrace{a b}"],
      [
        "functions with limits",
        "<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder>",
        "\\lim_{x \\to 0}",
      ],
      ["sums", "<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>π</mi>", "\\sum_{i}^{n} \\pi"],
      ["things above others", "<mover><mi>A</mi><mi>def</mi></mover>", "\\overset{def}{A}"],
      [
        "tables",
        "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>",
        "\\begin{matrix}1 & 2 \\\\ 3\\end{matrix}",
      ],
      ["words", "<mi>x</mi><mtext>if it {rains}</mtext>", "x \\text{if it \\{rains\\}}"],
      ["signs that mean something in LaTeX", "<mi>x_1</mi><mo>%</mo>", "x\\_1 \\%"],
    ] as const
  ).map(([what, math, latex]) => {
    const object = `<draw:object><math xmlns='http://www.w3.org/1998/Math/MathML'>${math}</math></draw:object>`;
    return [`${what} in formulas`, `<text:p><draw:frame>${object}</draw:frame></text:p>`, `$${latex}$\n`] as const;
  }),
  ["nothing that scripts say", "<text:p>a<text:script>alert()</text:script></text:p>", "a\n"],
  [
    "linked images by name only",
    "<text:p><draw:frame><draw:image xlink:href='../../secret/x.png'/></draw:frame></text:p>",
    "[image outside the document: x.png]\n",
  ],
] as const)("reads %s", async ([, body, expected]) => {
  expect(await textOf(body)).toBe(expected);
});

const numbers = { automaticStyles: listStyle("L", "1", "a") };

function list(attributes: string, ...items: readonly string[]): string {
  return `<text:list text:style-name="L"${attributes}>${items.map((item) => `<text:list-item>${item}</text:list-item>`).join("")}</text:list>`;
}

test("numbers lists as their author saw them", async () => {
  const inner = "<text:list><text:list-item><text:p>b</text:p></text:list-item></text:list>";
  expect(await textOf(list("", `<text:p>a</text:p>${inner}`, "<text:p>c</text:p>"), numbers)).toBe(
    "1. a\n  1.a. b\n2. c\n",
  );
});

test("continues and restarts numbering as the document declares", async () => {
  const first = list(' xml:id="one"', "<text:p>a</text:p>");
  const between = "<text:p>x</text:p>";
  const start =
    '<text:list text:style-name="L"><text:list-item text:start-value="7"><text:p>d</text:p></text:list-item></text:list>';
  const text = await textOf(
    `${first}${between}${list(' text:continue-list="one"', "<text:p>b</text:p>")}${between}${list("", "<text:p>c</text:p>")}${between}${start}`,
    numbers,
  );
  expect(text.match(/^\d\..*$/gm)).toEqual(["1. a", "2. b", "1. c", "7. d"]);
});

test("keeps the format of a level without numbers apart from that of styles", async () => {
  const styles =
    '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>' +
    '<text:outline-style><text:outline-level-style text:level="1" style:num-format="">' +
    '<style:text-properties fo:font-style="italic"/></text:outline-level-style></text:outline-style>';
  const body =
    '<text:h text:outline-level="1">One</text:h><text:p><text:span text:style-name="B">a</text:span></text:p>';
  expect(await textOf(body, { styles })).toBe("# One\n\n**a**\n");
});

test("prefers the stored number of an item", async () => {
  expect(await textOf(list("", "<text:number>iv)</text:number><text:p>a</text:p>"), numbers)).toBe("iv) a\n");
});

test("reads tables with merged, repeated and covered cells", async () => {
  const cell = (text: string, attributes = ""): string =>
    `<table:table-cell${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const rows =
    `<table:table-row>${cell("a", ' table:number-columns-spanned="2"')}<table:covered-table-cell/>${cell("b")}</table:table-row>` +
    `<table:table-row table:number-rows-repeated="2">${cell("c")}<table:table-cell table:number-columns-repeated="1"/>${cell("d")}</table:table-row>`;
  expect(await textOf(`<table:table>${rows}</table:table>`)).toBe("||||\n|---|---|---|\n|a||b|\n|c||d|\n|c||d|\n");
});

test("limits nested repeated rows", async () => {
  let table = "<text:p>x</text:p>";
  for (let depth = 0; depth < 12; depth += 1) {
    table = `<table:table><table:table-row table:number-rows-repeated="1000000"><table:table-cell>${table}</table:table-cell></table:table-row></table:table>`;
  }
  expect((await textOf(table)).length).toBeLessThan(2_000_000);
});

test("puts footnotes and endnotes at their marks", async () => {
  const note = (kind: string, text: string): string =>
    `<text:note text:note-class="${kind}"><text:note-citation>*</text:note-citation><text:note-body><text:p>${text}</text:p></text:note-body></text:note>`;
  expect(await textOf(`<text:p>a${note("footnote", "one")}b${note("endnote", "two")}</text:p>`)).toBe(
    "a[^1]b[^i]\n\n[^1]: one\n\n[^i]: two\n",
  );
});

test.for([
  ["Arabic numbers, without footnotes", "1", "", "a[^1]\n\n[^1]: two\n"],
  ["Roman numbers", "i", "", "a[^i]\n\n[^i]: two\n"],
  ["Arabic numbers, beside footnotes", "1", "footnote", "a[^i]b[^1]\n\n[^i]: two\n\n[^1]: one\n"],
] as const)("marks endnotes with %s", async ([, mark, kind, expected]) => {
  const note = (noteKind: string, text: string): string =>
    `<text:note text:note-class="${noteKind}"><text:note-citation>${mark}</text:note-citation><text:note-body><text:p>${text}</text:p></text:note-body></text:note>`;
  const other = kind === "" ? "" : `b${note(kind, "one")}`;
  const text = new TextDecoder().decode(flatDocument(`<text:p>a${note("endnote", "two")}${other}</text:p>`));
  expect((await readAll(odt(), zipOf({ "content.xml": text }))).text).toBe(expected);
});

test("keeps comments out of titles", async () => {
  const remark =
    "<office:annotation><dc:creator>Ada</dc:creator><dc:date>2024-01-01T00:00:00</dc:date><text:p>Why?</text:p></office:annotation>";
  const { text, events } = await readAll(
    odt(),
    flatDocument(`<text:h text:outline-level="2">One${remark} two</text:h>`),
  );
  expect(text).toBe("## One two\n\n[comment · Ada: Why?]\n");
  expect(events.find(({ type }) => type === "text")).toMatchObject({ at: { unit: "section", label: "One two" } });
});

test("shows and counts hidden sections and paragraphs", async () => {
  const { text, events } = await readAll(
    odt(),
    flatDocument(
      '<text:section text:display="none"><text:p>secret</text:p></text:section><text:p>a<text:hidden-text text:string-value="b"/></text:p>',
    ),
  );
  expect(text).toBe("[hidden: secret]\n\na[hidden: b]\n");
  expect(noticesIn(events)).toEqual(["hidden-content 2"]);
});

test("names the sources of linked sections", async () => {
  const linked =
    '<text:section><text:section-source xlink:href="../secret.odt" text:section-name="One"/><text:p>old</text:p></text:section>';
  expect(await textOf(linked)).toBe("[external content · section: ../secret.odt · One]\n\nold\n");
  const dde = '<office:dde-source office:dde-application="soffice" office:dde-topic="a.ods" office:dde-item="A1"/>';
  expect(await textOf(`<text:section>${dde}<text:p>7</text:p></text:section>`)).toBe(
    "[external content · DDE: soffice · a.ods · A1]\n\n7\n",
  );
  const inside = '<text:section><text:section-source text:section-name="Two"/><text:p>copy</text:p></text:section>';
  expect(await textOf(inside)).toBe("copy\n");
});

test("marks deleted words that a flat file keeps in their place", async () => {
  const region = (id: string, kind: string): string =>
    `<text:changed-region text:id="${id}"><text:${kind}><office:change-info><dc:creator>Ann</dc:creator></office:change-info></text:${kind}></text:changed-region>`;
  const marked = (id: string, words: string): string =>
    `<text:change-start text:change-id="${id}"/>${words}<text:change-end text:change-id="${id}"/>`;
  const changes = `<text:tracked-changes>${region("a", "deletion")}${region("b", "insertion")}</text:tracked-changes>`;
  const text = await textOf(`${changes}<text:p>in ${marked("a", "30")}${marked("b", "14")} days</text:p>`);
  expect(text).toContain("in {--30--}{++14++} days\n");
});

test("shows form controls with their state", async () => {
  const form =
    '<office:forms><form:checkbox form:id="c1" form:label="Agreed" form:current-state="checked"/></office:forms>';
  expect(await textOf(`${form}<text:p><draw:control draw:control="c1"/></text:p>`)).toBe("☒ Agreed\n");
});

test("puts an image that is a link inside it, and one beside a link not", async () => {
  const frame = `<draw:frame><draw:image><office:binary-data>${pngBase64()}</office:binary-data></draw:image></draw:frame>`;
  const link = (content: string): string => `<text:a xlink:href='http://a.example/'>${content}</text:a>`;
  const drawing = link(frame).replaceAll("text:a", "draw:a");
  const words = await textOf(`<text:p>us${drawing}b ${link("c")}${frame}</text:p>`);
  expect(words).toContain("us[![](image 1)](http://a.example/)b [c](http://a.example/)![](image 2)");
});

test("shows inline images", async () => {
  const { events } = await readAll(
    odt(),
    flatDocument(
      `<text:p><draw:frame><draw:image><office:binary-data>${pngBase64()}</office:binary-data></draw:image><svg:title>grey</svg:title></draw:frame></text:p>`,
    ),
  );
  expect(events.filter(({ type }) => type === "image")).toMatchObject([{ widthPx: 2, heightPx: 2, alt: "grey" }]);
});

test("reads texts of OpenOffice 1 with a document type that only names a DTD", async () => {
  const old =
    '<?xml version="1.0"?><!DOCTYPE office:document PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "office.dtd">' +
    '<office:document xmlns:office="http://openoffice.org/2000/office" xmlns:text="http://openoffice.org/2000/text"><office:body>' +
    '<text:h text:level="2">A</text:h><text:unordered-list><text:list-item><text:p>b</text:p></text:list-item></text:unordered-list></office:body></office:document>';
  expect((await readAll(odt(), new TextEncoder().encode(old))).text).toBe("## A\n\n- b\n");
});

test.for([
  ["entities", '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "cccccccccc">]><office:document>&b;</office:document>'],
  [
    "entities of other files",
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><office:document>&b;</office:document>',
  ],
  ["what is no XML", "<office:document"],
] as const)("refuses %s", async ([, content]) => {
  expect(await errorOf(odt(), new TextEncoder().encode(content))).toMatchObject({ code: "corrupt" });
});

const formula = '<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:mi>E</math:mi></math:math>';

/** A packed text with one object that says this. */
function withObject(content: string): Uint8Array {
  const frame = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>';
  const text = new TextDecoder().decode(flatDocument(`<text:p>a ${frame} b</text:p>`));
  return zipOf({
    "content.xml": text.replace(/office:document\b/g, "office:document-content"),
    "Object 1/content.xml": `<?xml version="1.0" encoding="UTF-8"?>\n${content}`,
  });
}

test.for([
  ["none", ""],
  [
    "one that names a file",
    '<!DOCTYPE math:math PUBLIC "-//OpenOffice.org//DTD Modified W3C MathML 1.01//EN" "math.dtd">\n',
  ],
  ["one that names only a file", '<!DOCTYPE math SYSTEM "math.dtd">'],
] as const)("reads formulas of OpenOffice, whatever document type they have: %s", async ([, type]) => {
  expect((await readAll(odt(), withObject(`${type}${formula}`))).text).toBe("a $E$ b\n");
});

test.for([
  ["grow", '<!DOCTYPE math:math [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'],
  ["grow, beside the name of a file", '<!DOCTYPE math:math PUBLIC "x" "math.dtd" [<!ENTITY b "ha">]>'],
  ["come from elsewhere", '<!DOCTYPE math:math [<!ENTITY b SYSTEM "file:///etc/passwd">]>'],
  ["nobody declares", '<!DOCTYPE math:math PUBLIC "x" "math.dtd">'],
] as const)("leaves out formulas with entities that %s", async ([, type]) => {
  expect((await readAll(odt(), withObject(`${type}${formula.replace("E", "&b;")}`))).text).toBe("a b\n");
});

test("shows charts with kind, title and values", async () => {
  const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const rows = [
    ["", "Boxes"],
    ["red", "12"],
  ].map((row) => `<table:table-row>${row.map(cell).join("")}</table:table-row>`);
  const chart =
    '<chart:chart chart:class="chart:bar"><chart:title><text:p>Stock</text:p></chart:title><chart:plot-area><chart:series><chart:data-label><chart:label-separator><text:p>;</text:p></chart:label-separator></chart:data-label></chart:series></chart:plot-area>' +
    `<table:table>${rows.join("")}</table:table></chart:chart>`;
  const content = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:chart>${chart}</office:chart></office:body></office:document-content>`;
  expect((await readAll(odt(), withObject(content))).text).toBe(
    "a b\n\n[bar chart · Stock]\n\n||Boxes|\n|---|---|\n|red|12|\n",
  );
});

test.for([
  ["dates, by the scale and format of their axis", "<chartooo:date-scale/>", "", "2017-05-01", "2017-05-02"],
  ["times", "<chartooo:date-scale/>", "<number:hours/>", "2017-05-01 12:00:00", "2017-05-02 00:00:00"],
  ["numbers, without a scale of dates", "", "", "42856.5", "42857"],
] as const)("shows categories of charts as %s", async ([, scale, hours, ...days]) => {
  const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const rows = [
    ["", "Boxes"],
    [scale !== "" && hours === "" ? "42856" : "42856.5", "42856"],
    ["42857", "12"],
  ].map((row) => `<table:table-row>${row.map(cell).join("")}</table:table-row>`);
  const axis = `<chart:axis chart:dimension="x" chart:style-name="x">${scale}<chart:categories/></chart:axis>`;
  const chart = `<chart:chart chart:class="chart:line"><chart:plot-area>${axis}</chart:plot-area><table:table>${rows.join("")}</table:table></chart:chart>`;
  const styles =
    `<number:date-style style:name="N1"><number:day/>${hours}</number:date-style>` +
    '<style:style style:name="x" style:family="chart" style:data-style-name="N1"/>';
  const names = ["office", "chart", "text", "table", "style"]
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(" ");
  const others =
    'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:chartooo="http://openoffice.org/2010/chart"';
  const content = `<office:document-content ${names} ${others}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:chart>${chart}</office:chart></office:body></office:document-content>`;
  expect((await readAll(odt(), withObject(content))).text).toContain(`|${days[0]}|42856|\n|${days[1]}|12|\n`);
});

test("reports an empty document", async () => {
  const { text, events } = await readAll(odt(), flatDocument("<text:p/>"));
  expect([text, ...noticesIn(events)]).toEqual(["", "The document has no text."]);
});

test("shows the text before the damage", async () => {
  const { collect } = await import("@reader/testkit");
  const whole = flatDocument("<text:p>kept</text:p><text:p>lost</text:p>");
  const { text, error } = await collect(odt(), whole.slice(0, whole.length - 60));
  expect(text).toContain("kept");
  expect(error).toMatchObject({ code: "corrupt" });
});

test("shows the metadata of a damaged document, wherever the damage is", async () => {
  const { collect } = await import("@reader/testkit");
  const damaged = flatDocument("<text:p>kept</text:p></damaged>", { meta: "<dc:title>Bees</dc:title>" });
  const { text } = await collect(odt(), damaged);
  expect(text).toBe("Title: Bees\n\nkept\n");
});

test("shows characters of symbol fonts as what the font draws, in text and as bullets", async () => {
  const bullet = (name: string, font: string): string =>
    `<text:list-style style:name="${name}"><text:list-level-style-bullet text:level="1" text:bullet-char="\uf0fe">` +
    `<style:text-properties style:font-name="${font}"/></text:list-level-style-bullet></text:list-style>`;
  const automaticStyles =
    '<style:font-face style:name="Wingdings2" svg:font-family="Wingdings"/>' +
    '<style:style style:name="W" style:family="text"><style:text-properties style:font-name="Wingdings2" fo:font-weight="bold"/></style:style>' +
    bullet("Boxes", "Wingdings2") +
    bullet("Others", "Arial");
  const body =
    '<text:p><text:span text:style-name="W">\uf0a8</text:span> \uf0b7 a</text:p>' +
    '<text:list text:style-name="Boxes"><text:list-item><text:p>b</text:p></text:list-item></text:list>';
  expect(await textOf(body, { automaticStyles })).toBe("**◻** • a\n\n- ☑ b\n");
});

test("shows headers of the page styles of a page sequence", async () => {
  const page = (name: string): string =>
    `<style:master-page style:name="${name}"><style:header><text:p>${name}</text:p></style:header></style:master-page>`;
  const sequence = '<text:page-sequence><text:page text:master-page-name="Listed"/></text:page-sequence>';
  const masterStyles = page("Standard") + page("Listed") + page("Other");
  expect(await textOf(`${sequence}<text:p>a</text:p>`, { masterStyles })).toBe(
    "Header: Standard\n\nHeader: Listed\n\na\n",
  );
});

test("shows headers and footers of the page styles that the text uses", async () => {
  const page = (name: string, words: string, next = ""): string =>
    `<style:master-page style:name="${name}"${next}><style:header><text:p>${words}</text:p></style:header></style:master-page>`;
  const pages =
    page("Draft", "Secret") +
    page("Standard", "Report") +
    page("Cover", "Front", ' style:next-style-name="Inner"') +
    page("Inner", "Body", ' style:next-style-name="Cover"');
  const automaticStyles = '<style:style style:name="P" style:family="paragraph" style:master-page-name="Cover"/>';
  const body = '<text:p text:style-name="P">a</text:p>';
  expect(await textOf(body, { automaticStyles, masterStyles: pages })).toBe(
    "Header: Report\n\nHeader: Front\n\nHeader: Body\n\na\n",
  );
  expect(
    await textOf("<text:p>a</text:p>", { masterStyles: page("Convert 1", "One") + page("Convert 2", "Two") }),
  ).toBe("Header: One\n\na\n");
});

test.for([
  ["in single quotes", (xml: string) => new TextEncoder().encode(xml.replaceAll('"', "'"))],
  ["in UTF-16", (xml: string) => new Uint8Array(Buffer.from(`\ufeff${xml}`, "utf16le"))],
] as const)("tells endnotes from footnotes in XML %s", async ([, encode]) => {
  const noteOf = (kind: string): string =>
    `<text:note text:note-class="${kind}"><text:note-citation>1</text:note-citation><text:note-body><text:p>${kind}</text:p></text:note-body></text:note>`;
  const flat = new TextDecoder().decode(flatDocument(`<text:p>a${noteOf("footnote")} b${noteOf("endnote")}</text:p>`));
  const xml = flat.replace(/^<\?xml[^>]*\?>\s*/, "");
  const { text } = await readAll(odt(), zipOf({ "content.xml": encode(xml) }));
  expect(text).toBe("a[^1] b[^i]\n\n[^1]: footnote\n\n[^i]: endnote\n");
});
