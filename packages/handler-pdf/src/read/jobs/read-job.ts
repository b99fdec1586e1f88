import { extent, type HandlerEvent, type HandlerInfo, type OutlineEntry, text } from "@reader/core/handler";
import { nestHeadings } from "@reader/core/internal";
import {
  type InnerFile,
  isNameOf,
  listPages,
  type PageLabels,
  pagePartOf,
  type PdfEvent,
  type PdfJob,
  selectAttachment,
} from "@reader/pdf-pages/document";
import { createTextWriter, hiddenSelect } from "@reader/pdf-pages/markdown";
import { createHiddenTally, fitLimitsOf, imagesPerRun, type Reading, shownPages } from "@reader/pdf-pages/read";
import { readAttachment, readAttachments } from "../../document/attachments.ts";
import { hasForm } from "../../document/form-fields.ts";
import { readMetadata } from "../../document/metadata.ts";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { maxBookmarks, outlineTitles, pruneOutline, readOutline } from "../../document/outline.ts";
import { readPageLabels } from "../../document/page-labels.ts";
import { createPageSource } from "../../extract/page-source.ts";
import { maxPageTextBytes } from "../../extract/prepare/prepare-page.ts";
import { nativeEvent } from "../views/native.ts";
import { openingNotices, repairNotice } from "../views/opening-notices.ts";
import { createPageEngine } from "../views/page-engine.ts";
import { createPartAdvice } from "../views/part-advice.ts";
import { describeJob } from "./describe-job.ts";
import { type JobInput, withDocument } from "./job.ts";

/** Maximum number of pages searched for attached files. */
const maxPagesWithAttachments = 5000;

/** Yields the wanted pages of a document, the document itself or a file inside it. */
export function readJob(input: JobInput): AsyncGenerator<PdfEvent> {
  const { job } = input;
  return withDocument(input, (pdf) => {
    const { select } = job.wish;
    const isWhole =
      select === undefined || select === hiddenSelect || pagePartOf(select) !== undefined || isOwnName(job, select);
    return isWhole ? documentEvents({ ...input, pdf }) : [innerFile(pdf, job, select)];
  });
}

/** A document that was itself selected by name from another one is read completely. */
function isOwnName({ file }: PdfJob, select: string): boolean {
  const names = [file.path, file.name].map((name) => name.toLowerCase());
  return names.some((name) => isNameOf(select, name));
}

function innerFile(pdf: OpenedPdf, { wish }: PdfJob, select: string): InnerFile {
  const attachments = readAttachments(pdf.document, Math.min(pdf.pageCount, maxPagesWithAttachments));
  const attachment = selectAttachment(attachments, select, pdf.path);
  const bytes = readAttachment(pdf.document, attachment, wish.budget);
  return { type: "inner-file", name: attachment.name, bytes };
}

/** An open document and the request. */
interface DocumentInput extends JobInput {
  readonly pdf: OpenedPdf;
}

/** From a quarter of all pages on, the engine builds a cache of all page positions. */
const minShareOfAll = 4;

/** Yields the document itself if requested and possible, otherwise its wanted pages. */
async function* documentEvents(input: DocumentInput): AsyncGenerator<PdfEvent> {
  const { pdf, job } = input;
  const { document, pageCount, path } = pdf;
  const labels = readPageLabels(document, pageCount);
  const numbers = listPages({ path, pageCount, labels }, job.wish.pages);
  // For a few of many pages, looking up each costs less than building the cache.
  document.setPageTreeCache(numbers.length * minShareOfAll > pageCount);
  yield extent("page", pageCount);
  yield* openingNotices(pdf);
  const native = nativeOf(input, numbers);
  if (native !== undefined) yield native;
  if (native?.type === "document") return;
  // Headings are also found by the titles of bookmarks.
  pruneOutline(document);
  yield* contentEvents(input, readingOf(input, labels), numbers);
}

function nativeOf({ pdf, job, reader }: DocumentInput, numbers: readonly number[]): HandlerEvent | undefined {
  if (job.wish.view !== "native" || numbers.length === 0) return undefined;
  return nativeEvent({ pdf, job, reader, numbers });
}

async function* contentEvents(
  { pdf, job }: DocumentInput,
  reading: Reading,
  numbers: readonly number[],
): AsyncGenerator<PdfEvent> {
  const { document, pageCount } = pdf;
  const wasRepaired = document.wasRepaired();
  if (job.wish.view === "image" && reading.limits === undefined) {
    yield { type: "notice", code: "no-images", mediaType: "application/pdf", reason: "This model takes no images" };
  }
  const front = numbers.length === pageCount ? frontMatter(document) : "";
  if (front !== "") yield text(front);
  try {
    yield* shownPages(reading, numbers, pagePartOf(job.wish.select));
  } finally {
    reading.pages.end();
  }
  // Damage inside the file only shows when that part is read.
  if (!wasRepaired) yield* repairNotice(document);
}

function readingOf({ pdf, job, signal }: DocumentInput, labels: PageLabels): Reading {
  const { view, capabilities, budget } = job.wish;
  const pages = createPageSource(pdf);
  return {
    path: pdf.path,
    engine: createPageEngine(pdf, hasForm(pdf.document)),
    pages,
    labels,
    view: view === "native" ? "auto" : view,
    limits: fitLimitsOf(capabilities),
    imagesPerRun: imagesPerRun(budget.maxImages),
    writer: createTextWriter({
      pages,
      pageCount: pdf.pageCount,
      outline: () => outlineTitles(pdf.document),
      tables: "auto",
    }),
    hidden: createHiddenTally(),
    showsHidden: job.wish.select === hiddenSelect,
    partAdvice: createPartAdvice(pdf, fitLimitsOf(capabilities)),
    maxPageTextBytes,
    canRecognise: job.canRecognise,
    hasBoxes: job.wish.boxes === true,
    signal,
  };
}

/** Title and author. `info` returns the other metadata. */
function frontMatter(document: OpenedPdf["document"]): string {
  const { title, author } = readMetadata(document);
  return `${title === undefined ? "" : `title: ${title}\n`}${author === undefined ? "" : `author: ${author}\n`}`;
}

/** The questions about a document, and the type of their answers. Only `read` has more than one answer. */
export interface Answers {
  readonly read: PdfEvent;
  readonly info: HandlerInfo;
  readonly outline: Bookmarks;
}

/** The names by which a thread knows the jobs. */
export type JobName = keyof Answers;

/** How the engine of the current thread runs each job. */
export const jobs: { readonly [Name in JobName]: (input: JobInput) => AsyncGenerator<Answers[Name]> } = {
  read: readJob,
  info: describeJob,
  outline: outlineJob,
};

/** The bookmarks of a document and its number of pages. */
interface Bookmarks {
  readonly entries: readonly OutlineEntry[];
  /** True if there are more than were read. */
  readonly isCut: boolean;
  readonly pageCount: number;
}

function outlineJob(input: JobInput): AsyncGenerator<Bookmarks> {
  return withDocument(input, ({ document, pageCount }) => {
    const { entries, isCut } = readOutline(document, maxBookmarks);
    const headings = entries.map(({ title, depth, page }) => ({
      level: depth,
      title,
      ...(page === undefined ? {} : { place: { unit: "page" as const, index: page } }),
    }));
    return [{ entries: nestHeadings(headings), isCut, pageCount }];
  });
}
