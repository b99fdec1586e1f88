import { expect, test } from "vitest";
import { readXmlTree } from "@reader/office-kit/xml";
import { chartWords } from "../../src/sheets/chart-words.ts";
import { sheetChart } from "../../src/xlsx/charts.ts";
import { openBook } from "./opening.ts";
import { relationship, relationshipsPart, workbook } from "./workbook-parts.ts";

const points = '<c:pt idx="0"><c:v>7</c:v></c:pt>';
const cells = (reference: string, cache = points): string =>
  `<c:numRef><c:f>${reference}</c:f><c:numCache>${cache}</c:numCache></c:numRef>`;
const many = Array.from({ length: 80 }, (_, at) => `<c:pt idx="${at}"><c:v>${at}</c:v></c:pt>`).join("");
const named = (name: string): string => `<c:tx><c:v>${name}</c:v></c:tx>`;
const chartSpace = (plot: string, behind = ""): string =>
  `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:chart><c:plotArea>${plot}</c:plotArea></c:chart>${behind}</c:chartSpace>`;

function wordsOf(plot: string, sheet = "Report"): string {
  const root = readXmlTree(new TextEncoder().encode(chartSpace(plot)), "chart1.xml");
  return chartWords(sheetChart(root), { at: "D2", sheet });
}

function barWords(values: string, sheet?: string): string {
  const categories = '<c:cat><c:strLit><c:pt idx="0"><c:v>May</c:v></c:pt></c:strLit></c:cat>';
  return wordsOf(
    `<c:barChart><c:ser>${named("North")}${categories}<c:val>${values}</c:val></c:ser></c:barChart>`,
    sheet,
  );
}

const table = "||North|\n|---|---|\n|May|7|";

test("a few values that cells have are shown too", () => {
  expect(barWords(cells("Data!$B$2"))).toBe(`bar chart at D2: data on Data: series North: B2\n\n${table}`);
});

test("many values that cells have are not repeated", () => {
  expect(barWords(cells("Data!$B$2:$B$81", many))).toBe("bar chart at D2: data on Data: series North: B2:B81");
});

test("values that no cell has are shown as a table", () => {
  expect(barWords(`<c:numLit>${points}</c:numLit>`)).toBe(`bar chart at D2: series North\n\n${table}`);
});

test("values of another workbook are shown as a table", () => {
  const long = barWords(cells("[1]Data!$B$2:$B$81", many));
  expect(long).toContain("bar chart at D2: data on '[1]Data': series North: B2:B81\n\n|");
  expect(long).toContain("|79|");
});

test("cells of the chart's own sheet have no sheet name", () => {
  expect(barWords(cells("'Tom''s data'!$B$2:$B$81", many), "Tom's data")).toBe("bar chart at D2: series North: B2:B81");
});

test("more than a thousand rows are cut with a mark", () => {
  const values = Array.from({ length: 1003 }, (_, at) => `<c:pt idx="${at}"><c:v>${at}</c:v></c:pt>`).join("");
  const words = barWords(`<c:numLit>${values}</c:numLit>`);
  expect(words).toContain("|999|\n\n… and 3 more rows");
  expect(words).not.toContain("|1000|");
});

test("equal x values are named once, and each series with its own cells", () => {
  const series = (name: string, column: string): string =>
    `<c:ser>${named(name)}<c:cat>${cells("Data!$A$2:$A$81", many)}</c:cat><c:val>${cells(`Data!$${column}$2:$${column}$81`, many)}</c:val></c:ser>`;
  const words = wordsOf(`<c:lineChart>${series("Same", "B")}${series("Same", "C")}</c:lineChart>`, "Data");
  expect(words).toBe("line chart at D2: x A2:A81; series Same: B2:B81, Same: C2:C81");
});

