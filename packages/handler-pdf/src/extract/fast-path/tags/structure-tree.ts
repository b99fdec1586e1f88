import type { PDFDocument, PDFObject } from "mupdf";
import { NotQuick } from "../base/not-quick.ts";
import { entriesIn, listIn, printed, printedObject, referenceIn, textIn } from "../base/printed-object.ts";
import { createParentTree, type Owners, type ParentTree } from "./parent-tree.ts";

/** An element of the tagged structure of a document. */
export interface StructureElement {
  /** The number of its object, which tells it from others. */
  readonly number: number;
  /** Absent where the root of the structure is. */
  readonly parent: StructureElement | undefined;
  /** How many elements it is in. */
  readonly depth: number;
  /** Its role as the engine writes it; absent for a role that the engine does not know. */
  readonly standard: string | undefined;
  /** Its place among the children of its parent, or -1. */
  readonly index: number;
  readonly children: Children;
  /** What it says to be its text. */
  readonly actualText: string | undefined;
}

/** The tagged structure of a document, of which each page reads only what it needs. */
export interface StructureTree {
  /** What the marked content of a page, or of a form, belongs to. */
  readonly ownersOf: (structParent: number) => Owners;
  /** An element by the number of its object; `undefined` for what is none. Throws `NotQuick` for what is not sound. */
  readonly element: (number: number) => StructureElement | undefined;
  readonly destroy: () => void;
}

/** Deeper than any honest document. */
const maxDepth = 200;

/** Elements that are kept; a long book has some hundred thousands. */
const maxElements = 20_000;

/** Bytes of an element as it is printed: the root of a book lists all of its paragraphs. */
const maxElementLength = 4_000_000;

/** The same of all elements that are kept; children take ten times as much memory. */
const maxKeptLength = 16_000_000;

/** Lists of children from this length on are kept by their numbers, as hostile elements share them. */
const minListLength = 1000;

interface Tree {
  readonly document: PDFDocument;
  readonly root: number;
  readonly rootChildren: Children;
  readonly roleMap: ReadonlyMap<string, string>;
  readonly elements: Map<number, StructureElement | undefined>;
  /** Long lists of children that are objects of their own. */
  readonly lists: Map<number, Children>;
  /** Bytes of all that is kept. */
  keptLength: number;
  /** Those whose parents are being looked for. */
  readonly climbing: Set<number>;
}

/** Opens the structure of a document; `undefined` where there is none. `destroy` it before the document. */
export function openStructureTree(document: PDFDocument): StructureTree | undefined {
  const trailer = document.getTrailer();
  const root = trailer.get("Root", "StructTreeRoot");
  try {
    const number = root.isIndirect() ? root.asIndirect() : 0;
    return root.isDictionary() ? treeOf(document, root, number) : undefined;
  } finally {
    root.destroy();
    trailer.destroy();
  }
}

function treeOf(document: PDFDocument, root: PDFObject, number: number): StructureTree {
  const parents: ParentTree = createParentTree(root.get("ParentTree"));
  const tree: Tree = {
    document,
    root: number,
    rootChildren: new Children(childrenText(document, rawText(root, "K"))),
    roleMap: entriesIn(valueText(root, "RoleMap")),
    elements: new Map(),
    lists: new Map(),
    keptLength: 0,
    climbing: new Set(),
  };
  return {
    ownersOf: parents.ownersOf,
    element(wanted) {
      tree.climbing.clear();
      return elementIn(tree, wanted);
    },
    destroy: parents.destroy,
  };
}

function valueText(dictionary: PDFObject, key: string): string {
  const value = dictionary.get(key);
  try {
    return printed(value);
  } finally {
    value.destroy();
  }
}

/** A reference is left as it is. */
function rawText(dictionary: PDFObject, key: string): string {
  const value = dictionary.get(key);
  try {
    return value.isNull() ? "[]" : value.toString();
  } finally {
    value.destroy();
  }
}

function elementIn(tree: Tree, number: number): StructureElement | undefined {
  const known = tree.elements.get(number);
  if (known !== undefined || tree.elements.has(number)) return known;
  if (tree.climbing.size > maxDepth || tree.climbing.has(number)) throw new NotQuick("structure depth");
  tree.climbing.add(number);
  if (tree.elements.size >= maxElements || tree.keptLength > maxKeptLength) forget(tree);
  const text = printedObject(tree.document, number);
  if (text.length > maxElementLength) throw new NotQuick("structure size");
  tree.keptLength += text.length;
  const entries = entriesIn(text);
  const element = entries.size === 0 ? undefined : elementOf(tree, number, entries);
  tree.elements.set(number, element);
  return element;
}

