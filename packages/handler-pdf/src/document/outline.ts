import { oneLine } from "@reader/pdf-pages/document";
import type { OutlineIterator, PDFDocument, PDFObject } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../engine/engine.ts";
import { referenceOf, withObject } from "../engine/pdf-objects.ts";
import { titleWords } from "@reader/pdf-pages";

/** A bookmark. */
interface OutlineEntry {
  readonly title: string;
  /** From 1 for the top level. */
  readonly depth: number;
  /** The target page, from 1; absent if the target is not in this document. */
  readonly page?: number;
  /** The external target: an address or another file. */
  readonly address?: string;
}

/** The bookmarks of a document. */
interface Outline {
  readonly entries: readonly OutlineEntry[];
  /** True if there are more than were read. */
  readonly isCut: boolean;
}

const defaultMaxEntries = 500;
const maxTitleCharacters = 160;

/** The result of an iterator move that reached an item. */
const atItem = 0;

/** Reads the bookmarks in order, up to a maximum. A broken outline counts as empty. */
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

/** Moves to the next item in reading order. Returns its depth, or `undefined` at the end. */
function advance(iterator: OutlineIterator, from: number): number | undefined {
  if (from < maxOutlineDepth && iterator.down() === atItem) return from + 1;
  // A move down that finds nothing leaves the iterator in the empty level below.
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

/** Maximum number of bookmarks. No book has as many. */
export const maxBookmarks = 10_000;

/** Maximum depth of bookmarks. The engine recurses, and a thousand levels overflow its stack. */
const maxOutlineDepth = 16;

const pruned = new WeakSet<PDFDocument>();

/**
 * Removes bookmarks in memory, until the document is closed, that the engine cannot read: repeated entries, for which
 * it would drop all bookmarks, levels that are too deep, and entries beyond the maximum. Other damage is left to the
 * engine.
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

/** True for an entry that is new and within the maximum. */
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

/** Walks the entries below a node. Each level is one deeper. */
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

/** Maximum number of titles. Later entries do not help to find headings. */
const maxTitles = 5000;
const maxLevel = 6;

/**
 * Returns the titles of the bookmarks with their level, from 1; empty if the outline is unreadable. The engine's
 * outline reader also resolves each target, which takes four times as long.
 */
export function outlineTitles(document: PDFDocument): ReadonlyMap<string, number> {
  const titles = new Map<string, number>();
  pruneOutline(document);
  const trailer = document.getTrailer();
  try {
    withObject(trailer, ["Root", "Outlines"], (outline) => collect(outline, 1, titles));
  } catch (error) {
    // A broken outline is reported by the outline reader.
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
  } finally {
    trailer.destroy();
  }
  return titles;
}

/** Collects the entries below a node. They are a tree after pruning. */
function collect(parent: PDFObject, level: number, titles: Map<string, number>): void {
  let entry = parent.get("First");
  try {
    while (entry.isDictionary() && titles.size < maxTitles) {
      addTitle(entry, level, titles);
      if (level < maxLevel) collect(entry, level + 1, titles);
      const next = entry.get("Next");
      entry.destroy();
      entry = next;
    }
  } finally {
    entry.destroy();
  }
}

function addTitle(entry: PDFObject, level: number, titles: Map<string, number>): void {
  const title = withObject(entry, ["Title"], (text) => (text.isString() ? text.asString() : ""));
  const words = titleWords(title ?? "");
  if (words !== "" && !titles.has(words)) titles.set(words, level);
}
