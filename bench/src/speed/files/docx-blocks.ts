import type { Author } from "./docx-author.ts";

/** A heading every 25 blocks, a table every 20, a list every 10, and text between them. */
export function chapterBlock(author: Author, at: number, notes: string[]): string {
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
