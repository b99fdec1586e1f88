import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  headingOutline,
  notice,
  type Notice,
  type Outline,
  quoted,
  type Source,
  text,
} from "@reader/core/handler";
import {
  isNameOf,
  jobOf,
  listPages,
  pagePartOf,
  type PdfEvent,
  type PdfJob,
  selectAttachment,
} from "@reader/pdf-pages/document";
import { createTextWriter, hiddenSelect } from "@reader/pdf-pages/markdown";
import {
  createHiddenTally,
  fitLimitsOf,
  imagesPerRun,
  type Reading,
  scannedText,
  shownPages,
} from "@reader/pdf-pages/read";
import { readAttachment, readAttachments } from "../document/attachments.ts";
import { readMetadata, readPageLabels } from "../document/facts.ts";
import { countScripts } from "../document/protection.ts";
import { checkFileSize, openDocument, type OpenedDocument } from "../document/opened-document.ts";
import { bookmarkTitles, outlineEntries, readBookmarks } from "../document/outline.ts";
import { dropBrokenEngine, engineFault, isEngineBroken, loadPdfium } from "../engine/engine.ts";
import { maxCharacters } from "../extract/page-characters.ts";
import { createPageSource } from "../extract/page-source.ts";
import { createImageAdvice } from "./image-advice.ts";
import { infoOf } from "./info.ts";
import { createPageEngine } from "./page-engine.ts";

/** Yields a document in reading order. */
export async function* readPdf(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  for await (const event of withDocument(source, context, documentEvents)) {
    if (event.type === "scanned-page") yield await scannedText(event, context);
    else if (event.type !== "inner-file") yield event;
    else if (event.bytes.length === 0) yield text("(an empty file)\n");
    else yield* context.nested(event.name, event.bytes);
  }
}

/** Returns the information about a document. */
export async function describePdf(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  for await (const info of withDocument(source, context, (pdf) => [infoOf(pdf)])) return info;
  throw new Error("A document gave no information.");
}

/** Returns the bookmarks of a document, or the headings of its pages. */
export async function outlinePdf(source: Source, context: HandlerContext): Promise<Outline> {
  for await (const entries of withDocument(source, context, (pdf) => [outlineEntries(readBookmarks(pdf))])) {
    if (entries.length > 0) return { entries };
  }
  const whole = { ...context, view: "text", pages: undefined, select: undefined } as const;
  return headingOutline(readPdf(source, whole), { timeMs: context.budget.outlineTimeMs });
}

/** An open document and the request. */
interface DocumentInput {
  readonly job: PdfJob;
  readonly signal: AbortSignal;
}

/** Opens a document, yields the answers about it, and frees it. */
async function* withDocument<Value>(
  source: Source,
  context: HandlerContext,
  answersOf: (pdf: OpenedDocument, input: DocumentInput) => AsyncIterable<Value> | Iterable<Value>,
): AsyncGenerator<Value> {
  checkFileSize(source.path, source.size);
  const [engine, bytes] = await Promise.all([loadPdfium(), source.bytes()]);
  context.signal.throwIfAborted();
  let pdf: OpenedDocument | undefined;
  try {
    pdf = openDocument(engine, bytes, { path: source.path, password: context.password });
    yield* answersOf(pdf, { job: jobOf(source, context), signal: context.signal });
  } catch (error) {
    if (!isEngineBroken(error)) throw error;
    dropBrokenEngine(error);
    // Its memory is unreliable, so freeing objects would fail too.
    pdf = undefined;
    throw engineFault(source.path, error);
  } finally {
    pdf?.close();
  }
}

