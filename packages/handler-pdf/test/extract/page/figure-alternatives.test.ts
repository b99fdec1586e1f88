import type { PDFDocument } from "mupdf";
import { expect, test } from "vitest";
import { figureAlternatives } from "../../../src/extract/page/page-model.ts";
import { makeDocument } from "../../markdown/documents.ts";

/** A page whose tags have these figures, under this many levels of the number tree. */
async function tagged(alternatives: readonly string[], levels = 1): Promise<PDFDocument> {
  const document = await makeDocument([[]]);
  const figures = alternatives.map((text) =>
    document.addObject({ S: document.newName("Figure"), Alt: document.newString(text) }),
  );
  let tree = document.addObject({
    Nums: [0, [document.addObject({ S: document.newName("P") }), ...figures, ...figures]],
  });
  for (let level = 1; level < levels; level += 1) tree = document.addObject({ Kids: [tree] });
  document
    .getTrailer()
    .get("Root")
    .put("StructTreeRoot", document.addObject({ ParentTree: tree }));
  document.loadPage(0).getObject().put("StructParents", 0);
  return document;
}

function read(document: PDFDocument): readonly string[] {
  const page = document.loadPage(0);
  const found = figureAlternatives(document, page);
  page.destroy();
  document.destroy();
  return found;
}

test("the figures of a page are returned once each, in order", async () => {
  expect(read(await tagged(["A chart\nof sales", "A map"]))).toEqual(["A chart of sales", "A map"]);
});

test("they are found deep in the tree, but circular trees are not followed", async () => {
  expect(read(await tagged(["A map"], 5))).toEqual(["A map"]);
  const document = await tagged(["A map"]);
  const tree = document.getTrailer().get("Root", "StructTreeRoot", "ParentTree");
  tree.put("Nums", []);
  tree.put("Kids", [tree, tree]);
  expect(read(document)).toEqual([]);
});

test("generated placeholder texts are omitted", async () => {
  expect(read(await tagged(["Figure", "Image 3", "picture_1"]))).toEqual([]);
});

test("an untagged document has none", async () => {
  expect(read(await makeDocument([[]]))).toEqual([]);
});
