import {
  escapeName,
  extent,
  type HandlerContext,
  type HandlerEvent,
  notice,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { prepareImageEngine } from "@reader/image-fit";
import { locationWords, photoFacts } from "./exif/exif.ts";
import { openPicture } from "./formats/open-image.ts";
import type { Picture } from "./model/opened-image.ts";
import { sizeWords } from "./model/wording.ts";
import { documentLine, type Showing, type Unseen, unseenLine } from "./view/image-line.ts";
import { selectPages, selectRegion } from "./view/selection.ts";
import { animationEvents, shownEvents } from "./view/shown-events.ts";

/** Yields a picture: a line that says what it is, then the picture as the model takes it, then the words inside. */
export async function* readImage(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  prepareImageEngine();
  const picture = await openPicture(source, context);
  context.signal.throwIfAborted();
  const pages = selectPages(picture, context.pages);
  if (picture.count > 1) yield extent("page", picture.count);
  if (context.select === "metadata") yield* metadataEvents(source.name, picture);
  else yield* contentEvents({ picture, name: source.name, context }, pages);
}

async function* contentEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  const { picture, context } = showing;
  const unseen = unseenReason(context);
  if (unseen === undefined && picture.isCostly?.() === true) yield* costlyEvents(showing, pages);
  else if (unseen === undefined) yield* withWordsEvents(showing, pages);
  else {
    yield* unseenEvents(showing, pages, unseen);
    yield* wordEvents(picture);
  }
}

/** What is known comes first: where the picture is too much for the time or the memory there is, it is the answer. */
async function* costlyEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  yield text(`${documentLine(showing)}\n`);
  yield* wordEvents(showing.picture);
  yield text("The picture of it may take longer to draw than there is time:\n");
  try {
    yield* seenEvents(showing, pages);
  } catch (error) {
    yield notice(unshownWords(showing, error));
  }
}

/** The words of a drawing can be read also where it cannot be drawn. */
async function* withWordsEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  const { picture } = showing;
  try {
    yield* seenEvents(showing, pages);
  } catch (error) {
    if ((picture.words ?? []).length === 0) throw error;
    const words = unshownWords(showing, error);
    yield text(`${documentLine(showing)}\n`);
    yield notice(words);
  }
  yield* wordEvents(picture);
}

const pictureFaults: ReadonlySet<string> = new Set(["corrupt", "too-large", "unsupported-type"]);

/** Why there is no picture; throws what is no fault of the picture. */
function unshownWords({ context }: Showing, error: unknown): string {
  context.signal.throwIfAborted();
  if (!ReadError.is(error) || !pictureFaults.has(error.code)) throw error;
  return `There is no picture of it: ${error.message} ${error.hint ?? ""}`.trim();
}

/** What a drawing says of itself is better than what would be recognised in it. */
async function* unseenEvents(showing: Showing, pages: readonly number[], reason: Unseen): AsyncGenerator<HandlerEvent> {
  const hasWords = (showing.picture.words ?? []).length > 0;
  yield text(unseenLine(showing, reason));
  if (hasWords || showing.context.recognise === undefined) return;
  const { recognisedEvents } = await import("./recognise/recognised-events.ts");
  yield* recognisedEvents(showing, pages);
}

function unseenReason({ capabilities, view }: HandlerContext): Unseen | undefined {
  if (capabilities.images === undefined) return "no-images";
  return view === "text" ? "text-asked" : undefined;
}

async function* seenEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  const { picture, context } = showing;
  if (context.pages === undefined && context.select === undefined && context.view === "native") {
    yield* shownEvents(showing, {});
    return;
  }
  const isWhole = context.pages === undefined && context.select === undefined;
  if (isWhole && picture.animation !== undefined) yield* animationEvents(showing, picture.animation);
  // A part is one of the first page unless pages were named.
  else yield* pageEvents(showing, context.pages === undefined && !isWhole ? [1] : pages);
}

async function* pageEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  const { picture, context } = showing;
  if (picture.count > 1) yield text(`${documentLine(showing)}\n`);
  for (const page of pages) {
    context.signal.throwIfAborted();
    const region = context.select === undefined ? undefined : selectRegion(context.select, await picture.sizeOf(page));
    yield* shownEvents(showing, {
      ...(picture.count > 1 ? { page } : {}),
      ...(region === undefined ? {} : { region }),
    });
  }
}

function* wordEvents({ words = [] }: Picture): Generator<HandlerEvent> {
  if (words.length === 0) return;
  yield text(`Text in the drawing:\n${words.join("\n")}\n`);
}

/** All that a picture says of itself, a line each, the place where it was taken included: it was asked for. */
function* metadataEvents(name: string, picture: Picture): Generator<HandlerEvent> {
  const facts = [
    ...Object.entries(picture.facts),
    ...(picture.exif === undefined ? [] : exifEntries(picture.exif)),
    ...(picture.comments ?? []),
  ];
  yield text(`${escapeName(name)} · ${picture.format} ${sizeWords(picture.size)}\n`);
  for (const [label, value] of facts) yield text(`${oneLine(label)}: ${oneLine(String(value))}\n`);
}

/** Joins the lines of a text. Linear, which an expression with spaces before a line end is not. */
function oneLine(words: string): string {
  const lines = words.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}

function exifEntries(exif: Uint8Array): readonly (readonly [string, string])[] {
  const { hasLocation: _, ...facts } = photoFacts(exif);
  const location = locationWords(exif);
  const entries = Object.entries(facts).map(([label, value]) => [label, String(value)] as const);
  return location === undefined ? entries : [...entries, ["location", location] as const];
}
