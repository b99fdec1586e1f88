import type { PDFDocument, PDFObject, PDFPage } from "mupdf";

/** More marked parts on one page, or a larger tree of them, are an attack. */
const maxParts = 5000;
const maxNodes = 500;
const maxCharacters = 1000;

/** What programs fill in by themselves. */
const saysNothing = /^(?:figure|image|picture|graphic|img)[\s\d._-]*$/iu;

/** What a tagged document says of the figures of a page, in the order in which they are painted. A broken tree says nothing. */
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

/** The alternatives as Markdown, a line each, to stand below the text of the page. */
export function figureLines(alternatives: readonly string[]): string {
  return alternatives.map((text) => `![${text.replace(/[[\]]/gu, String.raw`\$&`)}](figure)\n`).join("");
}

/** The value of a number in a number tree (ISO 32000-1, 7.9.7), of which only so many nodes are looked at: broken ones go in circles. */
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
