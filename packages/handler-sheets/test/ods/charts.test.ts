import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
import { ods } from "../../src/index.ts";
import { zipOf } from "../support/zip-of.ts";
import { flatBook, row, table, text } from "./flat-book.ts";

const namespaces =
  ["office", "chart", "text", "table", "style"]
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(" ") +
  ' xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:chartooo="http://openoffice.org/2010/chart"';

test("categories of a chart are dates if their axis has a scale and a format of dates", async () => {
  const cell = (words: string): string => `<table:table-cell><text:p>${words}</text:p></table:table-cell>`;
  const rows = `<table:table-row>${cell("")}${cell("Boxes")}</table:table-row><table:table-row>${cell("42856")}${cell("42857")}</table:table-row>`;
  const axis =
    '<chart:axis chart:dimension="x" chart:style-name="x"><chartooo:date-scale/><chart:categories/></chart:axis>';
  const chart = `<chart:chart chart:class="chart:line"><chart:plot-area>${axis}</chart:plot-area><table:table>${rows}</table:table></chart:chart>`;
  const styles =
    '<number:date-style style:name="N1"/><style:style style:name="x" style:family="chart" style:data-style-name="N1"/>';
  const frame =
    '<table:shapes><draw:frame draw:name="F"><draw:object xlink:href="./Object 1"/></draw:frame></table:shapes>';
  const book = flatBook(table("A", frame, row(text("a"))));
  const object = `<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:chart>${chart}</office:chart></office:body></office:document-content>`;
  const { text: shown } = await collect(ods(), zipOf({ "content.xml": book, "Object 1/content.xml": object }));
  expect(shown).toContain("|2017-05-01|42857|\n");
});
