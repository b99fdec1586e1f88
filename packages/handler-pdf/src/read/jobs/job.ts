import type { PdfJob } from "@reader/pdf-pages/document";
import type { ByteReader } from "../../document/byte-reader.ts";
import { openPdf } from "../../document/open-pdf.ts";
import { closePdf, type OpenedPdf } from "../../document/opened-pdf.ts";
import { breakage, checkEngine, countDocument, isEngineExhausted, loadPdfEngine } from "../../engine/engine.ts";

/** A job and its bytes. */
export interface JobInput {
  readonly job: PdfJob;
  readonly reader: ByteReader;
  readonly signal: AbortSignal;
}

/**
 * Opens the document of a job, yields the answers about it and frees it. Throws the engine's own error if the engine
 * broke and has opened other documents before, so that the caller can retry with a new engine.
 */
export async function* withDocument<Value>(
  { job, reader, signal }: JobInput,
  answersOf: (pdf: OpenedPdf) => AsyncIterable<Value> | Iterable<Value>,
): AsyncGenerator<Value> {
  const engine = await loadPdfEngine();
  signal.throwIfAborted();
  const { path } = job.file;
  let pdf: OpenedPdf | undefined;
  countDocument();
  try {
    checkEngine();
    pdf = openPdf(engine, reader, { path, password: job.wish.password });
    for await (const answer of answersOf(pdf)) {
      reader.check();
      const isReliable = !isEngineExhausted();
      yield answer;
      // Another document may have broken the engine in the meantime.
      if (isReliable) checkEngine();
    }
    reader.check();
  } catch (error) {
    reader.check();
    const broken = breakage(path, error);
    if (broken === undefined) throw error;
    // Its memory is unreliable, so freeing objects would fail too.
    pdf = undefined;
    throw broken;
  } finally {
    if (pdf !== undefined) closePdf(pdf);
  }
}
