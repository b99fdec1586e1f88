import { readWords } from "./facts.ts";
import { type Budget, quoted, ReadError } from "@reader/core/handler";
import { checkAttachmentSize, oneLine, uniqueName } from "@reader/pdf-pages/document";
import type { Pdfium } from "../engine/engine.ts";
import { numberAt, readBytesText, withMemory } from "../engine/memory.ts";
import type { LoadedPage, OpenedDocument } from "./opened-document.ts";

/** A file inside the document. */
export interface Attachment {
  /** Unique in the document: a second `a.txt` is `a.txt (2)`. */
  readonly name: string;
  readonly bytes?: number;
  readonly description?: string;
  /** The page that it is attached to, from 1; absent if it belongs to the document. */
  readonly page?: number;
  /** A part of an XFA form, which viewers do not list. */
  readonly isForm?: true;
  readonly place: AttachmentPlace;
}

type AttachmentPlace =
  | { readonly kind: "document" | "form"; readonly index: number }
  | { readonly kind: "page"; readonly page: number; readonly index: number };

const maxAttachments = 1000;
const maxAnnotations = 1000;
const maxDescription = 500;
const fileAttachment = 17;

/** Lists the files embedded in the document, in its first pages, and the parts of its XFA form. */
export function readAttachments(pdf: OpenedDocument, pages: number): readonly Attachment[] {
  const names = new Set<string>();
  const found: Attachment[] = [];
  const add = (name: string, facts: Omit<Attachment, "name">): void => {
    const unique = uniqueName(oneLine(name) || "attachment", names);
    names.add(unique);
    found.push({ name: unique, ...facts });
  };
  const { engine, document } = pdf;
  const count = Math.min(maxAttachments, engine.FPDFDoc_GetAttachmentCount(document));
  for (let index = 0; index < count; index += 1) {
    const place = { kind: "document", index } as const;
    const attachment = engine.FPDFDoc_GetAttachment(document, index);
    add(nameOf(engine, attachment), { ...factsOf(engine, attachment), place });
  }
  for (let page = 1; page <= Math.min(pages, pdf.pageCount); page += 1) addOfPage(pdf, page, add);
  const parts = Math.min(maxAttachments, engine.FPDF_GetXFAPacketCount(document));
  for (let index = 0; index < parts; index += 1) {
    const part = readBytesText(engine, (at, bytes) => engine.FPDF_GetXFAPacketName(document, index, at, bytes));
    if (isMarkup(part)) continue;
    add(part === "" ? "xfa.xml" : `xfa/${part}.xml`, { isForm: true, place: { kind: "form", index } });
  }
  return found;
}

/** The first and last parts of a form are the tags around the others. */
function isMarkup(part: string): boolean {
  return part === "preamble" || part === "postamble" || part.startsWith("</");
}

function addOfPage(
  pdf: OpenedDocument,
  page: number,
  add: (name: string, facts: Omit<Attachment, "name">) => void,
): void {
  const { engine } = pdf;
  for (const index of attachedTo(pdf, page)) {
    withAttached(pdf, { page, index }, (attachment) =>
      add(nameOf(engine, attachment), {
        ...factsOf(engine, attachment),
        page,
        place: { kind: "page", page, index },
      }),
    );
  }
}

function attachedTo(pdf: OpenedDocument, number: number): readonly number[] {
  const { engine } = pdf;
  const find = ({ page }: LoadedPage): readonly number[] => {
    const count = Math.min(maxAnnotations, engine.FPDFPage_GetAnnotCount(page));
    return Array.from({ length: count }, (_, index) => index).filter((index) => {
      const annotation = engine.FPDFPage_GetAnnot(page, index);
      if (annotation === 0) return false;
      const isFile = engine.FPDFAnnot_GetSubtype(annotation) === fileAttachment;
      const hasFile = isFile && engine.FPDFAnnot_GetFileAttachment(annotation) !== 0;
      engine.FPDFPage_CloseAnnot(annotation);
      return hasFile;
    });
  };
  return pdf.tryPage(number, find, []);
}

function withAttached<Value>(
  pdf: OpenedDocument,
  { page: number, index }: { readonly page: number; readonly index: number },
  use: (attachment: number) => Value,
): Value {
  const { engine } = pdf;
  return pdf.withPage(number, ({ page }) => {
    const annotation = engine.FPDFPage_GetAnnot(page, index);
    try {
      return use(engine.FPDFAnnot_GetFileAttachment(annotation));
    } finally {
      engine.FPDFPage_CloseAnnot(annotation);
    }
  });
}

function nameOf(engine: Pdfium, attachment: number): string {
  return readWords(engine, (buffer, bytes) => engine.FPDFAttachment_GetName(attachment, buffer, bytes));
}

function factsOf(engine: Pdfium, attachment: number): Pick<Attachment, "bytes" | "description"> {
  const words = readWords(engine, (buffer, bytes) => engine.EPDFAttachment_GetDescription(attachment, buffer, bytes));
  const description = oneLine(words, maxDescription);
  const bytes = withMemory(engine, 4, (size) =>
    engine.EPDFAttachment_GetIntegerValue(attachment, "Size", size) ? numberAt(engine, size) : undefined,
  );
  return {
    ...(bytes === undefined || bytes < 0 ? {} : { bytes }),
    ...(description === "" ? {} : { description }),
  };
}

/** Reads a file inside the document. Throws `corrupt` if it cannot be unpacked, `too-large` above the budget. */
export function readAttachment(pdf: OpenedDocument, { name, place }: Attachment, budget: Budget): Uint8Array {
  const { engine, document } = pdf;
  const bytesBy = (read: FileReader): Uint8Array | undefined => readFile(engine, { name, budget, read });
  const ofFile = (attachment: number): Uint8Array | undefined =>
    bytesBy((buffer, length, size) => engine.FPDFAttachment_GetFile(attachment, buffer, length, size));
  const bytesOf = (): Uint8Array | undefined => {
    if (place.kind === "page") return withAttached(pdf, place, ofFile);
    if (place.kind === "document") return ofFile(engine.FPDFDoc_GetAttachment(document, place.index));
    return bytesBy((buffer, length, size) =>
      engine.FPDF_GetXFAPacketContent(document, place.index, buffer, length, size),
    );
  };
  const bytes = bytesOf();
  if (bytes !== undefined) return bytes;
  throw new ReadError("corrupt", `The attachment ${quoted(name)} is damaged and cannot be unpacked.`, {
    hint: "Read the document without `select`.",
  });
}

/** Writes the length to `size`, and the bytes to `buffer` if it is long enough. */
type FileReader = (buffer: number, length: number, size: number) => boolean;

interface FileRequest {
  readonly name: string;
  readonly budget: Budget;
  readonly read: FileReader;
}

function readFile(engine: Pdfium, { name, budget, read }: FileRequest): Uint8Array | undefined {
  return withMemory(engine, 4, (size) => {
    const isThere = read(0, 0, size);
    const length = numberAt(engine, size) >>> 0;
    if (!isThere && length === 0) return undefined;
    checkAttachmentSize(name, length, budget);
    if (length === 0) return new Uint8Array(0);
    return withMemory(engine, length, (buffer) =>
      read(buffer, length, size) ? engine.pdfium.HEAPU8.slice(buffer, buffer + length) : undefined,
    );
  });
}
