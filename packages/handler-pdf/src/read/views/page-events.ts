import { setImmediate } from "node:timers/promises";
import { notice, ReadError, type HandlerEvent } from "@reader/core/handler";
import type { PdfEvent } from "../../document/pdf-job.ts";
import { textEvents } from "./page-text.ts";
import type { Reading } from "./reading.ts";
import { runNotices } from "./run-notice.ts";
import { studyPage, type PageStudy } from "./study-page.ts";

/** Every failed call costs the engine memory that it never gets back, and no document has so many bad pages in a row. */
const maxDamagedInARow = 40;

/** Yields pages one by one, each as text, as a picture or as both. */
export async function* pageEvents(reading: Reading, numbers: readonly number[]): AsyncGenerator<PdfEvent> {
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
  const { pictureEvents } = await import("./page-pictures.ts");
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
