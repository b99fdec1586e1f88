import { ReadError, type HandlerContext, quoted } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import type { Deck } from "./deck.ts";

/** What is wanted of a deck. */
export interface SlideWish {
  /** For messages. */
  readonly path: string;
  readonly deck: Deck;
  readonly context: HandlerContext;
}

/**
 * The numbers of the wanted slides, from 1, ascending, each once. A range that runs past the end ends there; one that
 * starts past it is `out-of-range`, and so is a title that no slide has.
 */
export async function listSlides(wish: SlideWish): Promise<readonly number[]> {
  const { deck, context } = wish;
  const all = Array.from({ length: deck.slideCount }, (_, at) => at + 1);
  const wanted = new Set<number>();
  for (const range of context.pages ?? []) {
    for (const number of "label" in range ? await titled(wish, range.label) : numbered(wish, range)) wanted.add(number);
  }
  const numbers = context.pages === undefined ? all : all.filter((number) => wanted.has(number));
  if (context.select === undefined) return numbers;
  const chosen = new Set(await titled(wish, context.select));
  return numbers.filter((number) => chosen.has(number));
}

function numbered(wish: SlideWish, { first, last }: { first: number; last?: number }): readonly number[] {
  const { slideCount } = wish.deck;
  const start = first < 0 ? Math.max(1, slideCount + first + 1) : first;
  if (start < 1 || start > slideCount) throw outOfRange(wish, `slide ${first}`);
  const end = first < 0 ? slideCount : Math.min(slideCount, last ?? slideCount);
  return Array.from({ length: end - start + 1 }, (_, at) => start + at);
}

/** Titles that an error names. */
const maxNamed = 20;

/** The slides that have exactly this title, or section; else those whose title holds it. */
async function titled(wish: SlideWish, asked: string): Promise<readonly number[]> {
  const number = /^\s*(?:slide\s+)?(\d{1,6})\s*$/i.exec(asked)?.[1];
  if (number !== undefined) return numbered(wish, { first: Number(number), last: Number(number) });
  const names = await namesIn(wish);
  const key = keyOf(asked);
  const exact = names.filter(({ title, section }) => title === key || section === key);
  const found = exact.length > 0 ? exact : names.filter(({ title }) => title.includes(key));
  if (found.length === 0 || key === "") throw untitled(wish, asked, names);
  return found.map((name) => name.number);
}

/** What a slide is called, as it is compared, and as it is shown. */
interface SlideName {
  readonly number: number;
  readonly title: string;
  readonly section: string;
  readonly shown: string;
}

async function namesIn(wish: SlideWish): Promise<readonly SlideName[]> {
  const breathe = createYielder();
  const names: SlideName[] = [];
  for (let number = 1; number <= wish.deck.slideCount; number += 1) {
    const { title, section } = await nameOf(wish, number);
    names.push({ number, title: keyOf(title), section: keyOf(section), shown: title });
    await breathe();
  }
  return names;
}

async function nameOf({ deck, context }: SlideWish, at: number): Promise<{ title: string; section: string }> {
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

function untitled(wish: SlideWish, asked: string, all: readonly SlideName[]): ReadError {
  const titles = all
    .map(({ shown }) => shown)
    .filter((title) => title !== "")
    .slice(0, maxNamed);
  const names = titles.map((title) => quoted(title)).join(", ");
  const error = outOfRange(wish, `slide titled ${quoted(asked)}`);
  return new ReadError(error.code, error.message, {
    hint: names === "" ? (error.hint ?? "") : `Select one of ${names}, or ask for \`pages\`.`,
    details: { ...error.details, candidates: titles },
  });
}

function outOfRange({ path, deck }: SlideWish, missing: string): ReadError {
  const total = deck.slideCount;
  return new ReadError("out-of-range", `${path} has ${total} ${total === 1 ? "slide" : "slides"} and no ${missing}.`, {
    hint: total === 0 ? "Read it without `pages`." : `Ask for \`pages\` from 1 to ${total}.`,
    details: { total, unit: "slide" },
  });
}
