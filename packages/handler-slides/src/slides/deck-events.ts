import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  notice,
  type Notice,
  type Place,
  quoted,
  ReadError,
  text,
} from "@reader/core/handler";
import { inlineMark, markFact } from "@reader/core/render";
import { createYielder } from "@reader/core/internal";
import {
  frontMatter,
  imageEvent,
  skipUnreadablePart,
  omittedImageNotice,
  withImageLines,
  type EmbeddedFile,
} from "@reader/document/content";
import type { Deck, DeckWords, Slide, SlideComment, SlideImage } from "./slide.ts";
import { type SlidePiece, slidePieces } from "./slide-text.ts";

/** Yields the requested slides of a deck. */
export async function* deckEvents(request: SlideRequest): AsyncGenerator<HandlerEvent> {
  const { deck, context } = request;
  const embedded = context.select === undefined ? undefined : deck.embedded(context.select);
  if (embedded !== undefined) {
    yield* embedded;
    return;
  }
  const numbers = await listSlides(request);
  const isWhole = context.pages === undefined && context.select === undefined;
  const { file, unit } = deck.words;
  yield extent(unit, deck.slideCount);
  if (deck.slideCount === 0) yield notice(`The ${file} has no ${unit}s.`);
  yield* deck.notices;
  if (isWhole) yield* frontMatter(deck.facts);
  yield* withImageLines(slides(deck, numbers, context), context);
  if (isWhole) yield* textEvents(await deck.closingText());
}

function* textEvents(content: string): Generator<HandlerEvent> {
  if (content !== "") yield text(content);
}

async function* slides(deck: Deck, numbers: readonly number[], context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const pause = createYielder();
  const { unit } = deck.words;
  const progress = { hidden: createHiddenTally(unit), writer: createSlideWriter(context), section: "" };
  for (const number of numbers) {
    context.signal.throwIfAborted();
    yield* slideEvents(deck, number, progress);
    await pause();
  }
  yield* progress.hidden.ofTheRest();
}

interface Progress {
  readonly hidden: HiddenTally;
  readonly writer: SlideWriter;
  /** The section of the previous slide. */
  section: string;
}

async function* slideEvents(deck: Deck, number: number, progress: Progress): AsyncGenerator<HandlerEvent> {
  try {
    const slide = await deck.slide(number);
    const at = placeOf(slide, { unit: deck.words.unit, index: number }, progress.section);
    progress.section = slide.section;
    yield* progress.hidden.ofSlide(slide, at);
    yield* progress.writer(slide, at);
  } catch (error) {
    // A damaged slide does not fail the others.
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    const { unit } = deck.words;
    const at: Place = { unit, index: number };
    yield notice(`The ${unit} cannot be read: ${error.message}`, at);
    yield text("(damaged, not shown)\n", at);
  }
}

/** Maximum number of characters of a section name in a slide mark. */
const maxSectionCharacters = 200;

/** Adds `hidden` to the place of a hidden slide, and the name of a section that starts. */
function placeOf({ isHidden, section, mark = "" }: Slide, place: Place, before: string): Place {
  const marks = [
    section !== "" && section !== before ? `section ${markFact(section, maxSectionCharacters)}` : "",
    isHidden ? "hidden" : "",
    mark,
  ];
  const label = marks.filter((each) => each !== "").join(" · ");
  return label === "" ? place : { ...place, label };
}

type HiddenContent = Extract<Notice, { readonly code: "hidden-content" }>;

/** Maximum number of slides listed; further ones are only counted. */
const maxNamedSlides = 20;

/** Counts the hidden content of the slides that are read. */
interface HiddenTally {
  /** Returns the notices of a slide. */
  ofSlide(slide: Slide, at: Place): readonly HiddenContent[];
  /** Returns the notices at the end. */
  ofTheRest(): readonly HiddenContent[];
}

/** Creates an empty tally. */
function createHiddenTally(unit: DeckWords["unit"]): HiddenTally {
  let named = 0;
  let slides = 0;
  let shapes = 0;
  return {
    ofSlide({ isHidden, hiddenShapes }, at) {
      const notices = noticesOf(isHidden ? 1 : 0, hiddenShapes).map((each) => ({ ...each, at }));
      if (notices.length === 0) return [];
      named += 1;
      if (named <= maxNamedSlides) return notices;
      slides += isHidden ? 1 : 0;
      shapes += hiddenShapes;
      return [];
    },
    ofTheRest: () => noticesOf(slides, shapes).map((each) => ({ ...each, what: `${each.what}, on further ${unit}s` })),
  };
}

