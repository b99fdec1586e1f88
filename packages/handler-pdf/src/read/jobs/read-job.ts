import { setImmediate } from "node:timers/promises";
import {
  type Capabilities,
  extent,
  type HandlerEvent,
  type HandlerInfo,
  notice,
  type Notice,
  type OutlineEntry,
  ReadError,
  text,
} from "@reader/core/handler";
import type { FitLimits } from "@reader/image-fit";
import { nestHeadings } from "@reader/core/internal";
import { isNameOf, readAttachment, readAttachments, selectAttachment } from "../../document/attachments.ts";
import { hasForm } from "../../document/form-fields.ts";
import { readMetadata } from "../../document/metadata.ts";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { maxBookmarks, outlineTitles, pruneOutline, readOutline } from "../../document/outline.ts";
import { type PageLabels, readPageLabels } from "../../document/page-labels.ts";
import { listPages, range } from "../../document/page-list.ts";
import type { InnerFile, PdfEvent, PdfJob } from "../../document/pdf-job.ts";
import { markFaults } from "../../engine/engine.ts";
import { createPageSource } from "../../extract/page-source.ts";
import { createTextWriter, hiddenSelect } from "@reader/pdf-pages/markdown";
import { pagePartOf } from "../../render/render-page.ts";
import { inspectPage, type PageInspection } from "../views/inspect-page.ts";
import { nativeEvent } from "../views/native.ts";
import { openingNotices, repairNotice } from "../views/opening-notices.ts";
import { textEvents } from "../views/page-text.ts";
import { createPartAdvice } from "../views/part-advice.ts";
import { createHiddenTally, type Reading } from "../views/reading.ts";
import { type JobInput, withDocument } from "./job.ts";
import { describeJob } from "./describe-job.ts";

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

/** Maximum number of image pages checked before the first one is drawn, independent of the answer limit. */
const maxImagesAtOnce = 20;

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
  yield* shownPages(readingOf(input, labels), numbers, job);
}

function nativeOf({ pdf, job, reader }: DocumentInput, numbers: readonly number[]): HandlerEvent | undefined {
  if (job.wish.view !== "native" || numbers.length === 0) return undefined;
  return nativeEvent({ pdf, job, reader, numbers });
}

async function* shownPages(reading: Reading, numbers: readonly number[], job: PdfJob): AsyncGenerator<PdfEvent> {
  const { document, pageCount } = reading.pdf;
  const wasRepaired = document.wasRepaired();
  if (job.wish.view === "image" && reading.limits === undefined) {
    yield notice("This model takes no images; text is shown.");
  }
  const front = numbers.length === pageCount ? frontMatter(document) : "";
  if (front !== "") yield text(front);
  try {
    const part = pagePartOf(job.wish.select);
    if (part === undefined) yield* pageEvents(reading, numbers);
    else yield* (await import("../views/page-images.ts")).partEvents(reading, numbers, part);
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
    pdf,
    pages,
    labels,
    view: view === "native" ? "auto" : view,
    limits: fitLimitsOf(capabilities),
    imagesPerRun: Math.max(1, Math.min(budget.maxImages, maxImagesAtOnce)),
    writer: createTextWriter({ pages, outline: () => outlineTitles(pdf.document), tables: "auto" }),
    hasForm: hasForm(pdf.document),
    faultsBefore: markFaults(),
    hidden: createHiddenTally(),
    showsHidden: job.wish.select === hiddenSelect,
    partAdvice: createPartAdvice(pdf, fitLimitsOf(capabilities)),
    canRecognise: job.canRecognise,
    signal,
  };
}

/** Title and author. `info` returns the other metadata. */
function frontMatter(document: OpenedPdf["document"]): string {
  const { title, author } = readMetadata(document);
  return `${title === undefined ? "" : `title: ${title}\n`}${author === undefined ? "" : `author: ${author}\n`}`;
}

/** Returns the image limits of the model, or `undefined` if it takes no images. */
function fitLimitsOf({ images }: Capabilities): FitLimits | undefined {
  if (images === undefined || images.mediaTypes.length === 0 || images.maxCount === 0) return undefined;
  const { mediaTypes, maxBytes, maxSidePx, nativeSidePx } = images;
  return { mediaTypes, maxBytes, maxSidePx, nativeSidePx };
}

/** Each failed call costs engine memory permanently, and no real document has this many damaged pages in a row. */
const maxDamagedInARow = 40;

