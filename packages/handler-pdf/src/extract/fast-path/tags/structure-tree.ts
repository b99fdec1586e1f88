import type { PDFDocument, PDFObject } from "mupdf";
import { UnsupportedContent } from "../base/unsupported-content.ts";
import { entriesIn, listIn, printed, printedObject, referenceIn, textIn } from "../base/printed-object.ts";
import { createParentTree, type Owners, type ParentTree } from "./parent-tree.ts";

/** An element of the structure tree. */
export interface StructureElement {
  /** Its object number, which identifies it. */
  readonly number: number;
  /** Absent if the parent is the root of the structure. */
  readonly parent: StructureElement | undefined;
  /** Number of elements around it. */
  readonly depth: number;
  /** Its role in the engine's spelling; absent if the engine does not know the role. */
  readonly standard: string | undefined;
  /** Its position among the children of its parent, or -1. */
  readonly index: number;
  readonly children: Children;
  /** Its ActualText. */
  readonly actualText: string | undefined;
}

/** The structure of a document. Each page reads only what it needs. */
export interface StructureTree {
  /** Returns the owners of the marked content of a page or form. */
  readonly ownersOf: (structParent: number) => Owners;
  /**
   * Returns an element by object number, or `undefined` if it is not an element. Throws `UnsupportedContent` if it is damaged.
   */
  readonly element: (number: number) => StructureElement | undefined;
  readonly destroy: () => void;
}

/** Deeper than in any sound document. */
const maxDepth = 200;

/** Maximum number of elements kept. A long book has some hundred thousand. */
const maxElements = 20_000;

/** Maximum printed length of an element. The root of a book lists all its paragraphs. */
const maxElementLength = 4_000_000;

/** Maximum printed length of all elements kept. Their children take ten times as much memory. */
const maxKeptLength = 16_000_000;

/** Lists of children of this length or more are cached by number, because hostile elements share them. */
const minListLength = 1000;

interface Tree {
  readonly document: PDFDocument;
  readonly root: number;
  readonly rootChildren: Children;
  readonly roleMap: ReadonlyMap<string, string>;
  readonly elements: Map<number, StructureElement | undefined>;
  /** Long lists of children that are indirect objects. */
  readonly lists: Map<number, Children>;
  /** Printed length of all elements kept. */
  keptLength: number;
  /** Elements whose ancestors are being looked up. */
  readonly climbing: Set<number>;
}

/** Opens the structure of a document, or returns `undefined` if there is none. `destroy` it before the document. */
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

/** A reference is not resolved. */
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
  if (tree.climbing.size > maxDepth || tree.climbing.has(number)) throw new UnsupportedContent("structure depth");
  tree.climbing.add(number);
  if (tree.elements.size >= maxElements || tree.keptLength > maxKeptLength) forget(tree);
  const text = printedObject(tree.document, number);
  if (text.length > maxElementLength) throw new UnsupportedContent("structure size");
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
  // Entering and leaving an element takes a step per level.
  if (depth > maxDepth) throw new UnsupportedContent("structure depth");
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

/** The engine goes up until there is no parent, which may not be the root in a damaged document. */
function parentOf(tree: Tree, entries: ReadonlyMap<string, string>): StructureElement | undefined {
  const number = referenceIn(entries.get("P"));
  if (number === undefined || tree.root === 0) throw new UnsupportedContent("structure parent");
  if (number === tree.root) return undefined;
  const parent = elementIn(tree, number);
  if (parent === undefined) throw new UnsupportedContent("structure parent");
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
  if (list.length > maxElementLength) throw new UnsupportedContent("structure size");
  const children = new Children(list);
  if (number === 0 || list.length < minListLength) return children;
  tree.keptLength += list.length;
  tree.lists.set(number, children);
  return children;
}

const wholeNumber = /^\d+$/u;

/** A single child may be stored without an array, and a reference may point to an array. */
function childrenText(document: PDFDocument, text: string | undefined): string {
  if (text === undefined) return "[]";
  const reference = referenceIn(text);
  if (reference === undefined) return text;
  const list = printedObject(document, reference);
  return list.startsWith("[") || wholeNumber.test(list) ? list : text;
}

/** Number of children from which their positions are kept in a map. */
const manyChildren = 16;

/** The children of an element (its printed `K`): elements, and numbers of marked content. */
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

  /** Returns the position of an element by object number, or -1. */
  placeOf(number: number): number {
    if (this.#references.length < manyChildren) return this.#references.indexOf(number);
    this.#places ??= placesOf(this.#references);
    return this.#places.get(number) ?? -1;
  }

  /** True if the children include marked content by its plain number. */
  has(mcid: number): boolean {
    if (this.#contents.length < manyChildren) return this.#contents.includes(mcid);
    this.#known ??= new Set(this.#contents);
    return this.#known.has(mcid);
  }
}

/** The first position counts. */
function placesOf(references: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const [place, number] of references.entries()) if (!places.has(number)) places.set(number, place);
  return places;
}

const known = `Document Part Art Sect Div BlockQuote Caption TOC TOCI Index Private DocumentFragment Aside Title FENote Sub P
  H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Em
  Strong Ruby RB RT RP Warichu WT WP Figure Formula Form Artifact`;

/** Standard roles (ISO 32000-2, 14.8.4) by the engine's names, one of which is misspelt. */
const standardRoles: ReadonlyMap<string, string> = new Map([
  ...known.split(/\s+/u).map((role) => [role, role] as const),
  ["NonStruct", "NonDtruct"],
]);

/** Returns the engine's name of a role, or `undefined` for an unknown role, whose elements it does not report. */
function standardRole(role: string, roleMap: ReadonlyMap<string, string>): string | undefined {
  const mapped = roleMap.get(role);
  return standardRoles.get(mapped === undefined ? role : mapped.replace(/^\//u, ""));
}
