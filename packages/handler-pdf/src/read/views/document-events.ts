import { extent, notice, text, type HandlerEvent } from "@reader/core/handler";
import type { ByteReader } from "../../document/byte-reader.ts";
import { hasForm } from "../../document/form-fields.ts";
import { readMetadata } from "../../document/metadata.ts";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { readPageLabels, type PageLabels } from "../../document/page-labels.ts";
import { listPages } from "../../document/page-list.ts";
import type { PdfEvent, PdfJob } from "../../document/pdf-job.ts";
import { pruneOutline } from "../../document/prune-outline.ts";
import { fitLimitsOf } from "./fit-limits.ts";
import { pagePartOf } from "../../render/page-part.ts";
import { createPaintings } from "../../extract/painting/paintings.ts";
import { createQuickLater } from "../../extract/fast-path/quick-later.ts";
import { streamFaults } from "../../engine/stream-faults.ts";
import { createTextWriter } from "../../markdown/text-writer.ts";
import { createHiddenTally } from "./hidden-tally.ts";
import { createPartAdvice } from "./part-advice.ts";
import { openingNotices, repairNotice } from "./opening-notices.ts";
import { pageEvents } from "./page-events.ts";
import type { Reading } from "./reading.ts";

/** An open document and what is wanted of it. */
export interface DocumentInput {
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
export async function* documentEvents(input: DocumentInput): AsyncGenerator<PdfEvent> {
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
  const { nativeEvent } = await import("./native.ts");
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
    else yield* (await import("./part-events.ts")).partEvents(reading, numbers, part);
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
