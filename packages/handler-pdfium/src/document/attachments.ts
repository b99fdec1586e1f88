import { type Budget, quoted, ReadError } from "@reader/core/handler";
import { checkAttachmentSize, oneLine, uniqueName } from "@reader/pdf-pages/document";
import { numberAt, readText, withMemory } from "../engine/memory.ts";
import type { OpenedDocument } from "./opened-document.ts";

/** A file inside the document. */
export interface Attachment {
  /** Unique in the document: a second `a.txt` is `a.txt (2)`. */
  readonly name: string;
  readonly index: number;
}

const maxAttachments = 1000;

/** Lists the files embedded in the document. */
export function readAttachments({ engine, document }: OpenedDocument): readonly Attachment[] {
  const count = Math.min(maxAttachments, engine.FPDFDoc_GetAttachmentCount(document));
  const names = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const attachment = engine.FPDFDoc_GetAttachment(document, index);
    const found = readText(engine, (buffer, bytes) => engine.FPDFAttachment_GetName(attachment, buffer, bytes));
    const name = uniqueName(oneLine(found) || "attachment", names);
    names.add(name);
    return { name, index };
  });
}

/** Reads a file inside the document. Throws `corrupt` if it cannot be unpacked, `too-large` above the budget. */
export function readAttachment(pdf: OpenedDocument, { name, index }: Attachment, budget: Budget): Uint8Array {
  const { engine, document } = pdf;
  const attachment = engine.FPDFDoc_GetAttachment(document, index);
  const bytes = withMemory(engine, 4, (size) => {
    const isThere = engine.FPDFAttachment_GetFile(attachment, 0, 0, size);
    const length = numberAt(engine, size) >>> 0;
    if (!isThere && length === 0) return undefined;
    checkAttachmentSize(name, length, budget);
    if (length === 0) return new Uint8Array(0);
    return withMemory(engine, length, (buffer) =>
      engine.FPDFAttachment_GetFile(attachment, buffer, length, size)
        ? engine.pdfium.HEAPU8.slice(buffer, buffer + length)
        : undefined,
    );
  });
  if (bytes !== undefined) return bytes;
  throw new ReadError("corrupt", `The attachment ${quoted(name)} is damaged and cannot be unpacked.`, {
    hint: "Read the document without `select`.",
  });
}
