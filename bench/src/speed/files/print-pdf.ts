import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { whole } from "./bench-data.ts";

/** The path of a document of so many pages that LibreOffice printed the first time; throws where it cannot. */
export function printedPdf(pages: number): Promise<string> {
  return whole(`${pages}-pages-printed.pdf`, () => print(documentOf(pages)));
}

/** With a profile of its own: a LibreOffice that is open would refuse to print. */
function print(document: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "reader-print-"));
  try {
    const path = join(folder, "document.fodt");
    writeFileSync(path, document);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
    const options = ["--headless", profile, "--convert-to", "pdf", "--outdir", folder, path];
    const { status, stderr } = spawnSync("soffice", options, { encoding: "utf8", timeout: 300_000 });
    if (status !== 0) throw new Error(`LibreOffice failed: ${stderr}`);
    return readFileSync(join(folder, "document.pdf"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const words = (
  "a report tells what was found where it was found and what should be done about it the figures of every quarter stand " +
  "beside those of the year before so that who reads it sees at once which of them have changed and by how much"
).split(" ");

const namespaces = ["office", "text", "table", "style", "fo"]
  .map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === "fo" ? "xsl-fo-compatible" : name}:1.0"`,
  )
  .join(" ");

const styles = `<office:styles>
<style:style style:name="Body" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.25cm"/></style:style>
<style:style style:name="Heading_20_1" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.4cm"/><style:text-properties fo:font-size="18pt" fo:font-weight="bold"/></style:style>
<style:style style:name="Heading_20_2" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.3cm"/><style:text-properties fo:font-size="14pt" fo:font-weight="bold"/></style:style>
</office:styles>
<office:automatic-styles>
<style:style style:name="Top" style:family="paragraph" style:parent-style-name="Heading_20_1"><style:paragraph-properties fo:break-before="page"/></style:style>
<style:style style:name="Cell" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #808080" fo:padding="0.05cm"/></style:style>
<style:style style:name="Head" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #808080" fo:padding="0.05cm" fo:background-color="#dde4ee"/></style:style>
<text:list-style style:name="List"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>
</office:automatic-styles>`;

/** A text document as one file of XML, each of whose sections fills most of a page: headings, prose, a list, a table. */
function documentOf(pages: number): string {
  const sections = Array.from({ length: pages }, (_, at) => sectionOf(at + 1)).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
${styles}
<office:body><office:text>${sections}</office:text></office:body></office:document>`;
}

function sectionOf(number: number): string {
  let state = Math.imul(number, 2_654_435_761) >>> 0;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
  const prose = (length: number): string => Array.from({ length }, () => words[next(words.length)]).join(" ");
  const paragraph = (length: number): string => `<text:p text:style-name="Body">${prose(length)}.</text:p>`;
  const items = Array.from({ length: 5 }, () => `<text:list-item>${paragraph(8)}</text:list-item>`).join("");
  const row = (style: string, cells: readonly string[]): string =>
    `<table:table-row>${cells.map((cell) => `<table:table-cell table:style-name="${style}"><text:p>${cell}</text:p></table:table-cell>`).join("")}</table:table-row>`;
  const figures = Array.from({ length: 8 }, () =>
    row("Cell", [prose(2), ...Array.from({ length: 3 }, () => String(next(9999)))]),
  );
  return `<text:h text:style-name="${number === 1 ? "Heading_20_1" : "Top"}" text:outline-level="1">Section ${number}</text:h>
${paragraph(90)}${paragraph(110)}
<text:h text:style-name="Heading_20_2" text:outline-level="2">What was found</text:h>
<text:list text:style-name="List">${items}</text:list>${paragraph(100)}
<table:table><table:table-column table:number-columns-repeated="4"/>${row("Head", ["Part", "First", "Second", "Third"])}${figures.join("")}</table:table>
${paragraph(60)}`;
}