function noticesOf(slides: number, shapes: number): readonly HiddenContent[] {
  const notices: HiddenContent[] = [];
  if (slides > 0) notices.push({ type: "notice", code: "hidden-content", what: "hidden slide", count: slides });
  if (shapes > 0) notices.push({ type: "notice", code: "hidden-content", what: "hidden shape", count: shapes });
  return notices;
}

/** Yields one slide. Repeated content is yielded with the first slide that has it. */
type SlideWriter = (slide: Slide, at: Place) => AsyncGenerator<HandlerEvent>;

interface Writing {
  readonly context: HandlerContext;
  /** Lines and images of earlier slides. */
  readonly shownLines: Set<string>;
  readonly shownImages: Set<string>;
}

/** Creates an empty writer. */
function createSlideWriter(context: HandlerContext): SlideWriter {
  const writing: Writing = { context, shownLines: new Set(), shownImages: new Set() };
  return async function* writeSlide(slide, at) {
    let waiting = "";
    let isEmpty = true;
    for (const piece of piecesOf(slide, writing)) {
      if ("text" in piece) {
        // Pieces are separated by an empty line.
        waiting += isEmpty ? piece.text : `\n${piece.text}`;
        isEmpty = false;
        continue;
      }
      const event = await eventOf(piece.image, at, writing);
      if (event === undefined) continue;
      if (waiting !== "") yield text(waiting, at);
      waiting = "";
      yield event;
    }
    if (waiting !== "" || isEmpty) yield text(isEmpty ? emptySlide(slide) : waiting, at);
  };
}

/** A slide with drawings only is not empty: it must be rendered to be seen. */
function emptySlide({ wordlessShapes = 0 }: Slide): string {
  if (wordlessShapes === 0) return "(empty)\n";
  return wordlessShapes === 1 ? "(a drawn shape without words)\n" : `(${wordlessShapes} drawn shapes without words)\n`;
}

/** Yields the content of a slide in order. Images follow the lines that reference them. */
function piecesOf(slide: Slide, { shownLines }: Writing): readonly SlidePiece[] {
  const repeated = slide.repeated.filter((line) => !shownLines.has(line));
  for (const line of repeated) shownLines.add(line);
  const pieces: readonly SlidePiece[] = [
    { text: slide.title === "" ? "" : `## ${slide.title}\n` },
    ...slidePieces(slide.blocks),
    { text: repeated.map((line) => `${line}\n`).join("") },
    { text: slide.comments.map(commentLine).join("") },
    ...(slide.notes.length === 0 ? [] : [{ text: "Notes:\n" }, ...slidePieces(slide.notes)]),
  ];
  return pieces.filter((piece) => !("text" in piece) || piece.text !== "");
}

/** An image on many slides, such as a logo, is sent once. */
async function eventOf(image: SlideImage, at: Place, writing: Writing): Promise<HandlerEvent | undefined> {
  const { name, alt } = image;
  if (writing.shownImages.has(name) || drawings.test(name)) return undefined;
  writing.shownImages.add(name);
  const facts = { alt, at, context: writing.context };
  const omitted = await skipUnreadablePart(() => omittedImageNotice(image.start, name, facts));
  if (omitted !== undefined) return omitted;
  const bytes = await skipUnreadablePart(image.load);
  return bytes === undefined ? undefined : imageEvent(bytes, name, facts);
}

/** Types that are never sent to a model as images, so their bytes need not be unpacked. */
const drawings = /\.(?:emf|wmf|emz|wmz|svg|svm|pict?|bmp|dib|tiff?|wdp|eps)$/i;

/** `[comment · Author: text]`, as in other documents. */
function commentLine({ author, about, text: words, isReply }: SlideComment): string {
  const facts = [author, about === undefined ? "" : `on ${about}`];
  return `${inlineMark(isReply ? "reply" : "comment", facts, words.replaceAll(/\s+/gu, " ").trim())}\n`;
}

/** The requested slides of a deck. */
interface SlideRequest {
  /** The path of the file, for error messages. */
  readonly path: string;
  readonly deck: Deck;
  readonly context: HandlerContext;
}

/**
 * Returns the numbers of the requested slides, from 1, ascending and unique. A range that exceeds the deck is clipped.
 * Throws `out-of-range` for a range that starts after the last slide, and for an unknown title.
 */
