import { ReadError } from "@reader/core/handler";
import type { Document, PDFDocument } from "mupdf";
import { countEngineFailure, isEngineBroken, type PdfEngine } from "../engine/engine.ts";
import { pdfMediaType } from "./sniff.ts";
import type { ByteReader } from "./byte-reader.ts";
import { countFoundPages, countPages } from "./count-pages.ts";
import { noDocument } from "./has-objects.ts";
import type { OpenedPdf } from "./opened-pdf.ts";

/** The engine counts bytes in 32 bits with a sign. */
const maxFileBytes = 2 ** 31 - 1;

/** How a document is opened. */
export interface OpenOptions {
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
