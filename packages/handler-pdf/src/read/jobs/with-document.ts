import type { ByteReader } from "../../document/byte-reader.ts";
import { closePdf } from "../../document/close-pdf.ts";
import { openPdf } from "../../document/open-pdf.ts";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import type { PdfJob } from "../../document/pdf-job.ts";
import { countDocument, loadPdfEngine } from "../../engine/engine.ts";
import { breakage } from "../../engine/engine-faults.ts";

/** A job that answers a question about a document at once, and how it gets its bytes. */
export interface QuestionInput {
  readonly job: PdfJob;
  readonly reader: ByteReader;
}

/** Opens a document, asks it something, and lets it go. Throws what `readJob` throws. */
export async function withDocument<Value>(
  { job, reader }: QuestionInput,
  ask: (pdf: OpenedPdf) => Value,
): Promise<Value> {
  const engine = await loadPdfEngine();
  let pdf: OpenedPdf | undefined;
  countDocument();
  try {
    pdf = openPdf(engine, reader, { path: job.file.path, password: job.wish.password });
    const answer = ask(pdf);
    reader.check();
    return answer;
  } catch (error) {
    reader.check();
    const broken = breakage(job.file.path, error);
    if (broken === undefined) throw error;
    throw broken;
  } finally {
    if (pdf !== undefined) closePdf(pdf);
  }
}