function forget(tree: Tree): void {
  tree.elements.clear();
  tree.lists.clear();
  tree.keptLength = 0;
}

function elementOf(tree: Tree, number: number, entries: ReadonlyMap<string, string>): StructureElement {
  const parent = parentOf(tree, entries);
  const depth = parent === undefined ? 0 : parent.depth + 1;
  // What is in so many is gone into and out of by as many steps.
  if (depth > maxDepth) throw new NotQuick("structure depth");
  return {
    number,
    parent,
    depth,
    standard: roleOf(tree, entries.get("S")),
    index: (parent?.children ?? tree.rootChildren).placeOf(number),
    children: childrenOf(tree, entries.get("K")),
    actualText: entries.has("ActualText") ? textIn(tree.document, number, "ActualText") : undefined,
  };
}

/** The engine goes up until there is nothing, which is not sure to be the root in a broken document. */
function parentOf(tree: Tree, entries: ReadonlyMap<string, string>): StructureElement | undefined {
  const number = referenceIn(entries.get("P"));
  if (number === undefined || tree.root === 0) throw new NotQuick("structure parent");
  if (number === tree.root) return undefined;
  const parent = elementIn(tree, number);
  if (parent === undefined) throw new NotQuick("structure parent");
  return parent;
}

function roleOf(tree: Tree, printedRole: string | undefined): string | undefined {
  return printedRole?.startsWith("/") === true ? standardRole(printedRole.slice(1), tree.roleMap) : undefined;
}

function childrenOf(tree: Tree, text: string | undefined): Children {
  const number = referenceIn(text) ?? 0;
  const known = tree.lists.get(number);
  if (known !== undefined) return known;
  const list = childrenText(tree.document, text);
  if (list.length > maxElementLength) throw new NotQuick("structure size");
  const children = new Children(list);
  if (number === 0 || list.length < minListLength) return children;
  tree.keptLength += list.length;
  tree.lists.set(number, children);
  return children;
}

const wholeNumber = /^\d+$/u;

/** An only child may stand without an array; a reference may be to such an array. */
function childrenText(document: PDFDocument, text: string | undefined): string {
  if (text === undefined) return "[]";
  const reference = referenceIn(text);
  if (reference === undefined) return text;
  const list = printedObject(document, reference);
  return list.startsWith("[") || wholeNumber.test(list) ? list : text;
}

/** From so many children on, their places are looked up in a map. */
const manyChildren = 16;

/** The children of an element (its `K`, printed): other elements, and the numbers of marked content. */
class Children {
  readonly #references: readonly number[];
  readonly #contents: readonly number[];
  #known: ReadonlySet<number> | undefined;
  #places: ReadonlyMap<number, number> | undefined;

  constructor(text: string) {
    const { references, numbers } = listIn(text);
    this.#references = references;
    this.#contents = numbers;
  }

  /** The place of an element by the number of its object, or -1. */
  placeOf(number: number): number {
    if (this.#references.length < manyChildren) return this.#references.indexOf(number);
    this.#places ??= placesOf(this.#references);
    return this.#places.get(number) ?? -1;
  }

  /** Whether marked content is among them by its bare number. */
  has(mcid: number): boolean {
    if (this.#contents.length < manyChildren) return this.#contents.includes(mcid);
    this.#known ??= new Set(this.#contents);
    return this.#known.has(mcid);
  }
}

/** The first place counts. */
function placesOf(references: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const [place, number] of references.entries()) if (!places.has(number)) places.set(number, place);
  return places;
}

const known = `Document Part Art Sect Div BlockQuote Caption TOC TOCI Index Private DocumentFragment Aside Title FENote Sub P
  H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Em
  Strong Ruby RB RT RP Warichu WT WP Figure Formula Form Artifact`;

/** Standard roles (ISO 32000-2, 14.8.4) by their names as the engine writes them; it misspells one. */
const standardRoles: ReadonlyMap<string, string> = new Map([
  ...known.split(/\s+/u).map((role) => [role, role] as const),
  ["NonStruct", "NonDtruct"],
]);

/** What the engine takes a role for; `undefined` for one that it does not know, whose elements it does not tell of. */
function standardRole(role: string, roleMap: ReadonlyMap<string, string>): string | undefined {
  const mapped = roleMap.get(role);
  return standardRoles.get(mapped === undefined ? role : mapped.replace(/^\//u, ""));
}