test("each series of a scatter chart has its own x values, and error bars are no data", () => {
  const bars = `<c:errBars><c:plus>${cells("Data!$H$2:$H$81", many)}</c:plus></c:errBars>`;
  const series = (name: string, [x, y]: readonly [string, string], behind = ""): string =>
    `<c:ser>${named(name)}${bars}<c:xVal>${cells(x, many)}</c:xVal><c:yVal>${cells(y, many)}</c:yVal>${behind}</c:ser>`;
  const sizes = `<c:bubbleSize>${cells("Data!$E$2:$E$81", many)}</c:bubbleSize>`;
  const one = series("One", ["Data!$A$2:$A$81", "Data!$B$2:$B$81"]);
  const two = series("Two", ["Data!$C$2:$C$81", "Other!$D$2:$D$81"], sizes);
  expect(wordsOf(`<c:scatterChart>${one}${two}</c:scatterChart>`, "Data")).toBe(
    "scatter chart at D2: series One: x A2:A81, y B2:B81; Two: x C2:C81, y Other!D2:D81, size E2:E81",
  );
});

test("a single series without a name has only its cells", () => {
  const series = `<c:ser><c:cat>${cells("Data!$A$2:$A$81", many)}</c:cat><c:val>${cells("Data!$B$2:$B$81", many)}</c:val></c:ser>`;
  expect(wordsOf(`<c:pieChart>${series}</c:pieChart>`, "Data")).toBe("pie chart at D2: x A2:A81; y B2:B81");
});

test("series that say the same are named once", () => {
  const series = `<c:ser>${named("Line")}</c:ser>`;
  expect(wordsOf(`<c:lineChart>${series.repeat(3)}</c:lineChart>`)).toBe("line chart at D2: series Line");
});

test("more than fifty series are counted", () => {
  const series = Array.from({ length: 53 }, (_, at) => `<c:ser>${named(`S${at}`)}</c:ser>`).join("");
  const words = wordsOf(`<c:lineChart>${series}</c:lineChart>`);
  expect(words).toContain("S49 and 3 more");
});

const nameCell = (cell: string): string => `<c:tx><c:strRef><c:f>${cell}</c:f></c:strRef></c:tx>`;

test("names and titles without a text are named by their cells", () => {
  const series = `<c:ser>${nameCell("Data!$B$1")}<c:val>${cells("Data!$B$2:$B$81", many)}</c:val></c:ser>`;
  const title = `<c:title>${nameCell("Data!$F$1")}</c:title>`;
  const root = chartSpace(`<c:barChart>${series}</c:barChart>`).replace("<c:plotArea>", `${title}<c:plotArea>`);
  const chart = sheetChart(readXmlTree(new TextEncoder().encode(root), "chart1.xml"));
  expect(chartWords(chart, { at: "D2", sheet: "Data" })).toBe(
    "bar chart (title in F1) at D2: series (name in B1): B2:B81",
  );
});

test("names of the extended format are named by their cells", () => {
  const data =
    '<cx:chartData><cx:data id="0"><cx:numDim type="val"><cx:f>Data!$B$2:$B$9</cx:f></cx:numDim></cx:data></cx:chartData>';
  const tx = (cell: string): string => `<cx:tx><cx:txData><cx:f>${cell}</cx:f></cx:txData></cx:tx>`;
  const region = `<cx:plotArea><cx:plotAreaRegion><cx:series layoutId="funnel">${tx("Data!$B$1")}<cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea>`;
  const root = `<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex">${data}<cx:chart><cx:title>${tx("Data!$F$1")}</cx:title>${region}</cx:chart></cx:chartSpace>`;
  const chart = sheetChart(readXmlTree(new TextEncoder().encode(root), "chartEx1.xml"));
  expect(chartWords(chart, { sheet: "Data" })).toBe("funnel chart (title in F1): series (name in B1): B2:B9");
});

test("a long reference without a sheet takes linear time, and is left out", () => {
  const started = performance.now();
  expect(barWords(cells("A".repeat(1_000_000)))).toBe(`bar chart at D2: series North\n\n${table}`);
  const references = Array.from(
    { length: 250 },
    (_, at) => `<c:ser><c:val>${cells(`${"A".repeat(8000)}${at}`)}</c:val></c:ser>`,
  );
  wordsOf(`<c:barChart>${references.join("")}</c:barChart>`);
  expect(performance.now() - started).toBeLessThan(4000);
});

