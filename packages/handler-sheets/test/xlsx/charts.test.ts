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