async function listSlides(request: SlideRequest): Promise<readonly number[]> {
  const { deck, context } = request;
  const all = Array.from({ length: deck.slideCount }, (_, at) => at + 1);
  const wanted = new Set<number>();
  for (const range of context.pages ?? []) {
    for (const number of "label" in range ? await titled(request, range.label) : numbered(request, range))
      wanted.add(number);
  }
  const numbers = context.pages === undefined ? all : all.filter((number) => wanted.has(number));
  if (context.select === undefined) return numbers;
  const chosen = new Set(await titled(request, context.select));
  return numbers.filter((number) => chosen.has(number));
}

function numbered(request: SlideRequest, { first, last }: { first: number; last?: number }): readonly number[] {
  const { slideCount } = request.deck;
  const start = first < 0 ? Math.max(1, slideCount + first + 1) : first;
  if (start < 1 || start > slideCount) throw outOfRange(request, `${request.deck.words.unit} ${first}`);
  const end = first < 0 ? slideCount : Math.min(slideCount, last ?? slideCount);
  return Array.from({ length: end - start + 1 }, (_, at) => start + at);
}

/** Maximum number of titles listed in an error. */
const maxNamed = 20;

/** Finds the slides with exactly this title or section, else those whose title contains it. */
async function titled(request: SlideRequest, asked: string): Promise<readonly number[]> {
  const number = /^\s*(?:(?:slide|page)\s+)?(\d{1,6})\s*$/i.exec(asked)?.[1];
  if (number !== undefined) return numbered(request, { first: Number(number), last: Number(number) });
  const names = await namesIn(request);
  const key = keyOf(asked);
  const exact = names.filter(({ title, section }) => title === key || section === key);
  const found = exact.length > 0 ? exact : names.filter(({ title }) => title.includes(key));
  if (found.length === 0 || key === "") throw untitled(request, asked, names);
  return found.map((name) => name.number);
}

/** The title of a slide, normalized for comparison and as displayed. */
interface SlideName {
  readonly number: number;
  readonly title: string;
  readonly section: string;
  readonly shown: string;
}

async function namesIn(request: SlideRequest): Promise<readonly SlideName[]> {
  const pause = createYielder();
  const names: SlideName[] = [];
  for (let number = 1; number <= request.deck.slideCount; number += 1) {
    const { title, section } = await nameOf(request, number);
    names.push({ number, title: keyOf(title), section: keyOf(section), shown: title });
    await pause();
  }
  return names;
}

async function nameOf({ deck, context }: SlideRequest, at: number): Promise<{ title: string; section: string }> {
  context.signal.throwIfAborted();
  try {
    return await deck.slide(at);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return { title: "", section: "" };
    throw error;
  }
}

function keyOf(title: string): string {
  return title.normalize("NFKC").replaceAll(/\s+/gu, " ").trim().toLowerCase();
}

function untitled(request: SlideRequest, asked: string, all: readonly SlideName[]): ReadError {
  const titles = all
    .map(({ shown }) => shown)
    .filter((title) => title !== "")
    .slice(0, maxNamed);
  const names = titles.map((title) => quoted(title)).join(", ");
  const error = outOfRange(request, `${request.deck.words.unit} titled ${quoted(asked)}`);
  return new ReadError(error.code, error.message, {
    hint: names === "" ? (error.hint ?? "") : `Select one of ${names}, or ask for \`pages\`.`,
    details: { ...error.details, candidates: titles },
  });
}

function outOfRange({ path, deck }: SlideRequest, missing: string): ReadError {
  const total = deck.slideCount;
  const { unit } = deck.words;
  return new ReadError("out-of-range", `${path} has ${total} ${total === 1 ? unit : `${unit}s`} and no ${missing}.`, {
    hint: total === 0 ? "Read it without `pages`." : `Ask for \`pages\` from 1 to ${total}.`,
    details: { total, unit },
  });
}

/** Maximum number of files that a notice lists. */
const maxListed = 10;

/** Returns a notice that lists the embedded files and says how to read them, if there are any. */
export function fileNotices(
  files: readonly EmbeddedFile[],
  deck: DeckWords["file"] = "presentation",
): readonly Notice[] {
  if (files.length === 0) return [];
  const listed = files.slice(0, maxListed).map(({ name }) => quoted(name));
  const more = files.length > maxListed ? ` and ${files.length - maxListed} more` : "";
  const what = files.length === 1 ? "an embedded file" : "embedded files";
  return [notice(`The ${deck} has ${what}, to be read with \`select\`: ${listed.join(", ")}${more}.`)];
}
