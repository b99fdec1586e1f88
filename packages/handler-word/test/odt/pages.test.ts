import { collect, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { odt } from "../../src/index.ts";
import { readAll } from "../support/read-all.ts";
import { zipOf } from "../support/zip-of.ts";
import { flatDocument } from "./flat-document.ts";

const styles = `
  <style:style style:name="Break" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style>
  <style:style style:name="Cover" style:family="paragraph" style:master-page-name="Standard"/>`;
const meta = '<meta:document-statistic meta:page-count="4"/>';

/** A document whose text says that it marks soft page breaks. */
function marked(body: string): Uint8Array {
  const flat = new TextDecoder().decode(flatDocument(body, { automaticStyles: styles, meta }));
  return new TextEncoder().encode(flat.replace("<office:text>", '<office:text text:use-soft-page-breaks="true">'));
}

async function placesOf(bytes: Uint8Array): Promise<readonly string[]> {
  const { events } = await readAll(odt(), bytes);
  return events.flatMap((event) => {
    if (event.type !== "text") return [];
    const { unit = "", index = 0, aboutPage = 0 } = event.at ?? {};
    return [`${unit} ${index} ~${aboutPage}: ${event.text.trim().replaceAll("\n", "/")}`];
  });
}

const body = [
  '<text:h text:style-name="Cover" text:outline-level="1">One</text:h>',
  "<text:p>a</text:p><text:soft-page-break/><text:p>b</text:p>",
  '<text:p text:style-name="Break">c</text:p>',
  '<text:h text:outline-level="1"><text:soft-page-break/>Two</text:h>',
].join("");

test("pages are counted by soft breaks, and by styles that start a page", async () => {
  expect(await placesOf(marked(body))).toEqual([
    "section 1 ~1: # One",
    "section 1 ~1: a",
    "section 1 ~2: b",
    "section 1 ~3: c",
    "section 2 ~4: # Two",
  ]);
});

test("pages are not shown for a document that does not mark them", async () => {
  const places = await placesOf(flatDocument(body, { automaticStyles: styles, meta }));
  expect(places.map((each) => each.slice(0, 12))).toEqual(["section 1 ~0", "section 1 ~0", "section 2 ~0"]);
});

test("pages are the places of a packed document without headings", async () => {
  const flat = new TextDecoder().decode(marked("<text:p>a</text:p><text:soft-page-break/><text:p>b</text:p>"));
  const metadata = new TextDecoder().decode(flatDocument("", { meta }));
  const packed = zipOf({ "meta.xml": metadata, "content.xml": flat });
  expect(await placesOf(packed)).toEqual(["page 1 ~1: a", "page 2 ~2: b"]);
});

const unmarked = body.replaceAll("<text:soft-page-break/>", "");

test("pages are counted by styles in a packed document that marks no layout", async () => {
  const flat = new TextDecoder().decode(flatDocument(unmarked, { automaticStyles: styles }));
  expect(await placesOf(zipOf({ "content.xml": flat }))).toEqual([
    "section 1 ~1: # One",
    "section 1 ~1: a//b",
    "section 1 ~2: c",
    "section 2 ~2: # Two",
  ]);
  const metadata = new TextDecoder().decode(flatDocument("", { meta }));
  const stated = await placesOf(zipOf({ "meta.xml": metadata, "content.xml": flat }));
  expect(stated.filter((each) => !each.includes("~0"))).toEqual([]);
});

test("pages are not explained by breaks in cells", async () => {
  const cell = '<text:p text:style-name="Break">x</text:p>';
  const rows = `<table:table-row><table:table-cell>${cell}${cell}</table:table-cell></table:table-row>`;
  const flat = flatDocument(`${unmarked}<table:table>${rows}</table:table>`, { automaticStyles: styles });
  const metadata = new TextDecoder().decode(flatDocument("", { meta }));
  const places = await placesOf(zipOf({ "meta.xml": metadata, "content.xml": new TextDecoder().decode(flat) }));
  expect(places.filter((each) => !each.includes("~0"))).toEqual([]);
});

test("pages are counted by styles if a value contains a closing bracket", async () => {
  const drawn = '<text:p>d<draw:frame draw:name="a>b"/></text:p><text:p text:style-name="Break">e</text:p>';
  const flat = new TextDecoder().decode(flatDocument(unmarked + drawn, { automaticStyles: styles }));
  const counts = '<meta:document-statistic meta:page-count="3"/>';
  const metadata = new TextDecoder().decode(flatDocument("", { meta: counts }));
  const places = await placesOf(zipOf({ "meta.xml": metadata, "content.xml": flat }));
  expect(places.at(-1)).toBe("section 2 ~3: e");
});

const breaking = '<text:p text:style-name="Break">n</text:p>';

test.for([
  ["notes", `<text:p><text:note><text:note-body>${breaking}</text:note-body></text:note></text:p>`],
  ["frames on a page", `<draw:frame><draw:text-box>${breaking}</draw:text-box></draw:frame>`],
  [
    "deleted text",
    `<text:tracked-changes><text:changed-region><text:deletion>${breaking}</text:deletion></text:changed-region></text:tracked-changes>`,
  ],
] as const)("pages are not explained by breaks in %s", async ([, nested]) => {
  const text = `${unmarked}<text:p text:style-name="Break">d</text:p>`;
  const metadata = new TextDecoder().decode(flatDocument("", { meta }));
  const places = async (content: string): Promise<readonly string[]> => {
    const flat = new TextDecoder().decode(flatDocument(content, { automaticStyles: styles }));
    return placesOf(zipOf({ "meta.xml": metadata, "content.xml": flat }));
  };
  expect((await places(text + nested)).filter((each) => !each.includes("~0"))).toEqual([]);
  expect((await places(`${text}${breaking}${nested}`)).at(-1)).toContain("~4");
});

test("pages are not shown for a packed document that declares marks of a layout and has none", async () => {
  const metadata = new TextDecoder().decode(flatDocument("", { meta }));
  const content = new TextDecoder().decode(marked("<text:h>One</text:h><text:p>a</text:p>"));
  expect(await placesOf(zipOf({ "meta.xml": metadata, "content.xml": content }))).toEqual([
    "section 1 ~0: # One",
    "section 1 ~0: a",
  ]);
});

test.for([1, 4])("the text of a document that states %i pages is unpacked once", async (pages) => {
  const counts = `<meta:document-statistic meta:page-count="${pages}"/>`;
  const metadata = new TextDecoder().decode(flatDocument("", { meta: counts }));
  const content = new TextDecoder().decode(flatDocument("<text:p>a</text:p>".repeat(5000)));
  const budget = { ...mockContext().budget, maxInflatedBytes: metadata.length + content.length + 1000 };
  const { text } = await readAll(odt(), zipOf({ "meta.xml": metadata, "content.xml": content }), { budget });
  expect(text).toHaveLength(5000 * "a\n\n".length - 1);
});

test("the text up to a limit is shown, whose pages are not counted", async () => {
  const flat = new TextDecoder().decode(flatDocument(unmarked + "<text:p>a</text:p>".repeat(50_000)));
  const budget = { ...mockContext().budget, maxInflatedBytes: flat.length / 2 };
  const { text, error } = await collect(odt(), zipOf({ "content.xml": flat }), { budget });
  expect(text).toContain("# One");
  expect(error).toMatchObject({ code: "too-large" });
});

test("pages by breaks are said to be approximate", async () => {
  const flat = new TextDecoder().decode(flatDocument(unmarked, { automaticStyles: styles }));
  const { events } = await readAll(odt(), zipOf({ "content.xml": flat }));
  expect(JSON.stringify(events.at(-1))).toContain("The file stores no layout");
});
