import type { DocumentCapabilities } from "@reader/core";
import { document, type HandlerEvent, notice } from "@reader/core/handler";
import { type LabelRange, type PageLabels, type PdfJob, pdfMediaType, range } from "@reader/pdf-pages/document";
import type { PDFDocument } from "mupdf";
import type { ByteReader } from "../../document/byte-reader.ts";
import { openPdf } from "../../document/open-pdf.ts";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { readPageLabels } from "../../document/page-labels.ts";
import { notePageFault } from "../../engine/engine.ts";

/** The document or part to hand over. */
export interface NativeRequest {
  readonly pdf: OpenedPdf;
  readonly job: PdfJob;
  readonly reader: ByteReader;
  readonly numbers: readonly number[];
}

/** Returns the document or the requested part, or a notice that says why that is not possible. */
export function nativeEvent(request: NativeRequest): HandlerEvent {
  const { job, numbers } = request;
  const { documents } = job.wish.capabilities;
  if (documents === undefined || !documents.mediaTypes.includes(pdfMediaType)) {
    return notice("This model takes no PDF documents; the pages are shown as text or images.");
  }
  if (numbers.length > documents.maxPages) return tooManyPages(numbers.length, documents);
  if (!isPassedUnchanged(request)) return fittingEvent(request, documents, partOf(request) ?? cannotExtract);
  return fittingEvent(request, documents, wholeOf(request, documents) ?? tooManyBytes(documents, job.file.size));
}

/** Returns the document with these bytes if it is not too large, otherwise a notice. */
function fittingEvent(
  request: NativeRequest,
  documents: DocumentCapabilities,
  data: Uint8Array | HandlerEvent,
): HandlerEvent {
  if (!(data instanceof Uint8Array)) return data;
  if (data.length > documents.maxBytes) return tooManyBytes(documents, data.length);
  return document(pdfMediaType, data, { name: nameOf(request), pages: request.numbers.length });
}

/** True for a whole document that any program opens: not encrypted, not repaired. */
function isPassedUnchanged({ pdf, numbers }: NativeRequest): boolean {
  const isWhole = numbers.length === pdf.pageCount;
  return isWhole && pdf.document.getMetaData("encryption") === "None" && !pdf.document.wasRepaired();
}

function wholeOf({ reader }: NativeRequest, { maxBytes }: DocumentCapabilities): Uint8Array | undefined {
  if (reader.size > maxBytes) return undefined;
  const bytes = new Uint8Array(reader.size);
  for (let filled = 0; filled < bytes.length;) {
    const count = reader.read(bytes.subarray(filled), filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes;
}

/** Extracting changes a document, so it is opened again. Returns `undefined` if it is too damaged. */
function partOf({ pdf, job, reader, numbers }: NativeRequest): Uint8Array | undefined {
  const copy = openPdf(pdf.engine, reader, { path: pdf.path, password: job.wish.password });
  try {
    return cutPages(copy, numbers);
  } catch (error) {
    notePageFault(error);
    return undefined;
  } finally {
    copy.document.destroy();
  }
}

const cannotExtract: HandlerEvent = notice(
  "The file is damaged, and no document can be made of the requested pages. They are shown as text or images.",
);

function nameOf({ job, pdf, numbers }: NativeRequest): string {
  if (numbers.length === pdf.pageCount) return job.file.name;
  const stem = job.file.name.replace(/\.pdf$/i, "");
  return `${stem} (page${numbers.length === 1 ? "" : "s"} ${range(numbers)}).pdf`;
}

function tooManyPages(count: number, { maxPages }: DocumentCapabilities): HandlerEvent {
  return notice(
    `The model takes documents of up to ${maxPages} pages as they are, and these are ${count}: ask for fewer with \`pages\`. They are shown as text or images.`,
  );
}

function tooManyBytes({ maxBytes }: DocumentCapabilities, bytes: number): HandlerEvent {
  return notice(
    `The model takes documents of up to ${maxBytes} bytes as they are, and this has ${bytes}: ask for fewer pages with \`pages\`. It is shown as text or images.`,
  );
}

/**
 * Removes unused objects, merges equal ones and compresses streams. Without `decrypt`, a part of an encrypted document
 * would be encrypted too, and the model has no password.
 */
const saveOptions = "garbage=deduplicate,compress=yes,decrypt=yes";

/**
 * Extracts pages as a separate document, with only their labels, annotations and fields. Changes the document, which
 * must have been opened for this.
 */
export function cutPages({ document, pageCount }: OpenedPdf, numbers: readonly number[]): Uint8Array {
  const labels = readPageLabels(document, pageCount);
  document.rearrangePages(numbers.map((number) => number - 1));
  keepLabels(document, labels, numbers);
  const saved = document.saveToBuffer(saveOptions);
  try {
    // A copy, because the engine's memory moves when it grows.
    return saved.asUint8Array().slice();
  } finally {
    saved.destroy();
  }
}

/** The default page numbering. */
const plain: LabelRange = { first: 1, style: "D", prefix: "", start: 1 };

/** The engine's value for no numbering style. */
const noStyle = "\0";

/** Each page keeps its label, or its number as label if it had none, so that references to it stay valid. */
function keepLabels(document: PDFDocument, labels: PageLabels, numbers: readonly number[]): void {
  for (const [index, number] of numbers.entries()) {
    const range = labels.rangeOf(number) ?? plain;
    const before = numbers[index - 1] ?? 0;
    const goesOn = before === number - 1 && (labels.rangeOf(before) ?? plain) === range;
    if (goesOn) continue;
    const { style = noStyle, prefix, start, first } = range;
    document.setPageLabels(index, style, prefix, Math.max(1, start + number - first));
  }
}