/** Yields pages as text, as an image or as both. */
async function* pageEvents(reading: Reading, numbers: readonly number[]): AsyncGenerator<PdfEvent> {
  let damaged = 0;
  let imageCount = 0;
  let hasToldOfFigures = false;
  for (let index = 0; index < numbers.length;) {
    const room = reading.imagesPerRun - (imageCount % reading.imagesPerRun);
    const wanted = numbers.length - index;
    const run = await nextRun(reading, { numbers: numbers.slice(index, index + room), wanted });
    const [first] = run;
    if (first === undefined) return;
    index += run.length;
    imageCount += first.view === "image" || first.view === "both" ? run.length : 0;
    damaged = first.view === "damaged" ? damaged + 1 : 0;
    if (damaged > maxDamagedInARow) throw tooDamaged(reading, first.number);
    if (first.view === "both" && !hasToldOfFigures) yield figureNotice(first.number);
    hasToldOfFigures ||= first.view === "both";
    yield* runEvents(reading, run);
  }
  yield* reading.hidden.ofTheRest();
}

/** Returns a page shown as text, or a run of pages shown as images. */
async function nextRun(
  reading: Reading,
  { numbers, wanted }: { readonly numbers: readonly number[]; readonly wanted: number },
): Promise<readonly PageInspection[]> {
  const run: PageInspection[] = [];
  for (const number of numbers) {
    await yieldToEventLoop(reading);
    await reading.pages.next(wanted);
    const inspection = inspectPage(reading, number);
    if (run.length > 0 && inspection.view !== "image") break;
    // A page shown as an image does not need its text.
    run.push(inspection);
    if (inspection.view !== "image") break;
  }
  return run;
}

/** Yields to the event loop, so that an abort can arrive during synchronous work. */
async function yieldToEventLoop({ signal }: Reading): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

/** Yields the pages of a run and frees them. */
async function* runEvents(reading: Reading, run: readonly PageInspection[]): AsyncGenerator<PdfEvent> {
  const { limits, pages } = reading;
  const hasImages = run.some(({ view }) => view === "image" || view === "both");
  if (hasImages && limits !== undefined) yield* imageRunEvents(reading, run, limits);
  else for (const inspection of run) yield* await textEvents(reading, inspection);
  for (const { number } of run) pages.release(number);
}

async function* imageRunEvents(
  reading: Reading,
  run: readonly PageInspection[],
  limits: FitLimits,
): AsyncGenerator<PdfEvent> {
  // Loaded on demand: most documents are shown without images, and the image code is large.
  const { imageEvents } = await import("../views/page-images.ts");
  const images = imageEvents(
    reading,
    run.map(({ number }) => number),
    limits,
  );
  let index = 0;
  for await (const event of images) {
    const inspection = run[index];
    if (inspection !== undefined && reading.view !== "image") yield* await textEvents(reading, inspection);
    yield event;
    // If the answer has no room for the first image, it says nothing about them; the next answer does.
    if (index === 0) yield* runNotices(run.filter(({ view }) => view === "image"));
    if (event.type === "image" && inspection !== undefined) yield* reading.partAdvice.of(inspection.number);
    index += 1;
  }
}

function figureNotice(number: number): HandlerEvent {
  return notice(`From page ${number} on, pages that are mostly figure are shown as text and as an image.`);
}

function tooDamaged({ pdf }: Reading, number: number): ReadError {
  return new ReadError("corrupt", `${pdf.path} is damaged: no page from ${number - maxDamagedInARow} on can be read.`, {
    hint: "Ask for other pages with `pages`, or ask the user for an undamaged copy of the file.",
  });
}

/**
 * Returns why pages are shown as images, a sentence per reason:
 * `Pages 4-9 have no text layer; they are shown as images.`
 */
function runNotices(inspections: readonly PageInspection[]): readonly Notice[] {
  const empty = inspections.filter(({ verdict }) => verdict?.layer === "none").map(({ number }) => number);
  const garbled = inspections.filter(({ verdict }) => verdict?.layer === "garbled");
  const reason = garbled[0]?.verdict?.reason ?? "";
  return [
    ...sentence(empty, ["has no text layer", "have no text layer"], ""),
    ...sentence(
      garbled.map(({ number }) => number),
      ["has a garbled text layer", "have a garbled text layer"],
      reason,
    ),
  ];
}

type Verb = readonly [one: string, many: string];

function sentence(numbers: readonly number[], [one, many]: Verb, reason: string): readonly Notice[] {
  if (numbers.length === 0) return [];
  const words =
    numbers.length === 1
      ? `Page ${range(numbers)} ${one}; it is shown as an image.`
      : `Pages ${range(numbers)} ${many}; they are shown as images.`;
  return [notice(`${words} ${reason}`.trim())];
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
