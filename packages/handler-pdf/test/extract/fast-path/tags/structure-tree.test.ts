import type { PDFDocument } from "mupdf";
import { expect, test, vi } from "vitest";
import { loadPdfEngine } from "../../../../src/engine/engine.ts";
import { openStructureTree, type StructureTree } from "../../../../src/extract/fast-path/tags/structure-tree.ts";
import { buildPdf } from "../../../pdf-builder.ts";

/** Uses the structure of a document with the given objects, from 100 on. */
async function withTree<Value>(
  extra: readonly string[],
  use: (tree: StructureTree | undefined) => Value,
): Promise<Value> {
  const engine = await loadPdfEngine();
  const bytes = buildPdf({ pages: [{}], catalog: "/StructTreeRoot 100 0 R", extra });
  const document = engine.PDFDocument.openDocument(bytes, "application/pdf") as PDFDocument;
  const tree = openStructureTree(document);
  try {
    return use(tree);
  } finally {
    tree?.destroy();
    document.destroy();
  }
}

const sound = [
  "<< /K [101 0 R] /ParentTree << /Nums [0 [102 0 R]] >> >>",
  "<< /S /Document /P 100 0 R /K [103 0 R 102 0 R] >>",
  "<< /S /P /P 101 0 R /K 0 >>",
];

test("an element has its position", async () => {
  await withTree(sound, (tree) => {
    expect(tree?.element(102)).toMatchObject({
      number: 102,
      depth: 1,
      standard: "P",
      index: 1,
      parent: { number: 101 },
    });
    expect(tree?.element(101)).toMatchObject({ depth: 0, standard: "Document", index: 0, parent: undefined });
  });
});

test("an element is read once", async () => {
  await withTree(sound, (tree) => {
    expect(tree?.element(102)).toBe(tree?.element(102));
    expect(tree?.element(102)?.parent).toBe(tree?.element(101));
  });
});

test("other objects are not elements", async () => {
  await withTree(sound, (tree) => {
    expect(tree?.element(999)).toBeUndefined();
    expect(tree?.ownersOf(7).numbers).toEqual([]);
  });
});

test("an untagged document has no structure", async () => {
  expect(await withTree(["null"], (tree) => tree)).toBeUndefined();
});

test("an endless chain of elements is not followed", async () => {
  const chain = Array.from({ length: 400 }, (_, at) => `<< /S /Div /P ${102 + at} 0 R >>`);
  await withTree(["<< /ParentTree << /Nums [] >> >>", ...chain], (tree) => {
    expect(() => tree?.element(101)).toThrow("structure depth");
  });
});

test("a chain of elements is not followed deeper if its start was read before", async () => {
  const chain = Array.from({ length: 400 }, (_, at) => `<< /S /Div /P ${100 + at} 0 R >>`);
  await withTree(["<< /ParentTree << /Nums [] >> >>", ...chain], (tree) => {
    for (let at = 101; at <= 301; at++) expect(tree?.element(at)?.depth).toBe(at - 101);
    expect(() => tree?.element(302)).toThrow("structure depth");
  });
});

test("circular elements are not followed", async () => {
  const circle = ["<< /S /Div /P 102 0 R >>", "<< /S /Div /P 101 0 R >>", "<< /S /P /P 103 0 R >>"];
  await withTree(["<< /ParentTree << /Nums [] >> >>", ...circle], (tree) => {
    expect(() => tree?.element(101)).toThrow("structure depth");
    expect(() => tree?.element(103)).toThrow("structure depth");
  });
});

test("an oversized element is left to the engine before its parents are read", async () => {
  const large = `<< /S /P /P 999 0 R /K [${"0 ".repeat(2_100_000)}] >>`;
  await withTree(["<< /ParentTree << /Nums [] >> >>", large], (tree) => {
    expect(() => tree?.element(101)).toThrow("structure size");
  });
});

test("a circular parent tree is not followed", async () => {
  const circle = ["<< /ParentTree 101 0 R >>", "<< /Kids [101 0 R] /Limits [0 9] >>"];
  await withTree(circle, (tree) => {
    expect(() => tree?.ownersOf(3)).toThrow("parent tree");
  });
});

test("a long list of children that elements share is read once", async () => {
  const { PDFObject } = await loadPdfEngine();
  const elements = Array.from({ length: 200 }, () => "<< /S /P /P 100 0 R /K 101 0 R >>");
  await withTree(["<< /K [] >>", `[${"5 ".repeat(1000)}]`, ...elements], (tree) => {
    const printed = vi.spyOn(PDFObject.prototype, "toString");
    const children = new Set(elements.map((_, at) => tree?.element(102 + at)?.children));
    const count = printed.mock.calls.length;
    printed.mockRestore();
    expect(children.size).toBe(1);
    expect([...children][0]?.has(5)).toBe(true);
    expect(count).toBeLessThan(elements.length + 3);
  });
});
