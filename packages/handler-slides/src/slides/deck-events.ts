import {
  createBreather,
  ReadError,
  extent,
  notice,
  text,
  type HandlerContext,
  type HandlerEvent,
  type Place,
  markFact,
} from "@reader/core/handler";
import { withPictureLines, frontMatter } from "@reader/document/content";
import type { Deck } from "./deck.ts";
import { createHiddenTally, type HiddenTally } from "./hidden-tally.ts";
import { createSlideWriter, type SlideWriter } from "./slide-events.ts";
import type { Slide } from "./slide.ts";
import { listSlides, type SlideWish } from "./slide-list.ts";

/** Yields a deck, or what is wanted of it, slide by slide. */
export async function* deckEvents(wish: SlideWish): AsyncGenerator<HandlerEvent> {
  const { deck, context } = wish;
  const embedded = context.select === undefined ? undefined : deck.embedded(context.select);
  if (embedded !== undefined) {
    yield* embedded;
    return;
  }
  const numbers = await listSlides(wish);
  const isWhole = context.pages === undefined && context.select === undefined;
  yield extent("slide", deck.slideCount);
  if (deck.slideCount === 0) yield notice("The presentation has no slides.");
  yield* deck.notices;
  if (isWhole) yield* frontMatter(deck.facts);
  yield* withPictureLines(slides(deck, numbers, context), context);
  if (isWhole) yield* textEvents(await deck.closingText());
}

function* textEvents(content: string): Generator<HandlerEvent> {
  if (content !== "") yield text(content);
}

async function* slides(deck: Deck, numbers: readonly number[], context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const breathe = createBreather();
  const progress = { hidden: createHiddenTally(), writer: createSlideWriter(context), section: "" };
  for (const number of numbers) {
    context.signal.throwIfAborted();
    yield* slideEvents(deck, number, progress);
    await breathe();
  }
  yield* progress.hidden.ofTheRest();
}

interface Progress {
  readonly hidden: HiddenTally;
  readonly writer: SlideWriter;
  /** The section of the slide before. */
  section: string;
}

async function* slideEvents(deck: Deck, number: number, progress: Progress): AsyncGenerator<HandlerEvent> {
  try {
    const slide = await deck.slide(number);
    const at = placeOf(slide, number, progress.section);
    progress.section = slide.section;
    yield* progress.hidden.ofSlide(slide, at);
    yield* progress.writer(slide, at);
  } catch (error) {
    // One damaged slide does not cost the others.
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    const at: Place = { unit: "slide", index: number };
    yield notice(`The slide cannot be read: ${error.message}`, at);
    yield text("(damaged, not shown)\n", at);
  }
}

/** Characters of the name of a section in the mark of a slide. */
const maxSectionCharacters = 200;

/** `hidden`, and the section where one begins. */
function placeOf({ isHidden, section }: Slide, index: number, before: string): Place {
  const marks = [
    section !== "" && section !== before ? `section ${markFact(section, maxSectionCharacters)}` : "",
    isHidden ? "hidden" : "",
  ];
  const label = marks.filter((mark) => mark !== "").join(" · ");
  return label === "" ? { unit: "slide", index } : { unit: "slide", index, label };
}
