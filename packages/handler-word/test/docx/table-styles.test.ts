import { expect, test } from "vitest";
import { textOfWord } from "./reading-docx.ts";
import { paragraph, run, table } from "./word-builder.ts";

const styles = `
  <w:style w:type="table" w:styleId="Grid"><w:name w:val="Table Grid"/></w:style>
  <w:style w:type="table" w:styleId="Shaded"><w:name w:val="Shaded"/><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>
  <w:style w:type="table" w:styleId="Child"><w:name w:val="Child"/><w:basedOn w:val="Shaded"/></w:style>
  <w:style w:type="table" w:styleId="Empty"><w:name w:val="Empty"/><w:tblStylePr w:type="firstRow"><w:rPr/></w:tblStylePr></w:style>`;
const rows = table(
  ["Name", "Use"].map((text) => paragraph(run(text))),
  ["a", "b"].map((text) => paragraph(run(text))),
);
const withHeader = "|Name|Use|\n|---|---|\n|a|b|\n";
const withoutHeader = "|||\n|---|---|\n|Name|Use|\n|a|b|\n";

test.for<readonly [string, string, string, string]>([
  ["a style that sets it apart", "Shaded", '<w:tblLook w:firstRow="1"/>', withHeader],
  ["a style that inherits that", "Child", '<w:tblLook w:firstRow="1"/>', withHeader],
  ["the older form of the look", "Shaded", '<w:tblLook w:val="04A0"/>', withHeader],
  ["no header if the look is off", "Shaded", '<w:tblLook w:val="04A0" w:firstRow="0"/>', withoutHeader],
  ["no header if the older look is off", "Shaded", '<w:tblLook w:val="0480"/>', withoutHeader],
  ["no header without a look", "Shaded", "", withoutHeader],
  ["no header by a style without formatting for it", "Grid", '<w:tblLook w:firstRow="1"/>', withoutHeader],
  ["no header by formatting that is empty", "Empty", '<w:tblLook w:firstRow="1"/>', withoutHeader],
])("the first row of a table: %s", async ([, style, look, expected]) => {
  const properties = `<w:tblPr><w:tblStyle w:val="${style}"/>${look}</w:tblPr>`;
  const body = rows.replace("<w:tbl>", `<w:tbl>${properties}`);
  expect(await textOfWord({ body, styles })).toBe(expected);
});

test("a table with the properties of an inner one has a header, too", async () => {
  const properties = '<w:tblPr><w:tblStyle w:val="Shaded"/><w:tblLook w:firstRow="1"/></w:tblPr>';
  const shaded = rows.replace("<w:tbl>", `<w:tbl>${properties}`);
  const text = await textOfWord({
    body: table([shaded + paragraph("")], ["c"]) + paragraph(run("x")) + shaded,
    styles,
  });
  expect(text.slice(text.indexOf("x\n"))).toBe(`x\n\n${withHeader}`);
});

test("the complete parser reads the look of a table, too", async () => {
  const properties = '<w:tblPr><w:tblStyle w:val="Shaded"/><w:tblLook w:firstRow="1"/></w:tblPr>';
  const body = rows.replace("<w:tbl>", `<w:tbl>${properties}`).replace("Name", "<![CDATA[Name]]>");
  expect(await textOfWord({ body, styles })).toBe(withHeader);
});
