import type { OutlineIterator, PDFDocument, PDFObject } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { oneLine, referenceOf, withObject } from "../engine/pdf-objects.ts";

/** A bookmark. */
interface OutlineEntry {
  readonly title: string;
  /** From 1 for the outermost. */
  readonly depth: number;
  /** Where it leads, from 1; absent where it leads nowhere in this document. */
  readonly page?: number;
  /** Where it leads outside of this document: an address, or another file. */
  readonly address?: string;
}

/** The bookmarks of a document. */
interface Outline {
  readonly entries: readonly OutlineEntry[];
  /** Whether there are more than are told. */
  readonly isCut: boolean;
}

const defaultMaxEntries = 500;
const maxTitleCharacters = 160;

/** What the moves of the engine's iterator answer where they came to an item. */
const atItem = 0;

/** Reads the bookmarks in order, as many as an answer can bear; broken ones count as none. */
export function readOutline(document: PDFDocument, maxEntries: number = defaultMaxEntries): Outline {
  let iterator: OutlineIterator | undefined;
  try {
    pruneOutline(document);
    iterator = document.outlineIterator();
    return walk(document, iterator, maxEntries);
  } catch (error) {
    countEngineFailure(error);
    return { entries: [], isCut: false };
  } finally {
    iterator?.destroy();
  }
}

function walk(document: PDFDocument, iterator: OutlineIterator, maxEntries: number): Outline {
  const entries: OutlineEntry[] = [];
  let depth = 1;
  while (entries.length < maxEntries) {
    const item = iterator.item();
    if (item === null) break;
    entries.push(entryOf(document, item, depth));
    const moved = advance(iterator, depth);
    if (moved === undefined) return { entries, isCut: false };
    depth = moved;
  }
  return { entries, isCut: entries.length >= maxEntries };
}

/** Goes to the next item in reading order; gives its depth, or `undefined` at the end. */
function advance(iterator: OutlineIterator, from: number): number | undefined {
  if (from < maxOutlineDepth && iterator.down() === atItem) return from + 1;
  // A move down that found nothing leaves the iterator in the empty level below.
  let depth = from;
  if (from < maxOutlineDepth && iterator.item() === null) iterator.up();
  while (iterator.next() !== atItem) {
    if (depth === 1 || iterator.up() !== atItem) return undefined;
    depth -= 1;
  }
  return depth;
}

interface OutlineItem {
  readonly title: string | undefined;
  readonly uri: string | undefined;
}

function entryOf(document: PDFDocument, { title = "", uri = "" }: OutlineItem, depth: number): OutlineEntry {
  const entry = { title: oneLine(title, maxTitleCharacters), depth };
  if (uri !== "" && !uri.startsWith("#")) return { ...entry, address: oneLine(uri) };
  const page = uri === "" ? -1 : document.resolveLink(uri);
  return page < 0 ? entry : { ...entry, page: page + 1 };
}

/** More than any book has; an outline of more entries is made by a program to be large. */
export const maxBookmarks = 10_000;

/** Levels of bookmarks; the engine goes down by calling itself, and a thousand levels break it. */
const maxOutlineDepth = 16;

const pruned = new WeakSet<PDFDocument>();

/**
 * Cuts the bookmarks of a document, in memory and until it is closed, so that the engine can read them: what comes
 * again, for which the engine drops all of them, levels that are too deep for it, and what is too many. Damage is left
 * to the engine.
 */
export function pruneOutline(document: PDFDocument): void {
  if (pruned.has(document)) return;
  pruned.add(document);
  const trailer = document.getTrailer();
  try {
    withObject(trailer, ["Root", "Outlines"], (outline) => pruneBelow(outline, 1, createCensus()));
  } catch (error) {
    countEngineFailure(error);
  } finally {
    trailer.destroy();
  }
}

/** Whether an entry is new, and not one too many. */
type Census = (entry: PDFObject) => boolean;

function createCensus(): Census {
  const seen = new Set<number>();
  let entries = 0;
  return (entry) => {
    entries += 1;
    const reference = referenceOf(entry) ?? -entries;
    if (entries > maxBookmarks || seen.has(reference) || !entry.isDictionary()) return false;
    seen.add(reference);
    return true;
  };
}

/** Goes along the entries below a node, each one level deeper than the one before. */
function pruneBelow(parent: PDFObject, depth: number, isWelcome: Census): void {
  let from = { node: parent, key: "First" };
  try {
    for (;;) {
      const entry = from.node.get(from.key);
      if (entry.isNull() || depth > maxOutlineDepth || !isWelcome(entry)) {
        const isCut = !entry.isNull();
        entry.destroy();
        if (isCut) from.node.delete(from.key);
        return;
      }
      if (from.node !== parent) from.node.destroy();
      from = { node: entry, key: "Next" };
      pruneBelow(entry, depth + 1, isWelcome);
    }
  } finally {
    if (from.node !== parent) from.node.destroy();
  }
}
