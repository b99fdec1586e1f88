import type { PDFDocument, PDFObject } from "mupdf";
import { hasAt, textAt, withObject } from "./pdf-objects.ts";

/** Objects that are looked through. */
const maxObjects = 500_000;

/**
 * Makes a page tree of the pages that are found in a document whose own tree is lost, as in a file that breaks off; gives
 * how many they are. Most programs write and number pages in their order.
 */
export function gatherPages(document: PDFDocument): number {
  const numbers = pageObjects(document);
  if (numbers.length === 0) return 0;
  const tree = document.addObject({ Type: "Pages", Kids: [], Count: numbers.length });
  const trailer = document.getTrailer();
  try {
    for (const number of numbers) addPage(document, tree, number);
    putTree(document, trailer, tree);
    return numbers.length;
  } finally {
    trailer.destroy();
    tree.destroy();
  }
}

function pageObjects(document: PDFDocument): readonly number[] {
  const found: number[] = [];
  const end = Math.min(document.countObjects(), maxObjects);
  for (let number = 1; number < end; number += 1) {
    const object = document.newIndirect(number);
    if (object.isDictionary() && textAt(object, "Type") === "Page") found.push(number);
    object.destroy();
  }
  return found;
}

function addPage(document: PDFDocument, tree: PDFObject, number: number): void {
  const page = document.newIndirect(number);
  try {
    withObject(tree, ["Kids"], (kids) => {
      kids.push(page);
    });
    page.put("Parent", tree);
  } finally {
    page.destroy();
  }
}

/** The catalog may be there still, and know more than the pages. */
function putTree(document: PDFDocument, trailer: PDFObject, tree: PDFObject): void {
  if (hasAt(trailer, "Root", "Type")) {
    withObject(trailer, ["Root"], (root) => {
      root.put("Pages", tree);
    });
    return;
  }
  const catalog = document.addObject({ Type: "Catalog", Pages: tree });
  trailer.put("Root", catalog);
  catalog.destroy();
}
