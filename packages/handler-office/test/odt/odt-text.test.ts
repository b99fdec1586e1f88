import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { odt } from "../../src/odt.ts";
import { errorOf, noticesIn, readAll } from "../flow/reading-flow.ts";
import { flatDocument, listStyle, pngBase64, type FlatParts } from "./flat-document.ts";
import { report } from "./report.ts";

async function textOf(body: string, parts: FlatParts = {}): Promise<string> {
  return (await readAll(odt(), flatDocument(body, parts))).text;
}

test("has the fixture that its script writes", () => {
  const file = new URL("../../../../fixtures/odt/report-flat/input.fodt", import.meta.url);
  expect(new Uint8Array(readFileSync(file))).toEqual(report());
});

test.for([
  ["spaces that are counted", "<text:p>a<text:s text:c='3'/>b</text:p>", "a b\n"],
  ["tabs and broken lines", "<text:p>a<text:tab/>b<text:line-break/>c</text:p>", "a b\nc\n"],
  [
    "ruby",
    "<text:p><text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>かん</text:ruby-text></text:ruby></text:p>",
    "漢(かん)\n",
  ],
  ["links into the document quietly", "<text:p><text:a xlink:href='#x'>a</text:a></text:p>", "a\n"],
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
  ["nothing that scripts say", "<text:p>a<text:script>alert()</text:script></text:p>", "a\n"],
  [
    "pictures outside of the document by name only",
    "<text:p><draw:frame><draw:image xlink:href='../../secret/x.png'/></draw:frame></text:p>",
    "[picture outside of the document: x.png]\n",
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

test("goes on counting, and starts again, where the document says so", async () => {
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

test("believes the number that is written beside an item", async () => {
  expect(await textOf(list("", "<text:number>iv)</text:number><text:p>a</text:p>"), numbers)).toBe("iv) a\n");
});

test("reads tables with merged, repeated and covered cells", async () => {
  const cell = (text: string, attributes = ""): string =>
    `<table:table-cell${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const rows =
    `<table:table-row>${cell("a", ' table:number-columns-spanned="2"')}<table:covered-table-cell/>${cell("b")}</table:table-row>` +
    `<table:table-row table:number-rows-repeated="2">${cell("c")}<table:table-cell table:number-columns-repeated="1"/>${cell("d")}</table:table-row>`;
  expect(await textOf(`<table:table>${rows}</table:table>`)).toBe(
    "|  |  |  |\n|---|---|---|\n| a |  | b |\n| c |  | d |\n| c |  | d |\n",
  );
});

test("does not let rows repeat each other without end", async () => {
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

test("keeps remarks out of titles", async () => {
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

test("shows form controls with their state", async () => {
  const form =
    '<office:forms><form:checkbox form:id="c1" form:label="Agreed" form:current-state="checked"/></office:forms>';
  expect(await textOf(`${form}<text:p><draw:control draw:control="c1"/></text:p>`)).toBe("☒ Agreed\n");
});

test("gives pictures that are written in the text", async () => {
  const { events } = await readAll(
    odt(),
    flatDocument(
      `<text:p><draw:frame><draw:image><office:binary-data>${pngBase64()}</office:binary-data></draw:image><svg:title>grey</svg:title></draw:frame></text:p>`,
    ),
  );
  expect(events.filter(({ type }) => type === "image")).toMatchObject([{ widthPx: 2, heightPx: 2, alt: "grey" }]);
});

test("reads texts of OpenOffice 1, and the document type that only names a file", async () => {
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

test("gives what stands before the damage", async () => {
  const { collect } = await import("@reader/testkit");
  const whole = flatDocument("<text:p>kept</text:p><text:p>lost</text:p>");
  const { text, error } = await collect(odt(), whole.slice(0, whole.length - 60));
  expect(text).toContain("kept");
  expect(error).toMatchObject({ code: "corrupt" });
});

test("gives what a damaged document says of itself, wherever the damage is", async () => {
  const { collect } = await import("@reader/testkit");
  const damaged = flatDocument("<text:p>kept</text:p></damaged>", { meta: "<dc:title>Bees</dc:title>" });
  const { text } = await collect(odt(), damaged);
  expect(text).toBe("Title: Bees\n\nkept\n");
});
