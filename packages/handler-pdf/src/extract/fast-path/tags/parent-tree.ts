import type { PDFObject } from "mupdf";
import { UnsupportedContent } from "../base/unsupported-content.ts";
import { printed } from "../base/printed-object.ts";
import { listIn } from "../base/printed-object.ts";

/** Number trees (ISO 32000-1, 7.9.7) are a few levels deep. */
const maxDepth = 16;

/** The elements that own the marked content of a page or form, by object number. */
export interface Owners {
  /** By marked content number; 0 for none, -1 for an element that is not an indirect object. */
  readonly numbers: readonly number[];
  /** True if the first element owns all content, whatever its number. */
  readonly isOne: boolean;
}

/** No owners. */
export const noOwners: Owners = { numbers: [], isOne: false };

/** The owners of the marked content of all pages. */
export interface ParentTree {
  /** Returns the owners for the `StructParents` of a page or the `StructParent` of a form. */
  readonly ownersOf: (structParent: number) => Owners;
  readonly destroy: () => void;
}

interface Leaf {
  /** Alternating keys and values. */
  readonly numbers: PDFObject;
  readonly pairs: number;
  readonly first: number;
  readonly last: number;
  /** The position after the last page, if pages come in order. */
  next: number;
}

/** Reads the `ParentTree` of a document. Keeps the last leaf, because pages come in order. */
export function createParentTree(root: PDFObject): ParentTree {
  let leaf: Leaf | undefined;
  const forget = (): void => {
    if (leaf !== undefined) leaf.numbers.destroy();
    leaf = undefined;
  };
  return {
    ownersOf(structParent) {
      if (leaf === undefined || structParent < leaf.first || structParent > leaf.last) {
        forget();
        leaf = leafIn(root, structParent, 0);
      }
      return leaf === undefined ? noOwners : ownersIn(leaf, structParent);
    },
    destroy() {
      forget();
      root.destroy();
    },
  };
}

function leafIn(node: PDFObject, key: number, depth: number): Leaf | undefined {
  if (depth > maxDepth) throw new UnsupportedContent("parent tree");
  const kids = node.get("Kids");
  try {
    if (kids.isArray()) return leafAmong(kids, key, depth);
  } finally {
    kids.destroy();
  }
  const numbers = node.get("Nums");
  const pairs = numbers.isArray() ? numbers.length >> 1 : 0;
  if (pairs > 0)
    return { numbers, pairs, first: numberAt(numbers, 0), last: numberAt(numbers, pairs * 2 - 2), next: 0 };
  numbers.destroy();
  return undefined;
}

/** Binary search among the kids by their limits, as in the engine. */
function leafAmong(kids: PDFObject, key: number, depth: number): Leaf | undefined {
  let low = 0;
  let high = kids.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const kid = kids.get(middle);
    try {
      const side = sideOf(kid, key);
      if (side === 0) return leafIn(kid, key, depth + 1);
      if (side < 0) high = middle - 1;
      else low = middle + 1;
    } finally {
      kid.destroy();
    }
  }
  return undefined;
}

/** Returns whether a key is below (-1), above (1) or within (0) the limits of a node. */
function sideOf(kid: PDFObject, key: number): -1 | 0 | 1 {
  const limits = kid.get("Limits");
  try {
    if (!limits.isArray()) throw new UnsupportedContent("parent tree");
    if (key < numberAt(limits, 0)) return -1;
    return key > numberAt(limits, 1) ? 1 : 0;
  } finally {
    limits.destroy();
  }
}

function numberAt(list: PDFObject, index: number): number {
  const number = list.get(index);
  try {
    return number.asNumber();
  } finally {
    number.destroy();
  }
}

function ownersIn(leaf: Leaf, key: number): Owners {
  const pair = pairIn(leaf, key);
  if (pair === undefined) return noOwners;
  leaf.next = pair + 1;
  return listAt(leaf.numbers, pair * 2 + 1);
}

function pairIn({ numbers, pairs, next }: Leaf, key: number): number | undefined {
  if (next < pairs && numberAt(numbers, next * 2) === key) return next;
  let low = 0;
  let high = pairs - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = numberAt(numbers, middle * 2);
    if (found === key) return middle;
    if (key < found) high = middle - 1;
    else low = middle + 1;
  }
  return undefined;
}

function listAt(numbers: PDFObject, index: number): Owners {
  const list = numbers.get(index);
  try {
    const text = printed(list);
    if (text.startsWith("<<")) return { numbers: [list.isIndirect() ? list.asIndirect() : -1], isOne: true };
    return text.startsWith("[") ? { numbers: listIn(text).references, isOne: false } : noOwners;
  } finally {
    list.destroy();
  }
}
