import { ReadError } from "@reader/core/handler";
import { encrypted, noDocument, noPages, pdfMediaType, unknownEncryption } from "@reader/pdf-pages/document";
import type { Document, PDFDocument, PDFObject } from "mupdf";
import { countEngineFailure, isEngineBroken, type PdfEngine } from "../engine/engine.ts";
import { hasAt, mapArray, numberAt, referenceOf, textAt, withObject } from "../engine/pdf-objects.ts";
import type { ByteReader } from "./byte-reader.ts";
import { createLoadedPages, type OpenedPdf } from "./opened-pdf.ts";

/** The engine counts bytes in signed 32-bit integers. */
const maxFileBytes = 2 ** 31 - 1;

/** Options for opening a document. */
interface OpenOptions {
  /** Used in messages. */
  readonly path: string;
  readonly password: string | undefined;
}

/**
 * Opens a document, which the caller must destroy. A document without reachable pages is opened once more after repair;
 * if its page tree is lost, its pages are searched. Throws `corrupt`, `encrypted` or `too-large`.
 */
export function openPdf(engine: PdfEngine, reader: ByteReader, options: OpenOptions): OpenedPdf {
  if (reader.size > maxFileBytes) throw tooLarge(options.path, reader.size);
  try {
    return openAsItIs(engine, reader, { ...options, count: countPages });
  } catch (error) {
    const rest = isCorrupt(error) ? reader.repaired() : undefined;
    if (rest === undefined) throw error;
    return openAsItIs(engine, rest, { ...options, count: countFoundPages });
  }
}

function isCorrupt(error: unknown): boolean {
  return ReadError.is(error) && error.code === "corrupt";
}

interface OpenAttempt extends OpenOptions {
  readonly count: typeof countPages;
}

function openAsItIs(engine: PdfEngine, reader: ByteReader, options: OpenAttempt): OpenedPdf {
  const { path, count } = options;
  const document = openDocument(engine, reader, path);
  try {
    unlock(document, options);
    return { engine, document, pages: createLoadedPages(document), path, pageCount: count(document, path) };
  } catch (error) {
    document.destroy();
    throw error;
  }
}

/** A read request of the engine: an offset in its memory, a length, and a position in the file. */
type Span = readonly [offset: number, length: number, position: number];

function openDocument(engine: PdfEngine, reader: ByteReader, path: string): PDFDocument {
  const stream = new engine.Stream({
    fileSize: () => reader.size,
    read: (memory, ...span: Span) => reader.read(memory.subarray(span[0], span[0] + span[1]), span[2]),
    close: () => undefined,
  });
  try {
    // The type is explicit, because the engine opens any archive as a comic book.
    return asPdf(engine.Document.openDocument(stream, pdfMediaType), path);
  } catch (error) {
    countEngineFailure(error);
    throw ReadError.is(error) ? error : openError(path, error);
  } finally {
    stream.destroy();
  }
}

function asPdf(document: Document, path: string): PDFDocument {
  const opened = document.asPDF();
  if (opened !== null) return opened;
  document.destroy();
  throw noDocument(path);
}

/** Applies the password if one is needed. */
function unlock(document: PDFDocument, { path, password }: OpenOptions): void {
  if (!document.needsPassword()) return;
  if (password !== undefined && document.authenticatePassword(password) !== 0) return;
  throw encrypted(path, password);
}

function openError(path: string, cause: unknown): unknown {
  if (isEngineBroken(cause)) return cause;
  const isLocked = cause instanceof Error && /encrypt|crypt/i.test(cause.message);
  if (!isLocked) return noDocument(path, cause);
  return unknownEncryption(path, cause);
}

function tooLarge(path: string, size: number): ReadError {
  return new ReadError("too-large", `${path} has ${size} bytes, and PDF files are read up to ${maxFileBytes}.`, {
    hint: "Split the file into smaller ones, for example with `qpdf --split-pages`.",
    details: { limit: { name: "maxFileBytes", value: maxFileBytes, actual: size } },
  });
}

/** Maximum number of pages. More are an attack on programs that count them. */
const maxPages = 1_000_000;
/** Page trees of real files are a few levels deep. */
const maxTreeDepth = 64;

/**
 * Returns the number of pages. The engine trusts the file and rejects an impossible count; then this counts the page
 * tree and corrects it. Throws `corrupt` if there is no page tree.
 */
function countPages(document: PDFDocument, path: string): number {
  const count = pagesInTree(document);
  if (count !== undefined) return count;
  throw noPages(path);
}

/** Counts the pages of a document that may have lost its page tree: builds a tree of the pages that are left. */
function countFoundPages(document: PDFDocument, path: string): number {
  const count = pagesInTree(document) ?? gatherPages(document);
  if (count > 0) return count;
  throw noPages(path);
}

/** `undefined` if there is no page tree. */
function pagesInTree(document: PDFDocument): number | undefined {
  try {
    const count = document.countPages();
    if (count > 0 || isEmpty(document)) return count;
  } catch (error) {
    // Failures of the code below are counted separately.
    countEngineFailure(error);
  }
  const count = recount(document);
  return count > 0 ? count : undefined;
}

/** True if a sound document states that it has no pages. */
function isEmpty(document: PDFDocument): boolean {
  const trailer = document.getTrailer();
  try {
    const kids = withObject(trailer, ["Root", "Pages", "Kids"], (list) => (list.isArray() ? list.length : -1));
    return kids === 0 && !document.wasRepaired();
  } finally {
    trailer.destroy();
  }
}

/** Corrects the counts of the page tree. Returns how many pages the engine can then reach. */
function recount(document: PDFDocument): number {
  const trailer = document.getTrailer();
  try {
    const maxNodes = Math.min(maxPages, document.countObjects());
    const total = withObject(trailer, ["Root", "Pages"], (root) => countTree(root, maxNodes)) ?? 0;
    return total === 0 ? 0 : Math.min(total, document.countPages());
  } catch (error) {
    countEngineFailure(error);
    return 0;
  } finally {
    trailer.destroy();
  }
}

/**
 * Counts the pages below a node. A document has no more nodes than objects: lists that name one page a million times, in
 * a file of a few kilobytes, are cut there.
 */
function countTree(root: PDFObject, maxNodes: number): number {
  // The ancestors of the current node, to detect cycles.
  const way = new Set<number>();
  let nodes = 0;
  const countBelow = (node: PDFObject): number => {
    const reference = referenceOf(node) ?? -way.size - 1;
    nodes += 1;
    if (nodes > maxNodes || way.size > maxTreeDepth || way.has(reference) || !node.isDictionary()) return 0;
    if (textAt(node, "Type") === "Page") return 1;
    way.add(reference);
    const counts = withObject(node, ["Kids"], (kids) => mapArray(kids, maxNodes, countBelow)) ?? [];
    way.delete(reference);
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (numberAt(node, "Count") !== total) node.put("Count", total);
    return total;
  };
  return countBelow(root);
}

/** Maximum number of objects searched. */
const maxObjects = 500_000;

/**
 * Builds a page tree from the page objects of a document that lost its own, such as a truncated file. Returns their
 * number. Most programs write and number pages in order.
 */
function gatherPages(document: PDFDocument): number {
  // If the tree is missing because it was not decrypted, the content of the pages is not decrypted either.
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

/** The catalog may still exist and know more than the pages. Adding the first object changes the trailer. */
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
