import { setImmediate } from "node:timers/promises";
import {
  type Capabilities,
  extent,
  type HandlerEvent,
  notice,
  type Notice,
  ReadError,
  text,
} from "@reader/core/handler";
import type { FitLimits } from "@reader/image-fit";
import { isNameOf, readAttachment, readAttachments, selectAttachment } from "../../document/attachments.ts";
import type { ByteReader } from "../../document/byte-reader.ts";
import { hasForm } from "../../document/form-fields.ts";
import { readMetadata } from "../../document/metadata.ts";
import { openPdf } from "../../document/open-pdf.ts";
import { closePdf, type OpenedPdf } from "../../document/opened-pdf.ts";
import { pruneOutline } from "../../document/outline.ts";
import { type PageLabels, readPageLabels } from "../../document/page-labels.ts";
import { listPages, range } from "../../document/page-list.ts";
import type { InnerFile, PdfEvent, PdfJob } from "../../document/pdf-job.ts";
import { breakage, countDocument, loadPdfEngine, streamFaults } from "../../engine/engine.ts";
import { createQuickLater } from "../../extract/fast-path/quick-later.ts";
import { createPaintings } from "../../extract/painting/painting.ts";
import { createTextWriter } from "../../markdown/text-writer.ts";
import { pagePartOf } from "../../render/render-page.ts";
import { openingNotices, repairNotice } from "../views/opening-notices.ts";
import { textEvents } from "../views/page-text.ts";
import { createPartAdvice } from "../views/part-advice.ts";
import { createHiddenTally, type Reading } from "../views/reading.ts";
import { type PageStudy, studyPage } from "../views/study-page.ts";

/** A job and how it gets its bytes. */
interface JobInput {
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

/** An open document and what is wanted of it. */
interface DocumentInput {
  readonly pdf: OpenedPdf;
  readonly job: PdfJob;
  readonly reader: ByteReader;
  readonly signal: AbortSignal;
}

/** Of pages that are to be pictures so many are looked at before the first is drawn, whatever an answer takes. */
const maxPicturesAtOnce = 20;

/** From one page in four on, the engine makes itself a list of where all pages are. */
const minShareOfAll = 4;

/** Yields the document itself where that was asked for and can be, else its wanted pages one by one. */
async function* documentEvents(input: DocumentInput): AsyncGenerator<PdfEvent> {
  const { pdf, job } = input;
  const { document, pageCount, path } = pdf;
  const labels = readPageLabels(document, pageCount);
  const numbers = listPages({ path, pageCount, labels }, job.wish.pages);
  // For a few pages out of many the way to each costs less than a list of all.
  document.setPageTreeCache(numbers.length * minShareOfAll > pageCount);
  yield extent("page", pageCount);
  yield* openingNotices(pdf);
  const native = await nativeOf(input, numbers);
  if (native !== undefined) yield native;
  if (native?.type === "document") return;
  // Headings are found by the words of the bookmarks, too.
  pruneOutline(document);
  yield* shownPages(readingOf(input, labels), numbers, job);
}

async function nativeOf(
  { pdf, job, reader }: DocumentInput,
  numbers: readonly number[],
): Promise<HandlerEvent | undefined> {
  if (job.wish.view !== "native" || numbers.length === 0) return undefined;
  const { nativeEvent } = await import("../views/native.ts");
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
    reading.paintings.end();
    reading.quick.end();
  }
  // Damage deep inside a file shows only when it is come to.
  if (!wasRepaired) yield* repairNotice(document);
}

function readingOf({ pdf, job, signal }: DocumentInput, labels: PageLabels): Reading {
  const { view, capabilities, budget } = job.wish;
  const quick = createQuickLater(pdf.engine, pdf.document);
  return {
    pdf,
    labels,
    view: view === "native" ? "auto" : view,
    limits: fitLimitsOf(capabilities),
    maxPictures: Math.max(1, Math.min(budget.maxImages, maxPicturesAtOnce)),
    writer: createTextWriter(pdf.engine, { document: pdf.document, tables: "auto" }),
    paintings: createPaintings(pdf.engine, quick.pages),
    quick,
    hasForm: hasForm(pdf.document),
    faultsBefore: streamFaults(),
    hidden: createHiddenTally(),
    partAdvice: createPartAdvice(pdf, fitLimitsOf(capabilities)),
    canRecognise: job.canRecognise,
    signal,
  };
}

