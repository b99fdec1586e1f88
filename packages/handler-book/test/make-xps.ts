import { type Parts, zipOf } from "./support/zip-of.ts";
import { makeFont, obfuscated } from "./make-font.ts";

const namespace = 'xmlns="http://schemas.microsoft.com/xps/2005/06"';
const relationships = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const guid = "11223344-5566-7788-99AA-BBCCDDEEFF00";

/** The part of the font that the pages use. */
export const fontPart = `Resources/${guid}.odttf`;

/** A document to be written. */
export interface XpsPlan {
  /** The content of each page. */
  readonly pages: readonly string[];
  /** The titles of the outline, with the number of the page. */
  readonly outline?: readonly (readonly [title: string, page: number])[];
  readonly parts?: Parts;
}

/** Returns the parts of an XPS document. */
export function xpsParts({ pages, outline = [], parts = {} }: XpsPlan): Parts {
  const contents = pages.map(
    (_, index) =>
      `<PageContent Source="Pages/${index + 1}.fpage"><PageContent.LinkTargets><LinkTarget Name="p${index + 1}"/></PageContent.LinkTargets></PageContent>`,
  );
  const entries = outline.map(
    ([title, page]) =>
      `<OutlineEntry OutlineLevel="1" Description="${title}" OutlineTarget="../FixedDoc.fdoc#p${page}"/>`,
  );
  const type = "http://schemas.microsoft.com/xps/2005/06";
  return {
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="fdseq" ContentType="application/vnd.ms-package.xps-fixeddocumentsequence+xml"/><Default Extension="fdoc" ContentType="application/vnd.ms-package.xps-fixeddocument+xml"/><Default Extension="fpage" ContentType="application/vnd.ms-package.xps-fixedpage+xml"/></Types>',
    "_rels/.rels": `<Relationships ${relationships}><Relationship Id="r1" Type="${type}/fixedrepresentation" Target="/FixedDocSeq.fdseq"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="/docProps/core.xml"/></Relationships>`,
    "docProps/core.xml":
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Bees</dc:title><dc:creator>Ada</dc:creator></cp:coreProperties>',
    "FixedDocSeq.fdseq": `<FixedDocumentSequence ${namespace}><DocumentReference Source="Documents/1/FixedDoc.fdoc"/></FixedDocumentSequence>`,
    "Documents/1/FixedDoc.fdoc": `<FixedDocument ${namespace}>${contents.join("")}</FixedDocument>`,
    "Documents/1/_rels/FixedDoc.fdoc.rels": `<Relationships ${relationships}><Relationship Id="s" Type="${type}/documentstructure" Target="Structure/Doc.struct"/></Relationships>`,
    "Documents/1/Structure/Doc.struct": `<DocumentStructure xmlns="http://schemas.microsoft.com/xps/2005/06/documentstructure"><DocumentStructure.Outline><DocumentOutline>${entries.join("")}</DocumentOutline></DocumentStructure.Outline></DocumentStructure>`,
    ...Object.fromEntries(
      pages.map((content, index) => [
        `Documents/1/Pages/${index + 1}.fpage`,
        `<FixedPage ${namespace} xmlns:x="http://schemas.microsoft.com/xps/2005/06/resourcedictionary-key" Width="816" Height="1056">${content}</FixedPage>`,
      ]),
    ),
    [fontPart]: obfuscated(makeFont(600, "Bee Sans Bold"), guid),
    ...parts,
  };
}

/** Writes an XPS document. */
export function makeXps(plan: XpsPlan): Uint8Array {
  return zipOf(xpsParts(plan));
}

/** A line of text at a position, whose characters are half as wide as high. */
export function line(text: string, [x, y, size = 16]: readonly [x: number, y: number, size?: number]): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const indices = Array.from({ length: text.length }, () => ",50").join(";");
  return `<Glyphs OriginX="${x}" OriginY="${y}" FontRenderingEmSize="${size}" Fill="#FF000000" UnicodeString="${escaped}" Indices="${indices}"/>`;
}

/** A table with rules, of rows from the top. */
export function ruledTable(rows: readonly (readonly string[])[], y: number): string {
  const [left, width, height] = [96, 150, 32];
  const columns = rows[0]?.length ?? 0;
  const rule = (data: string): string => `<Path Data="${data}" Stroke="#FF000000" StrokeThickness="1"/>`;
  const across = Array.from({ length: rows.length + 1 }, (_, row) =>
    rule(`M ${left},${y + row * height} L ${left + columns * width},${y + row * height}`),
  );
  const down = Array.from({ length: columns + 1 }, (_, column) =>
    rule(`M ${left + column * width},${y} V ${y + rows.length * height}`),
  );
  const cells = rows.flatMap((row, at) =>
    row.map((cell, column) => line(cell, [left + column * width + 8, y + at * height + 22])),
  );
  return [...across, ...down, ...cells].join("");
}
