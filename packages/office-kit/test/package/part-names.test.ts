import { expect, test } from "vitest";
import { joinedName, referencedPart } from "../../src/package/part-names.ts";

test.for([
  ["OPS/text/a.xhtml", "../images/b.png#x", "OPS/images/b.png"],
  ["OPS/book.opf", "text/%C3%A4.xhtml?q=1", "OPS/text/ä.xhtml"],
  ["book.opf", "../../../etc/passwd", "etc/passwd"],
  ["OPS/book.opf", "%zz.xhtml", "OPS/%zz.xhtml"],
  ["OPS/book.opf", "/images/b.png", "images/b.png"],
  ["Documents/1/FixedDocument.fdoc", "\\Pages\\1.fpage", "Pages/1.fpage"],
  ["", "/FixedDocumentSequence.fdseq", "FixedDocumentSequence.fdseq"],
] as const)("from %s, %s is the part %s", ([from, reference, part]) => {
  expect(referencedPart(from, reference)).toBe(part);
});

test("the target of a relationship keeps its escapes, as the names of parts do", () => {
  expect(joinedName("word/document.xml", "media/image%201.png")).toBe("word/media/image%201.png");
  expect(joinedName("word/document.xml", "/word/styles.xml")).toBe("word/styles.xml");
});
