import { nestHeadings, type OutlineEntry } from "@reader/core/handler";
import type { ByteReader } from "../../document/byte-reader.ts";
import { openPdf } from "../../document/open-pdf.ts";
import { closePdf, type OpenedPdf } from "../../document/opened-pdf.ts";
import { maxBookmarks, readOutline } from "../../document/outline.ts";
import type { PdfJob } from "../../document/pdf-job.ts";
import { breakage, countDocument, loadPdfEngine } from "../../engine/engine.ts";

/** The bookmarks of a document and its number of pages. */
export interface Bookmarks {
  readonly entries: readonly OutlineEntry[];
  /** True if there are more than were read. */
  readonly isCut: boolean;
  readonly pageCount: number;
}

/** Reads the bookmarks of a document. */
export function outlineJob(input: QuestionInput): Promise<Bookmarks> {
  return withDocument(input, ({ document, pageCount }) => {
    const { entries, isCut } = readOutline(document, maxBookmarks);
    const headings = entries.map(({ title, depth, page }) => ({
      level: depth,
      title,
      ...(page === undefined ? {} : { place: { unit: "page" as const, index: page } }),
    }));
    return { entries: nestHeadings(headings), isCut, pageCount };
  });
}

/** A job that answers one question about a document, and its bytes. */
export interface QuestionInput {
  readonly job: PdfJob;
  readonly reader: ByteReader;
}

/** Opens a document, calls `use` and frees it. Throws what `readJob` throws. */
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
