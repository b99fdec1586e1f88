import { ReadError, type HandlerContext, type Outline, type OutlineEntry } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import type { Deck } from "./deck.ts";

/** Share of the time limit after which the search stops and returns what it found. */
const searchShare = 0.8;

/** Returns the slides of a deck with their titles, below the sections of the deck. */
export async function outlineDeck(deck: Deck, { signal, budget }: HandlerContext): Promise<Outline> {
  const started = performance.now();
  const breathe = createYielder(signal);
  const entries: OutlineEntry[] = [];
  let section: Section | undefined;
  for (let number = 1; number <= deck.slideCount; number += 1) {
    const slide = await summaryOf(deck, number);
    if (slide.section !== section?.name) section = openSection(slide.section, entries);
    section.slides.push(slide.entry);
    if (performance.now() - started > budget.outlineTimeMs * searchShare) return { entries, truncated: true };
    await breathe();
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

async function summaryOf(
  deck: Deck,
  number: number,
): Promise<{ readonly entry: OutlineEntry; readonly section: string }> {
  try {
    const { title, isHidden, section } = await deck.slide(number);
    return { entry: entryOf(number, title === "" ? "(no title)" : title, isHidden ? " (hidden)" : ""), section };
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    return { entry: entryOf(number, "(damaged)"), section: "" };
  }
}

function entryOf(number: number, name: string, mark = ""): OutlineEntry {
  return { kind: "slide", name, title: `${name}${mark}`, place: { unit: "slide", index: number } };
}