async function* documentEvents(pdf: OpenedDocument, { job, signal }: DocumentInput): AsyncGenerator<PdfEvent> {
  const { select } = job.wish;
  if (select !== undefined && isAttachment(job, select)) {
    const attachment = selectAttachment(readAttachments(pdf, maxPagesSearched), select, pdf.path);
    yield { type: "inner-file", name: attachment.name, bytes: readAttachment(pdf, attachment, job.wish.budget) };
    return;
  }
  const reading = readingOf(pdf, { job, signal });
  const { pageCount, path } = pdf;
  const numbers = listPages({ path, pageCount, labels: reading.labels }, job.wish.pages);
  yield extent("page", pageCount);
  yield* openingNotices(pdf);
  if (job.wish.view === "native") yield notice("This PDF engine shows pages as text or images only.");
  if (job.wish.view === "image" && reading.limits === undefined) {
    yield { type: "notice", code: "no-images", mediaType: "application/pdf", reason: "This model takes no images" };
  }
  const front = numbers.length === pageCount ? frontMatter(pdf) : "";
  if (front !== "") yield text(front);
  try {
    const part = pagePartOf(select);
    yield* shownPages(reading, numbers, part);
    if (part !== undefined) yield* numbers.flatMap((number) => reading.partAdvice.of(number));
  } finally {
    reading.pages.end();
  }
}

function isAttachment(job: PdfJob, select: string): boolean {
  return select !== hiddenSelect && pagePartOf(select) === undefined && !isOwnName(job, select);
}

/** A document that was itself selected by name from another one is read completely. */
function isOwnName({ file }: PdfJob, select: string): boolean {
  return [file.path, file.name].some((name) => isNameOf(select, name));
}

function readingOf(pdf: OpenedDocument, { job, signal }: DocumentInput): Reading {
  const { view, capabilities, budget } = job.wish;
  const pages = createPageSource(pdf);
  return {
    path: pdf.path,
    engine: createPageEngine(pdf),
    pages,
    labels: readPageLabels(pdf),
    view: view === "native" ? "auto" : view,
    limits: fitLimitsOf(capabilities),
    imagesPerRun: imagesPerRun(budget.maxImages),
    writer: createTextWriter({
      pages,
      pageCount: pdf.pageCount,
      outline: () => bookmarkTitles(readBookmarks(pdf)),
      tables: "auto",
    }),
    hidden: createHiddenTally(),
    showsHidden: job.wish.select === hiddenSelect,
    partAdvice: createImageAdvice(pdf),
    maxPageTextBytes: maxCharacters,
    canRecognise: job.canRecognise,
    hasBoxes: job.wish.boxes === true,
    signal,
  };
}

/** Maximum number of pages that are searched for attached files. */
const maxPagesSearched = 2000;
/** Maximum number of names in a notice. `info` lists all. */
const maxListed = 10;

function openingNotices(pdf: OpenedDocument): readonly Notice[] {
  const repaired = pdf.wasRepaired
    ? [notice("The file is damaged: its structure was rebuilt as far as possible, and parts may be missing.")]
    : [];
  return [...repaired, ...formNotice(pdf), ...attachmentNotice(pdf), ...scriptNotice(pdf)];
}

/** The type of a form whose pages a viewer makes from XML (`fpdf_formfill.h`). */
const xfaForm = 2;

function formNotice(pdf: OpenedDocument): readonly Notice[] {
  if (pdf.engine.FPDF_GetFormType(pdf.document) !== xfaForm) return [];
  const part = readAttachments(pdf, 0).find(({ name }) => name === "xfa/datasets.xml" || name === "xfa.xml");
  const step = part === undefined ? "" : ` Send \`select\` ${quoted(part.name)} for its values.`;
  return [
    notice(
      `This is an XFA form: what a viewer shows is made by a program from XML, and the pages here are only its shell.${step}`,
    ),
  ];
}

function scriptNotice(pdf: OpenedDocument): readonly Notice[] {
  return countScripts(pdf) === 0 ? [] : [notice("The document contains JavaScript, which is not run.")];
}

function attachmentNotice(pdf: OpenedDocument): readonly Notice[] {
  const names = readAttachments(pdf, 0).flatMap(({ name, isForm }) => (isForm === true ? [] : [quoted(name)]));
  if (names.length === 0) return [];
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : "";
  const what = names.length === 1 ? "an attachment" : "attachments";
  const listedNames = names.slice(0, maxListed).join(", ");
  return [notice(`The document has ${what}, to be read with \`select\`: ${listedNames}${more}.`)];
}

function frontMatter(pdf: OpenedDocument): string {
  const { title, author } = readMetadata(pdf);
  return `${title === undefined ? "" : `title: ${title}\n`}${author === undefined ? "" : `author: ${author}\n`}`;
}
