import {
  ReadError,
  extent,
  type HandlerContext,
  type HandlerInfo,
  type Json,
  type Outline,
  type OutlineEntry,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import type { Deck, DeckWords, Slide, SlideBlock } from "./slide.ts";

/** Maximum number of slides described individually. */
const maxDescribed = 500;

/** Describes a deck: its properties, and the content of each slide. */
export async function describeDeck(deck: Deck, { signal }: HandlerContext): Promise<HandlerInfo> {
  const pause = createYielder();
  const slides: Summary[] = [];
  for (let number = 1; number <= Math.min(maxDescribed, deck.slideCount); number += 1) {
    signal.throwIfAborted();
    slides.push(await summaryOf(deck, number));
    await pause();
  }
  const { comments: description, ...facts } = deck.facts;
  const { unit } = deck.words;
  return {
    extents: [extent(unit, deck.slideCount)],
    facts: present({
      ...facts,
      description,
      [`${unit}s`]: deck.slideCount,
      outline: slides.map(lineOf),
      outlineIsCut: deck.slideCount > maxDescribed || undefined,
      hidden: slides.filter(({ isHidden }) => isHidden).length || undefined,
      notes: slides.filter(({ hasNotes }) => hasNotes).length || undefined,
      comments: sum(slides.map(({ comments }) => comments)) || undefined,
      images: sum(slides.map(({ images }) => images)) || undefined,
      tables: sum(slides.map(({ tables }) => tables)) || undefined,
      charts: sum(slides.map(({ charts }) => charts)) || undefined,
      remarks: deck.notices.flatMap((each) => (each.code === "handler" ? [each.message] : [])),
    }),
  };
}

interface Summary {
  readonly number: number;
  readonly title: string;
  readonly section: string;
  readonly isHidden: boolean;
  readonly hasNotes: boolean;
  readonly comments: number;
  readonly images: number;
  readonly tables: number;
  readonly charts: number;
}

async function summaryOf(deck: Deck, number: number): Promise<Summary> {
  try {
    return summaryFrom(await deck.slide(number), number);
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    return { ...nothing, number, title: "(damaged)" };
  }
}

const nothing = { section: "", isHidden: false, hasNotes: false, comments: 0, images: 0, tables: 0, charts: 0 };

function summaryFrom({ title, section, isHidden, blocks, notes, comments }: Slide, number: number): Summary {
  const count = (is: (block: SlideBlock) => boolean): number => blocks.filter(is).length;
  return {
    number,
    title,
    section,
    isHidden,
    hasNotes: notes.length > 0,
    comments: comments.length,
    images: count(({ type }) => type === "image"),
    tables: count(({ type }) => type === "table"),
    charts: count((block) => block.type === "markdown" && block.is === "chart"),
  };
}

/** Returns a line such as `3: Results (hidden, notes)`. */
function lineOf({ number, title, isHidden, hasNotes, section }: Summary): string {
  const marks = [section === "" ? "" : `section ${section}`, isHidden ? "hidden" : "", hasNotes ? "notes" : ""];
  const shown = marks.filter((mark) => mark !== "").join(", ");
  return `${number}: ${title === "" ? "(no title)" : title}${shown === "" ? "" : ` (${shown})`}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Omits absent values and empty lists. */
function present(facts: Readonly<Record<string, Json | undefined>>): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const isNothing = value === undefined || (Array.isArray(value) && value.length === 0);
      return isNothing ? [] : [[name, value]];
    }),
  );
}

/** Share of the time limit after which the search stops and returns what it found. */
const searchShare = 0.8;

/** Returns the slides of a deck with their titles, below the sections of the deck. */
export async function outlineDeck(deck: Deck, { signal, budget }: HandlerContext): Promise<Outline> {
  const started = performance.now();
  const pause = createYielder(signal);
  const entries: OutlineEntry[] = [];
  let section: Section | undefined;
  for (let number = 1; number <= deck.slideCount; number += 1) {
    const slide = await outlineSlide(deck, number);
    if (slide.section !== section?.name) section = openSection(slide.section, entries);
    section.slides.push(slide.entry);
    if (performance.now() - started > budget.outlineTimeMs * searchShare) return { entries, truncated: true };
    await pause();
  }
  return { entries };
}

/** Groups consecutive slides of a section. Slides without a section stay single. */
interface Section {
  readonly name: string;
  readonly slides: OutlineEntry[];
}

function openSection(name: string, entries: OutlineEntry[]): Section {
  if (name === "") return { name, slides: entries };
  const slides: OutlineEntry[] = [];
  entries.push({ kind: "entry", name, title: name, children: slides });
  return { name, slides };
}

async function outlineSlide(
  deck: Deck,
  number: number,
): Promise<{ readonly entry: OutlineEntry; readonly section: string }> {
  const { unit } = deck.words;
  try {
    const { title, isHidden, section, mark = "" } = await deck.slide(number);
    const marks = `${isHidden ? " (hidden)" : ""}${mark === "" ? "" : ` (${mark})`}`;
    return { entry: entryOf(unit, { number, name: title === "" ? "(no title)" : title, marks }), section };
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    return { entry: entryOf(unit, { number, name: "(damaged)", marks: "" }), section: "" };
  }
}

interface EntryFacts {
  readonly number: number;
  readonly name: string;
  readonly marks: string;
}

function entryOf(unit: DeckWords["unit"], { number, name, marks }: EntryFacts): OutlineEntry {
  return { kind: unit, name, title: `${name}${marks}`, place: { unit, index: number } };
}
