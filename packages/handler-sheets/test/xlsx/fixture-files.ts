import { relationship, row, workbook, type MadeBook } from "./workbook-parts.ts";

const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const drawing = "http://schemas.openxmlformats.org/drawingml/2006";

const orders = [
  row(1, ..."ABCDE".split("").map((column, at) => `<c r="${column}1" t="s"><v>${at}</v></c>`)),
  row(
    2,
    '<c r="A2" t="s"><v>5</v></c><c r="B2" s="1"><v>45351</v></c><c r="C2" s="2"><v>1234.5</v></c><c r="D2" s="3"><v>0.075</v></c><c r="E2" s="2"><f t="shared" ref="E2:E3" si="0">C2*(1-D2)</f><v>1141.9125</v></c>',
  ),
  row(
    3,
    '<c r="A3" t="inlineStr"><is><r><t>Müller </t></r><r><t>&amp; Co</t></r></is></c><c r="B3" s="1"><v>45352</v></c><c r="C3" s="2"><v>80</v></c><c r="D3" s="3"><v>0</v></c><c r="E3" s="2"><f t="shared" si="0"/><v>80</v></c>',
  ),
  '<row r="4" hidden="1"><c r="A4" t="s"><v>6</v></c><c r="C4" s="2"><v>5</v></c></row>',
  row(
    5,
    '<c r="A5" t="str"><f>"To"&amp;"tal"</f><v>Total</v></c><c r="C5" s="2"><f>SUM(C2:C4)</f><v>1319.5</v></c><c r="D5" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="E5" t="b"><v>1</v></c>',
  ),
].join("");

const strings = ["Customer", "Day", "Price", "Discount", "To pay", "Ärzte ohne Grenzen", "a|b\nc"]
  .map((text) => `<si><t>${text}</t></si>`)
  .join("");

const chart = `<c:chartSpace xmlns:c="${drawing}/chart" xmlns:a="${drawing}/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Prices</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:f>Orders!$C$1</c:f><c:strCache><c:pt idx="0"><c:v>Price</c:v></c:pt></c:strCache></c:strRef></c:tx><c:val><c:numRef><c:f>Orders!$C$2:$C$3</c:f><c:numCache><c:pt idx="0"><c:v>1234.5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;

const sheetDrawing = `<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><xdr:twoCellAnchor><xdr:from><xdr:col>6</xdr:col><xdr:row>1</xdr:row></xdr:from><xdr:graphicFrame><a:graphic><a:graphicData><c:chart xmlns:c="${drawing}/chart" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor><xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>8</xdr:row></xdr:from><xdr:sp><xdr:txBody><a:p><a:r><a:t>Prices without tax</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:oneCellAnchor></xdr:wsDr>`;

const comments = `<comments xmlns="${spreadsheet}"><authors><author>Ann</author></authors><commentList><comment ref="C3" authorId="0"><text><r><t>Ann:\n</t></r><r><t>Is that right?</t></r></text></comment></commentList></comments>`;

const properties = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Orders of March</dc:title><dc:creator>Ann</dc:creator><dcterms:modified>2024-03-02T10:00:00Z</dcterms:modified></cp:coreProperties>`;

/** A workbook with something of nearly everything. */
const everything: MadeBook = {
  sheets: [
    {
      name: "Orders",
      before:
        '<dimension ref="A1:E5"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>',
      rows: orders,
      behind:
        '<mergeCells><mergeCell ref="A5:B5"/></mergeCells><hyperlinks><hyperlink ref="A2" r:id="rId2"/></hyperlinks><drawing r:id="rId1"/>',
      relationships:
        relationship("rId1", "drawing", "../drawings/drawing1.xml") +
        relationship("rId2", "hyperlink", "https://example.org/") +
        relationship("rId3", "comments", "../comments1.xml") +
        relationship("rId4", "table", "../tables/table1.xml"),
    },
    { name: "Rates", state: "hidden", rows: row(1, '<c r="A1"><v>0.19</v></c>') },
    { name: "Secret", state: "veryHidden", rows: row(7, '<c r="C7" t="b"><v>0</v></c>') },
  ],
  strings,
  formats: ["yyyy-mm-dd", "#,##0.00\\ [$€-407]", "0.0%"],
  definedNames: '<definedName name="Rate">Rates!$A$1</definedName>',
  others: {
    "xl/drawings/drawing1.xml": sheetDrawing,
    "xl/drawings/_rels/drawing1.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship("rId1", "chart", "../charts/chart1.xml")}</Relationships>`,
    "xl/charts/chart1.xml": chart,
    "xl/comments1.xml": comments,
    "xl/tables/table1.xml": `<table xmlns="${spreadsheet}" id="1" name="Table1" displayName="Prices" ref="A1:E4"/>`,
    "docProps/core.xml": properties,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship("rId1", "officeDocument", "xl/workbook.xml")}<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
  },
};

/** A fixture: what is asked, and of which workbook. */
export interface XlsxFixture {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly request?: object;
}

/** All fixtures that are made here. */
export const xlsxFixtures: readonly XlsxFixture[] = [
  { name: "everything", bytes: workbook(everything) },
  { name: "everything-formulas", bytes: workbook(everything), request: { select: "=Orders!A1:E5" } },
  { name: "table-by-name", bytes: workbook(everything), request: { select: "Prices" } },
  { name: "hidden-sheet", bytes: workbook(everything), request: { pages: "2" } },
  { name: "no-sheets", bytes: workbook({ sheets: [] }) },
];
