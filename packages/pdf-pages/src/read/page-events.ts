import { type Capabilities, type HandlerEvent, notice, type Notice, ReadError } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import type { FitLimits } from "@reader/image-fit";
import { range } from "../document/page-list.ts";
import type { PagePart } from "../document/page-part.ts";
import { pagesAround } from "../model/page-model.ts";
import type { PdfEvent } from "../document/pdf-job.ts";
import { inspectPage, type PageInspection } from "./inspect-page.ts";
import { textEvents } from "./page-text.ts";
import type { Reading } from "./reading.ts";

/** Returns the image limits of the model, or `undefined` if it takes no images. */
export function fitLimitsOf({ images }: Capabilities): FitLimits | undefined {
  if (images === undefined || images.mediaTypes.length === 0 || images.maxCount === 0) return undefined;
  const { mediaTypes, maxBytes, maxSidePx, nativeSidePx } = images;
  return { mediaTypes, maxBytes, maxSidePx, nativeSidePx };
}

/** Yields pages, or a part of one page. */
export async function* shownPages(
  reading: Reading,
  numbers: readonly number[],
  part: PagePart | undefined,
): AsyncGenerator<PdfEvent> {
  if (part === undefined) yield* pageEvents(reading, numbers);
  else yield* (await import("./page-images.ts")).partEvents(reading, numbers, part);
}

/** Each failed call costs engine memory permanently, and no real document has this many damaged pages in a row. */
const maxDamagedInARow = 40;

/** Yields pages as text, as an image or as both. */
async function* pageEvents(reading: Reading, numbers: readonly number[]): AsyncGenerator<PdfEvent> {
  let damaged = 0;
  let imageCount = 0;
  let hasToldOfFigures = false;
  const pause = createYielder(reading.signal);
  const wantedPages = new Set(numbers);
  for (let index = 0; index < numbers.length;) {
    const room = reading.imagesPerRun - (imageCount % reading.imagesPerRun);
    const wanted = numbers.length - index;
    const run = await nextRun(reading, { numbers: numbers.slice(index, index + room), wanted, pause });
    const [first] = run;
    if (first === undefined) return;
    index += run.length;
    imageCount += first.view === "image" || first.view === "both" ? run.length : 0;
    damaged = first.view === "damaged" ? damaged + 1 : 0;
    if (damaged > maxDamagedInARow) throw tooDamaged(reading, first.number);
    if (first.view === "both" && !hasToldOfFigures) yield figureNotice(first.number);
    hasToldOfFigures ||= first.view === "both";
    yield* runEvents(reading, run);
    releaseAround(reading, run, wantedPages);
  }
  yield* reading.hidden.ofTheRest();
}

/** The pages that may be in the next run. */
interface NextPages {
  readonly numbers: readonly number[];
  /** The number of pages to the end. */
  readonly wanted: number;
  /** Yields to the event loop now and then, so that an abort can arrive during synchronous work. */
  readonly pause: () => Promise<void>;
}

/** Returns a page shown as text, or a run of pages shown as images. */
async function nextRun(reading: Reading, { numbers, wanted, pause }: NextPages): Promise<readonly PageInspection[]> {
  const run: PageInspection[] = [];
  for (const number of numbers) {
    await pause();
    await reading.pages.next(wanted);
    const inspection = inspectPage(reading, number);
    if (run.length > 0 && inspection.view !== "image") break;
    // A page shown as an image does not need its text.
    run.push(inspection);
    if (inspection.view !== "image") break;
  }
  return run;
}

/** Yields the pages of a run and frees them. */
async function* runEvents(reading: Reading, run: readonly PageInspection[]): AsyncGenerator<PdfEvent> {
  const { limits, pages } = reading;
  const hasImages = run.some(({ view }) => view === "image" || view === "both");
  if (hasImages && limits !== undefined) yield* imageRunEvents(reading, run, limits);
  else for (const inspection of run) yield* await textEvents(reading, inspection);
  for (const { number } of run) pages.release(number);
}

/** Frees the pages that were only looked at for the headers of a run: those before it, and those that are not wanted. */
function releaseAround({ pages }: Reading, run: readonly PageInspection[], wanted: ReadonlySet<number>): void {
  for (const { number } of run)
    for (let near = number - pagesAround; near <= number + pagesAround; near += 1)
      if (near < number || (near > number && !wanted.has(near))) pages.release(near);
}

async function* imageRunEvents(
  reading: Reading,
  run: readonly PageInspection[],
  limits: FitLimits,
): AsyncGenerator<PdfEvent> {
  // Loaded on demand: most documents are shown without images, and the image code is large.
  const { imageEvents } = await import("./page-images.ts");
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

function tooDamaged({ path }: Reading, number: number): ReadError {
  return new ReadError("corrupt", `${path} is damaged: no page from ${number - maxDamagedInARow} on can be read.`, {
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