test("names cannot start a line, and those with separators are quoted", () => {
  const words = chartWords(
    {
      title: "Two\nlines",
      kinds: ["bar\n\n# x"],
      axes: ["one, two", "a\n\n# heading", "[hidden]"],
      series: [
        { name: "North: x A1; series Forged", y: "Data!$B$2" },
        { name: "B", y: "A1\n\n# heading" },
      ],
      tables: [],
    },
    { sheet: "Data" },
  );
  expect(words).toBe(
    'bar # x chart "Two lines": axes "one, two", a # heading, "[hidden]"; series "North: x A1; series Forged": B2, B',
  );
});

test("names of the same workbook have no prefix", () => {
  expect(barWords(cells("[0]!Sales", many))).toBe("bar chart at D2: series North: Sales");
});

test("references to several areas are separated by semicolons", () => {
  const series = (name: string, areas: string): string =>
    `<c:ser>${named(name)}<c:val>${cells(areas, many)}</c:val></c:ser>`;
  const both = series("One", "(Data!$A$1:$A$9,Data!$A$20)") + series("Two", "Data!$B$1:$B$9");
  expect(wordsOf(`<c:barChart>${both}</c:barChart>`, "Data")).toBe(
    "bar chart at D2: series One: (A1:A9,A20); Two: B1:B9",
  );
});

test("the tables of a chart share a limit on cells", () => {
  const header = Array.from({ length: 200 }, (_, at) => `S${at}`);
  const rows = Array.from({ length: 400 }, () => header.map(() => "1"));
  const chart = { title: "", kinds: ["bar"], axes: [], series: [], tables: [{ header, rows }] };
  expect(chartWords({ ...chart, rowsLeftOut: 5 }, { sheet: "Data" })).toMatch(/\n\n… and 155 more rows$/);
});

test("text boxes in a chart are read", async () => {
  const spreadsheet = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing";
  const main = "http://schemas.openxmlformats.org/drawingml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const chart = "http://schemas.openxmlformats.org/drawingml/2006/chart";
  const frame = `<xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
  const box = (text: string): string =>
    `<cdr:relSizeAnchor><cdr:sp><cdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></cdr:txBody></cdr:sp></cdr:relSizeAnchor>`;
  const book = workbook({
    sheets: [
      {
        rows: '<row r="1"><c r="A1"><v>1</v></c></row>',
        behind: '<drawing r:id="rId1"/>',
        relationships: relationship("rId1", "drawing", "../drawings/drawing1.xml"),
      },
    ],
    others: {
      "xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="${spreadsheet}" xmlns:a="${main}" xmlns:c="${chart}" xmlns:r="${office}"><xdr:oneCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>2</xdr:row></xdr:from>${frame}</xdr:oneCellAnchor></xdr:wsDr>`,
      "xl/drawings/_rels/drawing1.xml.rels": relationshipsPart(relationship("rId1", "chart", "../charts/chart1.xml")),
      "xl/charts/chart1.xml": chartSpace(
        `<c:lineChart><c:ser>${named("North")}</c:ser></c:lineChart>`,
        '<c:userShapes r:id="rId1"/>',
      ),
      "xl/charts/_rels/chart1.xml.rels": relationshipsPart(
        relationship("rId1", "chartUserShapes", "../drawings/drawing2.xml"),
      ),
      "xl/drawings/drawing2.xml": `<c:userShapes xmlns:c="${chart}" xmlns:a="${main}" xmlns:cdr="http://schemas.openxmlformats.org/drawingml/2006/chartDrawing">${box("y = 2x")}${box("")}${box("R² = 0.98")}</c:userShapes>`,
    },
  });
  const { sheets } = await openBook(book);
  const { drawings } = await (sheets[0]?.extras() ?? Promise.reject(new Error("no sheet")));
  expect(drawings).toEqual(['line chart at B3: series North; text "y = 2x", "R² = 0.98"']);
});
