import { zipOfTexts } from "./docx-zip.ts";

const namespaces = [
  `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`,
  `xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`,
  `xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`,
  `xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" mc:Ignorable="w14"`,
].join(" ");

const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const officeTypes = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const wordTypes = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/** What a document is written with: the same for the same seed on every machine. */
interface Author {
  below(limit: number): number;
  words(count: number): string;
  /** Eight digits as Word puts them on every paragraph and run. */
  revision(): string;
}

/**
 * A report as Word writes it, of so many bytes of XML in its main part: chapters of styled paragraphs whose runs Word
 * has split, lists, tables with merged cells, links and footnotes. A million bytes of file are some eight million of XML.
 */
export function makeDocx(xmlBytes: number, seed = 1): Uint8Array {
  const author = createAuthor(seed);
  const blocks: string[] = [];
  const notes: string[] = [];
  for (let length = 0, at = 0; length < xmlBytes; at += 1) {
    const block = chapterBlock(author, at, notes);
    blocks.push(block);
    length += block.length;
  }
  return zipOfTexts({
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": relationships([["officeDocument", "word/document.xml"]]),
    "word/_rels/document.xml.rels": documentRelationships(),
    "word/document.xml": part("document", `<w:body>${blocks.join("")}${sectionProperties}</w:body>`),
    "word/styles.xml": part("styles", styles()),
    "word/numbering.xml": part("numbering", numbering()),
    "word/footnotes.xml": part("footnotes", notes.join("")),
  });
}

function createAuthor(seed: number): Author {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const syllables = "ba co du en fi ga hu in ka lo me nu or pe ri sa to ul ve wy zo an er is th st qu".split(" ");
  const word = (): string => Array.from({ length: 1 + below(4) }, () => syllables[below(27)]).join("");
  const vocabulary = Array.from({ length: 20_000 }, word);
  // Few words are frequent and most are rare, as in any language.
  const pick = (): string => vocabulary[Math.floor(20_000 * (below(20_000) / 20_000) ** 2)] ?? "";
  return {
    below,
    words: (count) => Array.from({ length: count }, pick).join(" "),
    revision: () => `00${below(0xffffff).toString(16).toUpperCase().padStart(6, "0")}`,
  };
}

/** A heading every 25 blocks, a table every 20, a list every 10, and text between them. */
function chapterBlock(author: Author, at: number, notes: string[]): string {
  if (at % 25 === 0) return heading(author, at);
  if (at % 20 === 7) return table(author);
  if (at % 10 === 3) return list(author);
  return paragraph(author, "", textRuns(author, at, notes));
}

function heading(author: Author, at: number): string {
  const level = at % 100 === 0 ? 1 : 2 + author.below(2);
  const bookmark = `<w:bookmarkStart w:id="${at}" w:name="_Toc${at}"/><w:bookmarkEnd w:id="${at}"/>`;
  return paragraph(author, `<w:pStyle w:val="Heading${level}"/>`, bookmark + run(author, "", author.words(5)));
}

function paragraph(author: Author, properties: string, content: string): string {
  const ids = `w14:paraId="${author.revision()}" w14:textId="77777777" w:rsidR="${author.revision()}" w:rsidRDefault="${author.revision()}"`;
  const spacing = `<w:spacing w:after="120" w:line="276" w:lineRule="auto"/><w:jc w:val="both"/>`;
  return `<w:p ${ids}><w:pPr>${properties}${spacing}</w:pPr>${content}</w:p>`;
}

function run(author: Author, properties: string, text: string): string {
  const fonts = `<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/>`;
  const rest = `<w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="en-GB"/>`;
  const ids = author.below(3) === 0 ? ` w:rsidRPr="${author.revision()}"` : "";
  return `<w:r${ids}><w:rPr>${fonts}${properties}${rest}</w:rPr><w:t xml:space="preserve">${text} </w:t></w:r>`;
}

const markings = ["<w:b/><w:bCs/>", "<w:i/><w:iCs/>", `<w:rStyle w:val="Emphasis"/>`, `<w:u w:val="single"/>`];

function textRuns(author: Author, at: number, notes: string[]): string {
  const runs: string[] = [];
  for (let count = 3 + author.below(6); count > 0; count -= 1) {
    const marking = author.below(4) === 0 ? (markings[author.below(markings.length)] ?? "") : "";
    runs.push(run(author, marking, author.words(3 + author.below(14))));
    if (author.below(12) === 0) runs.push(`<w:proofErr w:type="spellStart"/>`);
  }
  if (at % 12 === 5) runs.push(link(author));
  if (at % 15 === 8) runs.push(footnote(author, notes));
  return runs.join("");
}

