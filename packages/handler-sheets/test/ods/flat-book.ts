/** A workbook as one XML file, as LibreOffice writes and reads it: the same words are in the fixtures of ODS and XLS. */
export function flatBook(body: string = sheets): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:meta><dc:title>Orders of the year</dc:title><meta:initial-creator>Ada Example</meta:initial-creator><meta:creation-date>2024-03-01T10:00:00</meta:creation-date><dc:date>2024-05-02T11:00:00</dc:date></office:meta>
<office:settings><config:config-item-set config:name="ooo:view-settings"><config:config-item-map-indexed config:name="Views"><config:config-item-map-entry><config:config-item-map-named config:name="Tables"><config:config-item-map-entry config:name="Orders"><config:config-item config:name="VerticalSplitMode" config:type="short">2</config:config-item><config:config-item config:name="VerticalSplitPosition" config:type="int">1</config:config-item><config:config-item config:name="PositionBottom" config:type="int">1</config:config-item></config:config-item-map-entry></config:config-item-map-named></config:config-item-map-entry></config:config-item-map-indexed></config:config-item-set></office:settings>
<office:automatic-styles>
<number:date-style style:name="N1"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/></number:date-style>
<number:percentage-style style:name="N2"><number:number number:decimal-places="1" number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>
<number:number-style style:name="N3"><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/></number:number-style>
<style:style style:name="ta1" style:family="table" style:master-page-name="Default"><style:table-properties table:display="true"/></style:style>
<style:style style:name="ta2" style:family="table" style:master-page-name="Default"><style:table-properties table:display="false"/></style:style>
<style:style style:name="day" style:family="table-cell" style:data-style-name="N1"/>
<style:style style:name="part" style:family="table-cell" style:data-style-name="N2"/>
<style:style style:name="money" style:family="table-cell" style:data-style-name="N3"/>
<style:page-layout style:name="pm1"><style:footer-style/></style:page-layout>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Default" style:page-layout-name="pm1"><style:footer><style:region-center><text:p>For internal use only</text:p></style:region-center></style:footer></style:master-page></office:master-styles>
<office:body><office:spreadsheet>${body}</office:spreadsheet></office:body>
</office:document>
`;
}

/** Cells by what they show; a number, a date or a formula says what it holds besides. */
export const text = (words: string, attributes: string = ""): string =>
  `<table:table-cell office:value-type="string" ${attributes}>${paragraphs(words)}</table:table-cell>`;
export const number = (value: number, shown: string, attributes: string = ""): string =>
  `<table:table-cell office:value-type="float" office:value="${value}" ${attributes}>${paragraphs(shown)}</table:table-cell>`;
export const date = (day: string): string =>
  `<table:table-cell table:style-name="day" office:value-type="date" office:date-value="${day}">${paragraphs(day)}</table:table-cell>`;
export const empty = (count: number = 1): string => `<table:table-cell table:number-columns-repeated="${count}"/>`;
export const row = (...cells: readonly string[]): string => `<table:table-row>${cells.join("")}</table:table-row>`;
export const emptyRows = (count: number): string =>
  `<table:table-row table:number-rows-repeated="${count}"><table:table-cell/></table:table-row>`;
export const table = (name: string, ...rows: readonly string[]): string =>
  `<table:table table:name="${name}" table:style-name="ta1">${rows.join("")}</table:table>`;

function paragraphs(words: string): string {
  return words
    .split("\n")
    .map((line) => `<text:p>${line}</text:p>`)
    .join("");
}

const comment =
  "<office:annotation><dc:creator>Ben</dc:creator><text:p>Ask the customer first.</text:p></office:annotation>";
const total = 'table:style-name="money" table:formula="of:=SUM([.C2:.C4])"';
const columns =
  '<table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse"/><table:table-column table:number-columns-repeated="2"/>';

const orders = table(
  "Orders",
  columns,
  row(text("Day"), text("Customer"), text("Amount"), text("Margin"), text("Open")),
  row(
    date("2024-01-31"),
    `<table:table-cell office:value-type="string"><text:p><text:a xlink:type="simple" xlink:href="https://example.org/smith">Smith &amp; Sons</text:a></text:p></table:table-cell>`,
    number(1250.5, "1,250.50", 'table:style-name="money"'),
    `<table:table-cell table:style-name="part" office:value-type="percentage" office:value="0.125"><text:p>12.5%</text:p></table:table-cell>`,
    `<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>TRUE</text:p></table:table-cell>`,
  ),
  row(
    date("2024-02-29"),
    `<table:table-cell office:value-type="string">${comment}<text:p>A | B</text:p><text:p>second line</text:p></table:table-cell>`,
    number(80, "80.00", 'table:style-name="money"'),
  ),
  `<table:table-row table:visibility="collapse">${date("2024-03-01")}${text("Nobody")}${number(1, "1.00", 'table:style-name="money"')}</table:table-row>`,
  row(
    text("Total", 'table:number-columns-spanned="2" table:number-rows-spanned="1"'),
    "<table:covered-table-cell/>",
    number(1331.5, "1,331.50", total),
  ),
);

const islands = table(
  "Two tables",
  row(text("Name"), text("Age"), empty(3), text("City"), text("Code")),
  row(text("Ada"), number(36, "36"), empty(3), text("Bonn"), text("0228")),
  row(text("Ben"), number(41, "41"), empty(3), text("Ulm"), text("0731")),
  emptyRows(4),
  row(text("Remark"), empty(2), text("far below")),
  emptyRows(3),
  row(text("Key"), text("Value"), text("Unit"), text("From"), text("To")),
  row(text("width"), number(3, "3"), text("cm"), number(1, "1"), number(9, "9")),
  emptyRows(1_000_000),
);

const hidden = table("Secret", row(text("hidden words"))).replace("ta1", "ta2");

const names =
  '<table:named-expressions><table:named-range table:name="Amounts" table:base-cell-address="$Orders.$A$1" table:cell-range-address="$Orders.$C$2:.$C$4"/></table:named-expressions><table:database-ranges><table:database-range table:name="People" table:target-range-address="&apos;Two tables&apos;.A1:&apos;Two tables&apos;.B3"/></table:database-ranges>';

const sheets: string = [orders, islands, hidden, table("Nothing", emptyRows(1)), names].join("\n");
