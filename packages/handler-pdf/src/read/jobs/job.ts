import type { ByteReader } from "../../document/byte-reader.ts";
import { openPdf } from "../../document/open-pdf.ts";
import { closePdf, type OpenedPdf } from "../../document/opened-pdf.ts";
import type { PdfJob } from "../../document/pdf-job.ts";
import { breakage, countDocument, loadPdfEngine } from "../../engine/engine.ts";

/** A job and its bytes. */
export interface JobInput {
  readonly job: PdfJob;
  readonly reader: ByteReader;
  readonly signal: AbortSignal;
}

/** A kind of job, and how the engine of the current thread runs it. */
export interface JobKind<Value> {
  readonly name: JobName;
  readonly run: (input: JobInput) => AsyncIterable<Value>;
}

/** The names by which a thread knows the kinds of jobs. */
export type JobName = "read" | "info" | "outline";

/**
 * Yields the answer of a job that has only one. The job starts when the answer is requested, so that a rejection always
 * has a handler.
 */
export async function* once<Value>(answer: () => Promise<Value>): AsyncGenerator<Value> {
  yield await answer();
}

/** Opens a document, calls `ask` and frees it. Throws what `readJob` throws. */
export async function withDocument<Value>({ job, reader }: JobInput, ask: (pdf: OpenedPdf) => Value): Promise<Value> {
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