function link(author: Author): string {
  const text = run(author, `<w:rStyle w:val="Hyperlink"/>`, author.words(3));
  return `<w:hyperlink r:id="rLink${author.below(50)}" w:history="1">${text}</w:hyperlink>`;
}

function footnote(author: Author, notes: string[]): string {
  const id = notes.length + 1;
  const text = paragraph(author, `<w:pStyle w:val="FootnoteText"/>`, run(author, "", author.words(15)));
  notes.push(`<w:footnote w:id="${id}">${text}</w:footnote>`);
  return `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="${id}"/></w:r>`;
}

function list(author: Author): string {
  const number = 1 + author.below(2);
  const item = (): string => {
    const level = author.below(3);
    const properties = `<w:pStyle w:val="ListParagraph"/><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${number}"/></w:numPr>`;
    return paragraph(author, properties, run(author, "", author.words(4 + author.below(10))));
  };
  return Array.from({ length: 3 + author.below(5) }, item).join("");
}

const columns = 5;

function table(author: Author): string {
  const grid = `<w:tblGrid>${`<w:gridCol w:w="1870"/>`.repeat(columns)}</w:tblGrid>`;
  const properties = `<w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/></w:tblPr>`;
  const rows = Array.from({ length: 4 + author.below(8) }, (_, at) => tableRow(author, at));
  return `<w:tbl>${properties}${grid}${rows.join("")}</w:tbl>`;
}

function tableRow(author: Author, at: number): string {
  const isMerged = author.below(10) === 0;
  const cell = (column: number): string => {
    const span = isMerged && column === 0 ? `<w:gridSpan w:val="2"/>` : "";
    const text = paragraph(author, "", run(author, at === 0 ? "<w:b/>" : "", author.words(1 + author.below(4))));
    return `<w:tc><w:tcPr><w:tcW w:w="1870" w:type="dxa"/>${span}</w:tcPr>${text}</w:tc>`;
  };
  const header = at === 0 ? "<w:trPr><w:tblHeader/></w:trPr>" : "";
  const cells = Array.from({ length: isMerged ? columns - 1 : columns }, (_, column) => cell(column));
  return `<w:tr w:rsidR="${author.revision()}">${header}${cells.join("")}</w:tr>`;
}

const sectionProperties = `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440"/></w:sectPr>`;

const contentTypes = [
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`,
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
  `<Default Extension="xml" ContentType="application/xml"/>`,
  `<Override PartName="/word/document.xml" ContentType="${wordTypes}.document.main+xml"/>`,
  ...["styles", "numbering", "footnotes"].map(
    (name) => `<Override PartName="/word/${name}.xml" ContentType="${wordTypes}.${name}+xml"/>`,
  ),
  `</Types>`,
].join("");

function relationships(targets: readonly (readonly [string, string])[], more = ""): string {
  const each = targets.map(
    ([type, to], at) => `<Relationship Id="rId${at}" Type="${officeTypes}/${type}" Target="${to}"/>`,
  );
  const namespace = "http://schemas.openxmlformats.org/package/2006/relationships";
  return `${declaration}<Relationships xmlns="${namespace}">${each.join("")}${more}</Relationships>`;
}

function documentRelationships(): string {
  const parts = ["styles", "numbering", "footnotes"].map((name) => [name, `${name}.xml`] as const);
  const linkTo = (_: unknown, at: number): string =>
    `<Relationship Id="rLink${at}" Type="${officeTypes}/hyperlink" Target="https://example.org/${at}?a=b" TargetMode="External"/>`;
  return relationships(parts, Array.from({ length: 50 }, linkTo).join(""));
}

function part(name: string, content: string): string {
  return `${declaration}<w:${name} ${namespaces}>${content}</w:${name}>`;
}

function styles(): string {
  const style = (type: string, id: string, name: string): string =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/><w:qFormat/></w:style>`;
  return [
    style("paragraph", "Normal", "Normal"),
    ...[1, 2, 3].map((level) => style("paragraph", `Heading${level}`, `heading ${level}`)),
    style("paragraph", "ListParagraph", "List Paragraph"),
    style("paragraph", "FootnoteText", "footnote text"),
    style("character", "Emphasis", "Emphasis"),
    style("character", "Hyperlink", "Hyperlink"),
    style("character", "FootnoteReference", "footnote reference"),
    style("table", "TableGrid", "Table Grid"),
  ].join("");
}

function numbering(): string {
  const levels = (format: string): string =>
    [0, 1, 2]
      .map((level) => `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`)
      .join("");
  const list = (id: number, format: string): string =>
    `<w:abstractNum w:abstractNumId="${id}">${levels(format)}</w:abstractNum>`;
  const use = (id: number): string => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
  return `${list(1, "bullet")}${list(2, "decimal")}${use(1)}${use(2)}`;
}
