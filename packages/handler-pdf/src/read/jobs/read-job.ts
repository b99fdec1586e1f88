import { readAttachment, readAttachments } from "../../document/attachments.ts";
import type { ByteReader } from "../../document/byte-reader.ts";
import { closePdf } from "../../document/close-pdf.ts";
import { openPdf } from "../../document/open-pdf.ts";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import type { InnerFile, PdfEvent, PdfJob } from "../../document/pdf-job.ts";
import { isNameOf, selectAttachment } from "../../document/select-attachment.ts";
import { countDocument, loadPdfEngine } from "../../engine/engine.ts";
import { documentEvents } from "../views/document-events.ts";
import { pagePartOf } from "../../render/page-part.ts";
import { breakage } from "../../engine/engine-faults.ts";

/** A job and how it gets its bytes. */
export interface JobInput {
  readonly job: PdfJob;
  readonly reader: ByteReader;
  readonly signal: AbortSignal;
}

/** Pages that are looked through for files pinned to them. */
const maxPagesWithPins = 5000;

/**
 * Reads a document from its first wanted page to the last. Throws the engine's own error where the engine broke and has
 * read other documents before, so that this one may be tried with a new engine.
 */
export async function* readJob({ job, reader, signal }: JobInput): AsyncGenerator<PdfEvent> {
  const engine = await loadPdfEngine();
  signal.throwIfAborted();
  const { file, wish } = job;
  let pdf: OpenedPdf | undefined;
  countDocument();
  try {
    pdf = openPdf(engine, reader, { path: file.path, password: wish.password });
    const { select } = wish;
    const isWhole = select === undefined || pagePartOf(select) !== undefined || isOwnName(job, select);
    const events = isWhole ? documentEvents({ pdf, job, reader, signal }) : [innerFile(pdf, job, select)];
    for await (const event of events) {
      reader.check();
      yield event;
    }
    reader.check();
  } catch (error) {
    reader.check();
    const broken = breakage(file.path, error);
    if (broken === undefined) throw error;
    // Its memory cannot be believed any more, and to free something in it fails again.
    pdf = undefined;
    throw broken;
  } finally {
    if (pdf !== undefined) closePdf(pdf);
  }
}

/** A document that was itself selected by its name, out of another one, is read as a whole. */
function isOwnName({ file }: PdfJob, select: string): boolean {
  const names = [file.path, file.name].map((name) => name.toLowerCase());
  return names.some((name) => isNameOf(select, name));
}

function innerFile(pdf: OpenedPdf, { wish }: PdfJob, select: string): InnerFile {
  const attachments = readAttachments(pdf.document, Math.min(pdf.pageCount, maxPagesWithPins));
  const attachment = selectAttachment(attachments, select, pdf.path);
  const bytes = readAttachment(pdf.document, attachment, wish.budget);
  return { type: "inner-file", name: attachment.name, bytes };
}
