import type { PDFDocument, PDFObject, PDFPage } from "mupdf";

/** Maximum number of marked parts per page and of nodes in a tree. More are an attack. */
const maxParts = 5000;
const maxNodes = 500;
const maxCharacters = 1000;

/** Placeholder texts written by programs. */
const saysNothing = /^(?:figure|image|picture|graphic|img)[\s\d._-]*$/iu;

/**
 * Returns the alternative texts of the figures on a page of a tagged document, in painting order. A broken tree counts
 * as empty.
 */
export function figureAlternatives(document: PDFDocument, page: PDFPage): readonly string[] {
  try {
    const key = page.getObject().get("StructParents");
    if (!key.isNumber()) return [];
    const tree = document.getTrailer().get("Root", "StructTreeRoot", "ParentTree");
    return alternativesIn(lookUp(tree, key.asNumber()));
  } catch {
    return [];
  }
}

/**
 * Looks up a number in a number tree (ISO 32000-1, 7.9.7). The number of visited nodes is limited: broken trees have
 * cycles.
 */
function lookUp(tree: PDFObject, key: number): PDFObject | undefined {
  const open = [tree];
  for (let visited = 0; visited < maxNodes; visited += 1) {
    const node = open.pop();
    if (node === undefined) return undefined;
    const value = valueIn(node.get("Nums"), key);
    if (value !== undefined) return value;
    open.push(...itemsOf(node.get("Kids")).filter((kid) => mayHold(kid.get("Limits"), key)));
  }
  return undefined;
}

function valueIn(numbers: PDFObject, key: number): PDFObject | undefined {
  for (let index = 0; index + 1 < numbers.length && index < 2 * maxParts; index += 2) {
    if (numbers.get(index).asNumber() === key) return numbers.get(index + 1);
  }
  return undefined;
}

function mayHold(limits: PDFObject, key: number): boolean {
  return !limits.isArray() || (key >= limits.get(0).asNumber() && key <= limits.get(1).asNumber());
}

function itemsOf(array: PDFObject): readonly PDFObject[] {
  return Array.from({ length: Math.min(maxParts, array.length) }, (_, index) => array.get(index));
}

function alternativesIn(parts: PDFObject | undefined): readonly string[] {
  if (parts === undefined || !parts.isArray()) return [];
  const found = new Map<string, string>();
  for (const part of itemsOf(parts)) {
    const text = alternativeOf(part);
    if (text !== "") found.set(part.isIndirect() ? String(part.asIndirect()) : text, text);
  }
  return [...found.values()];
}

function alternativeOf(part: PDFObject): string {
  if (!part.isDictionary() || part.get("S").asName() !== "Figure" || !part.get("Alt").isString()) return "";
  const text = part.get("Alt").asString().replace(/\s+/gu, " ").trim().slice(0, maxCharacters);
  return saysNothing.test(text) ? "" : text;
}
