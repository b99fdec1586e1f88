import type { Quarter } from "./app-log.ts";

const baskets = [14.2, 15.1, 14.8, 16.4, 17.9, 18.2, 17.5, 18.8, 16.9, 15.6];

const products: readonly (readonly [string, number, number])[] = [
  ["Rye loaf", 5.4, 212],
  ["Spelt roll", 0.9, 968],
  ["Butter croissant", 1.8, 640],
  ["Poppy seed cake", 24.5, 31],
  ["Seeded baguette", 3.2, 187],
  ["Cinnamon bun", 2.6, 402],
];

/** The workbook as a flat document of LibreOffice, which computes its formulas when it saves it as XLSX. */
export function flatBook(quarters: readonly Quarter[]): string {
  const last = quarters.length + 1;
  const orders = [
    row(["Quarter", "Placed", "Failed", "Average basket", "Lost sales"].map(words)),
    ...quarters.map(({ start, placed, failed }, at) =>
      row([
        words(start),
        number(placed),
        number(failed),
        euro(baskets[at] ?? 0),
        formula(`[.C${at + 2}]*[.D${at + 2}]`),
      ]),
    ),
    row([
      words("Total"),
      formula(`SUM([.B2:.B${last}])`, "count"),
      formula(`SUM([.C2:.C${last}])`, "count"),
      formula(`AVERAGE([.D2:.D${last}])`),
      formula(`SUM([.E2:.E${last}])`),
    ]),
  ];
  const sold = [
    row(["Product", "Price", "Sold in a week", "Revenue"].map(words)),
    ...products.map(([name, price, count], at) =>
      row([words(name), euro(price), number(count), formula(`[.B${at + 2}]*[.C${at + 2}]`)]),
    ),
  ];
  return document(table("Orders", orders) + table("Products", sold));
}

const numberStyles = `<number:number-style style:name="n-count"><number:number number:decimal-places="0" number:min-decimal-places="0" number:min-integer-digits="1" number:grouping="true"/></number:number-style>
<number:number-style style:name="n-euro"><number:number number:decimal-places="2" number:min-decimal-places="2" number:min-integer-digits="1" number:grouping="true"/><number:text> €</number:text></number:number-style>
<style:style style:name="count" style:family="table-cell" style:data-style-name="n-count"/>
<style:style style:name="euro" style:family="table-cell" style:data-style-name="n-euro"/>`;

function document(tables: string): string {
  const names = ["office", "table", "text", "style", "number"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === "number" ? "datastyle" : name}:1.0"`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${names.join(" ")} xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>${numberStyles}</office:automatic-styles>
<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document>\n`;
}

function table(name: string, rows: readonly string[]): string {
  return `<table:table table:name="${name}">${rows.join("\n")}</table:table>\n`;
}

function row(cells: readonly string[]): string {
  return `<table:table-row>${cells.join("")}</table:table-row>`;
}

function words(text: string): string {
  return `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
}

function number(value: number): string {
  return `<table:table-cell table:style-name="count" office:value-type="float" office:value="${value}"/>`;
}

function euro(value: number): string {
  return `<table:table-cell table:style-name="euro" office:value-type="float" office:value="${value}"/>`;
}

function formula(expression: string, style: "count" | "euro" = "euro"): string {
  return `<table:table-cell table:style-name="${style}" table:formula="of:=${expression}" office:value-type="float"/>`;
}
