import { createAuthor } from "./docx-author.ts";
import { chapterBlock } from "./docx-blocks.ts";
import { contentTypes, relationships, documentRelationships, part, styles, numbering } from "./docx-parts.ts";
import { zipOfTexts } from "./docx-zip.ts";

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

const sectionProperties = `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440"/></w:sectPr>`;
