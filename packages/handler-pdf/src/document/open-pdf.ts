import { ReadError } from "@reader/core/handler";
import type { Document, PDFDocument, PDFObject } from "mupdf";
import { countEngineFailure, isEngineBroken, type PdfEngine } from "../engine/engine.ts";
import { hasAt, mapArray, numberAt, referenceOf, textAt, withObject } from "../engine/pdf-objects.ts";
import { type ByteReader, noDocument } from "./byte-reader.ts";
import type { OpenedPdf } from "./opened-pdf.ts";
import { pdfMediaType } from "./sniff.ts";

/** The engine counts bytes in 32 bits with a sign. */
const maxFileBytes = 2 ** 31 - 1;

/** How a document is opened. */
interface OpenOptions {
  /** For messages. */
  readonly path: string;
  readonly password: string | undefined;
}

/**
 * Opens a document; who calls destroys `document`. One that leads to no pages is opened once more
 * as far as it can be mended, and where its page tree is lost, its pages are looked for one by
 * one. Throws `corrupt`, `encrypted` or `too-large`.
 */
export function openPdf(engine: PdfEngine, reader: ByteReader, options: OpenOptions): OpenedPdf {
  if (reader.size > maxFileBytes) throw tooLarge(options.path, reader.size);
  try {
    return openAsItIs(engine, reader, { ...options, count: countPages });
  } catch (error) {
    const rest = isCorrupt(error) ? reader.mended() : undefined;
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
    return { engine, document, path, pageCount: count(document, path) };
  } catch (error) {
    document.destroy();
    throw error;
  }
}

/** Where in the engine's memory bytes are wanted, how many, and from where in the file. */
type Span = readonly [offset: number, length: number, position: number];

function openDocument(engine: PdfEngine, reader: ByteReader, path: string): PDFDocument {
  const stream = new engine.Stream({
    fileSize: () => reader.size,
    read: (memory, ...span: Span) => reader.read(memory.subarray(span[0], span[0] + span[1]), span[2]),
    close: () => undefined,
  });
  try {
    // The type is named because the engine opens any archive as a comic book.
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

/** Gives the password, where one is needed. */
function unlock(document: PDFDocument, { path, password }: OpenOptions): void {
  if (!document.needsPassword()) return;
  if (password !== undefined && document.authenticatePassword(password) !== 0) return;
  throw password === undefined
    ? new ReadError("encrypted", `${path} is encrypted and opens only with a password.`, {
        hint: "Ask the user for the password and send it as `password`.",
      })
    : new ReadError("encrypted", `${path} is encrypted, and the password that was sent is wrong.`, {
        hint: "Ask the user for the right password and send it as `password`.",
      });
}

function openError(path: string, cause: unknown): unknown {
  if (isEngineBroken(cause)) return cause;
  const isLocked = cause instanceof Error && /encrypt|crypt/i.test(cause.message);
  if (!isLocked) return noDocument(path, cause);
  return new ReadError(
    "encrypted",
    `${path} is encrypted in a way that no password opens here, such as a certificate.`,
    {
      hint: "Ask the user for a copy without encryption.",
      cause,
    },
  );
}

function tooLarge(path: string, size: number): ReadError {
  return new ReadError("too-large", `${path} has ${size} bytes, and PDF files are read up to ${maxFileBytes}.`, {
    hint: "Split the file into smaller ones, for example with `qpdf --split-pages`.",
    details: { limit: { name: "maxFileBytes", value: maxFileBytes, actual: size } },
  });
}

/** More pages than this are no document but an attack on who counts them. */
const maxPages = 1_000_000;
/** Page trees of real files are a few levels deep. */
const maxTreeDepth = 64;

/**
 * How many pages there are. The engine believes what the file says of it and refuses a count that cannot be; then the
 * page tree is counted here and set right. Throws `corrupt` where there is no page tree.
 */
function countPages(document: PDFDocument, path: string): number {
  const count = pagesInTree(document);
  if (count !== undefined) return count;
  throw noPages(path);
}

/** The same for a document that may have lost its page tree: the pages that are left are made into one. */
function countFoundPages(document: PDFDocument, path: string): number {
  const count = pagesInTree(document) ?? gatherPages(document);
  if (count > 0) return count;
  throw noPages(path);
}

/** Undefined where there is no page tree. */
function pagesInTree(document: PDFDocument): number | undefined {
  try {
    const count = document.countPages();
    if (count > 0 || isEmpty(document)) return count;
  } catch (error) {
    // What follows counts for itself.
    countEngineFailure(error);
  }
  const count = recount(document);
  return count > 0 ? count : undefined;
}

function noPages(path: string): ReadError {
  return new ReadError("corrupt", `${path} is damaged: it has no pages that can be found.`, {
    hint: "Ask the user for an undamaged copy of the file.",
  });
}

/** Whether a document says itself, soundly, that it has no pages. */
function isEmpty(document: PDFDocument): boolean {
  const trailer = document.getTrailer();
  try {
    const kids = withObject(trailer, ["Root", "Pages", "Kids"], (list) => (list.isArray() ? list.length : -1));
    return kids === 0 && !document.wasRepaired();
  } finally {
    trailer.destroy();
  }
}

/** Sets the counts of the page tree right; gives how many pages the engine can reach then. */
function recount(document: PDFDocument): number {
  const trailer = document.getTrailer();
  try {
    const total = withObject(trailer, ["Root", "Pages"], (root) => countTree(root)) ?? 0;
    return total === 0 ? 0 : Math.min(total, document.countPages());
  } catch (error) {
    countEngineFailure(error);
    return 0;
  } finally {
    trailer.destroy();
  }
}

function countTree(root: PDFObject): number {
  // The way down to where the count is: a node on it again would be a cycle.
  const way = new Set<number>();
  let nodes = 0;
  const countBelow = (node: PDFObject): number => {
    const reference = referenceOf(node) ?? -way.size - 1;
    nodes += 1;
    if (nodes > maxPages || way.size > maxTreeDepth || way.has(reference) || !node.isDictionary()) return 0;
    if (textAt(node, "Type") === "Page") return 1;
    way.add(reference);
    const counts = withObject(node, ["Kids"], (kids) => mapArray(kids, maxPages, countBelow)) ?? [];
    way.delete(reference);
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (numberAt(node, "Count") !== total) node.put("Count", total);
    return total;
  };
  return countBelow(root);
}

/** Objects that are looked through. */
const maxObjects = 500_000;

/**
 * Makes a page tree of the pages that are found in a document whose own tree is lost, as in a file that breaks off; gives
 * how many they are. Most programs write and number pages in their order.
 */
function gatherPages(document: PDFDocument): number {
  // Where a tree is lost because it was not decrypted, neither is what is on the pages.
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

/** The catalog may be there still, and know more than the pages. The first object that is added changes the trailer. */
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