/** Title and author; the rest of what a document says of itself is told by `info`. */
function frontMatter(document: OpenedPdf["document"]): string {
  const { title, author } = readMetadata(document);
  return `${title === undefined ? "" : `title: ${title}\n`}${author === undefined ? "" : `author: ${author}\n`}`;
}

/** What pictures of pages must be so that a model takes them; `undefined` where it takes none. */
function fitLimitsOf({ images }: Capabilities): FitLimits | undefined {
  if (images === undefined || images.mediaTypes.length === 0 || images.maxCount === 0) return undefined;
  const { mediaTypes, maxBytes, maxSidePx, nativeSidePx } = images;
  return { mediaTypes, maxBytes, maxSidePx, nativeSidePx };
}

/** Every failed call costs the engine memory that it never gets back, and no document has so many bad pages in a row. */
const maxDamagedInARow = 40;

/** Yields pages one by one, each as text, as a picture or as both. */
async function* pageEvents(reading: Reading, numbers: readonly number[]): AsyncGenerator<PdfEvent> {
  let damaged = 0;
  let pictures = 0;
  let hasToldOfFigures = false;
  for (let index = 0; index < numbers.length;) {
    const room = reading.maxPictures - (pictures % reading.maxPictures);
    const wanted = numbers.length - index;
    const run = await nextRun(reading, { numbers: numbers.slice(index, index + room), wanted });
    const [first] = run;
    if (first === undefined) return;
    index += run.length;
    pictures += first.view === "image" || first.view === "both" ? run.length : 0;
    damaged = first.view === "damaged" ? damaged + 1 : 0;
    if (damaged > maxDamagedInARow) throw tooDamaged(reading, first.number);
    if (first.view === "both" && !hasToldOfFigures) yield figureNotice(first.number);
    hasToldOfFigures ||= first.view === "both";
    yield* runEvents(reading, run);
  }
  yield* reading.hidden.ofTheRest();
}

/** A page that is shown as text, or a page that is shown as a picture and those like it that follow. */
async function nextRun(
  reading: Reading,
  { numbers, wanted }: { readonly numbers: readonly number[]; readonly wanted: number },
): Promise<readonly PageStudy[]> {
  const run: PageStudy[] = [];
  for (const number of numbers) {
    await turn(reading);
    await reading.quick.next(wanted);
    const study = studyPage(reading, number);
    if (run.length > 0 && study.view !== "image") break;
    // What is shown as a picture needs its text no more.
    run.push(study);
    if (study.view !== "image") break;
  }
  return run;
}

/** Lets timers and input have their turn, without which no abort could reach work that never waits. */
async function turn({ signal }: Reading): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

async function* runEvents(reading: Reading, run: readonly PageStudy[]): AsyncGenerator<PdfEvent> {
  const { limits } = reading;
  const hasPictures = run.some(({ view }) => view === "image" || view === "both");
  if (!hasPictures || limits === undefined) {
    for (const study of run) yield* await textEvents(reading, study);
    return;
  }
  // Most documents are shown without a picture, and what makes pictures is large.
  const { pictureEvents } = await import("../views/page-images.ts");
  const pictures = pictureEvents(
    reading,
    run.map(({ number }) => number),
    limits,
  );
  let index = 0;
  for await (const picture of pictures) {
    const study = run[index];
    if (study !== undefined && reading.view !== "image") yield* await textEvents(reading, study);
    yield picture;
    // An answer that has no room for the first says nothing of them; the next one does.
    if (index === 0) yield* runNotices(run.filter(({ view }) => view === "image"));
    if (picture.type === "image" && study !== undefined) yield* reading.partAdvice.of(study.number);
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
 * Why some pages are shown as pictures, a sentence for each reason: `Pages 4-9 have no text layer; they are shown as
 * images.`
 */
function runNotices(studies: readonly PageStudy[]): readonly Notice[] {
  const empty = studies.filter(({ verdict }) => verdict?.layer === "none").map(({ number }) => number);
  const garbled = studies.filter(({ verdict }) => verdict?.layer === "garbled");
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
