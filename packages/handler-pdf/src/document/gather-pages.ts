import type { PDFDocument, PDFObject } from "mupdf";
import { hasAt, textAt, withObject } from "../engine/pdf-objects.ts";

/** Objects that are looked through. */
const maxObjects = 500_000;

/**
 * Makes a page tree of the pages that are found in a document whose own tree is lost, as in a file that breaks off; gives
 * how many they are. Most programs write and number pages in their order.
 */
export function gatherPages(document: PDFDocument): number {
  // Where a tree is lost because it was not decrypted, neither is what is on the pages.
  const numbers = isEncrypted(document) ? [] : pageObjects(document);
  if (numbers.length === 0) return 0;
  const tree = document.addObject({ Type: "Pages", Kids: [], Count: numbers.length });
  try {
    for (const number of numbers) addPage(document, tree, number);
    putTree(document, tree);
    return numbers.length;
  } finally {
    tree.destroy();
  }
}

function isEncrypted(document: PDFDocument): boolean {
  const trailer = document.getTrailer();
  try {
    return hasAt(trailer, "Encrypt");
  } finally {
    trailer.destroy();
  }
}

function pageObjects(document: PDFDocument): readonly number[] {
  const found: number[] = [];
  const end = Math.min(document.countObjects(), maxObjects);
  for (let number = 1; number < end; number += 1) {
    const object = document.newIndirect(number);
    try {
      if (object.isDictionary() && textAt(object, "Type") === "Page") found.push(number);
    } finally {
      object.destroy();
    }
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

/** The catalog may be there still, and know more than the pages. The first object that is added changes the trailer. */
function putTree(document: PDFDocument, tree: PDFObject): void {
  const trailer = document.getTrailer();
  try {
    const catalog = hasAt(trailer, "Root", "Type") ? trailer.get("Root") : document.addObject({ Type: "Catalog" });
    try {
      catalog.put("Pages", tree);
      trailer.put("Root", catalog);
    } finally {
      catalog.destroy();
    }
  } finally {
    trailer.destroy();
  }
}
