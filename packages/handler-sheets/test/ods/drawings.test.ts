import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
import { ods } from "../../src/index.ts";
import { zipOf } from "../support/zip-of.ts";
import { flatBook, row, table, text } from "./flat-book.ts";

const types = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"`;
const cell = (drawing: string): string => `<table:table-cell>${drawing}</table:table-cell>`;
const frame = (inner: string, alt = ""): string =>
  `<draw:frame>${inner}${alt === "" ? "" : `<svg:desc>${alt}</svg:desc>`}</draw:frame>`;
const object = frame('<draw:object xlink:href="./Object 1"/>');
const image = (name: string): string => frame(`<draw:image xlink:href="Pictures/${name}"/>`);

const source = (address: string): string => `<draw:g><svg:desc>${address}</svg:desc></draw:g>`;
const value = (shown: string | number, address = ""): string =>
  `<table:table-cell><text:p>${shown}</text:p>${address === "" ? "" : source(address)}</table:table-cell>`;

/** A chart document with these series and values. */
function chartPart({ series, header, rows }: { series: string; header: string; rows: string }): string {
  const axis =
    '<chart:axis chart:dimension="x"><chart:title><text:p>Month</text:p></chart:title><chart:categories table:cell-range-address="Data.A2:Data.A99"/></chart:axis>';
  return `<office:document-content ${types}><office:body><office:chart><chart:chart chart:class="chart:circle"><chart:title><text:p>Sales</text:p></chart:title><chart:plot-area>${axis}${series}</chart:plot-area><table:table table:name="local-table">${row(value(""), header)}${rows}</table:table></chart:chart></office:chart></office:body></office:document-content>`;
}

async function read(cells: string, others: Readonly<Record<string, string | Uint8Array>> = {}) {
  const book = flatBook(table("Data", row(text("a"), text("b")), row(text("c"), cell(cells))));
  const content = book
    .replaceAll("office:document ", "office:document-content ")
    .replace("</office:document>", "</office:document-content>");
  const bytes = zipOf({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": content,
    ...others,
  });
  return collect(ods(), bytes);
}

const many = (count: number): string =>
  Array.from({ length: count }, (_, at) => row(value(`m${at}`), value(at))).join("");

test("a chart names its cells, and values that cells have are not repeated", async () => {
  const part = chartPart({
    series:
      '<chart:series chart:class="chart:bar" chart:values-cell-range-address="Data.B2:Data.B99" chart:label-cell-address="Data.B1:Data.B1"/><chart:series chart:class="chart:line" chart:values-cell-range-address="$\'Other data\'.$C$2:.$C$99" chart:label-cell-address="Data.C1"/>',
    header: value("North", "Data.B1:Data.B1"),
    rows: many(98),
  });
  const { text: shown } = await read(object, { "Object 1/content.xml": part });
  expect(shown).toContain(
    "bar and line chart \"Sales\" at B2: axes Month; x A2:A99; series North: B2:B99, (name in C1): 'Other data'!$C$2:$C$99".replaceAll(
      "$",
      "",
    ),
  );
  expect(shown).not.toContain("m1");
});

test("values that no cell has are all shown, up to a limit that is said", async () => {
  const part = chartPart({
    series:
      '<chart:series chart:values-cell-range-address="local-table.B2:.B9" chart:label-cell-address="local-table.B1"/>',
    header: value("North"),
    rows: many(1005),
  }).replace(/<chart:categories[^>]*>/, "");
  const { text: shown } = await read(object, { "Object 1/content.xml": part });
  expect(shown).toContain('pie chart "Sales" at B2: axes Month\n\n||North|');
  expect(shown).toContain("|m999|999|\n\n… and 5 more rows");
});

test.for([["'file:///tmp/a.ods'#$Sheet1.$B$2:.$B$9"], ["Data.B2:.B9 and more"], ["A".repeat(100_000)]])(
  "values whose cells are not in the workbook are shown: %s",
  async ([address]) => {
    const series = `<chart:series chart:values-cell-range-address="${address}"/>`;
    const part = chartPart({ series, header: value("North"), rows: many(98) }).replace(/<chart:categories[^>]*>/, "");
    const { text: shown } = await read(object, { "Object 1/content.xml": part });
    expect(shown).toContain("axes Month\n\n||North|");
    expect(shown).toContain("|m97|97|");
  },
);

test("a type of chart that is no type is shown as written", async () => {
  const part = chartPart({ series: "", header: value("North"), rows: "" }).replace("chart:circle", "chart:constructor");
  const { text: shown } = await read(object, { "Object 1/content.xml": part });
  expect(shown).toContain('constructor chart "Sales" at B2');
});

test("the x values of a scatter chart count for all series, and a bubble chart has sizes", async () => {
  const series = (y: string, ...domains: readonly string[]): string =>
    `<chart:series chart:class="chart:scatter" chart:values-cell-range-address="Data.${y}2:Data.${y}99">${domains.map((domain) => `<chart:domain table:cell-range-address="Data.${domain}2:Data.${domain}99"/>`).join("")}</chart:series>`;
  const header = value("North");
  const scatter = chartPart({ series: series("C", "B") + series("D"), header, rows: many(98) });
  const { text: shown } = await read(object, { "Object 1/content.xml": scatter });
  expect(shown).toContain("x B2:B99; series C2:C99, D2:D99");
  const bubble = chartPart({ series: series("D", "C", "B"), header, rows: many(98) });
  const { text: sized } = await read(object, { "Object 1/content.xml": bubble });
  expect(sized).toContain("x B2:B99; series y C2:C99, size D2:D99");
});

test("text boxes and images have the cells that they are anchored to", async () => {
  const box = frame("<draw:text-box><text:p>Note</text:p></draw:text-box>");
  const { text: shown } = await read(
    box + image("a.svm") + frame('<draw:image xlink:href="Pictures/b.svm"/>', "A logo"),
  );
  expect(shown).toContain('text box at B2: Note\nimage at B2 (not shown)\nimage "A logo" at B2 (not shown)\n');
  expect(shown).not.toContain("images at");
});

test("the name of a part is no description of an image", async () => {
  const png = Uint8Array.from(
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
      "base64",
    ),
  );
  const { events } = await read(image("10000000.png"), { "Pictures/10000000.png": png });
  expect(events.find(({ type }) => type === "image")).toMatchObject({ alt: "(at B2)" });
});
