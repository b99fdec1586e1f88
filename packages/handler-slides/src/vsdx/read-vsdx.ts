import type { HandlerContext, HandlerEvent, HandlerInfo, Notice, Outline, Source } from "@reader/core/handler";
import { embeddedEvents } from "@reader/document/content";
import { readEmbeddedParts } from "@reader/office-kit/embedded";
import { damageNotices, readCoreProperties } from "@reader/office-kit/package";
import { areMacrosAsked, macroEvents, macroNotice } from "@reader/office-kit/vba";
import { deckEvents, fileNotices } from "../slides/deck-events.ts";
import { describeDeck, outlineDeck } from "../slides/describe-deck.ts";
import { type Deck, drawingWords } from "../slides/slide.ts";
import { type DrawingFile, openDrawing } from "./drawing-file.ts";
import { readDrawingPage } from "./read-page.ts";

/** Yields a Visio drawing page by page. */
export async function* readVsdx(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield* deckEvents({ path: source.path, deck: await openVsdxDeck(source, context), context });
}

/** Describes a drawing. */
export async function describeVsdx(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return describeDeck(await openVsdxDeck(source, context), context);
}

/** Returns the outline of a drawing. */
export async function outlineVsdx(source: Source, context: HandlerContext): Promise<Outline> {
  return outlineDeck(await openVsdxDeck(source, context), context);
}

/** Opens a drawing as a deck. Throws `corrupt`, `encrypted` or `too-large`. */
async function openVsdxDeck(source: Source, context: HandlerContext): Promise<Deck> {
  const drawing = await openDrawing(source, context);
  const { parts, pages, modules } = drawing;
  const { files } = await readEmbeddedParts(parts);
  return {
    words: drawingWords,
    slideCount: pages.length,
    facts: await readCoreProperties(parts),
    notices: [...damageNotices(parts), ...macroNotices(drawing), ...fileNotices(files, drawingWords.file)],
    slide: (number) => readDrawingPage(pages[number - 1] ?? noPage, drawing),
    closingText: () => Promise.resolve(pages.length === 0 ? stencilText(drawing) : ""),
    embedded: (name): ReturnType<Deck["embedded"]> =>
      areMacrosAsked(name, modules) ? macroEvents(modules) : embeddedEvents(files, context),
  };
}

const noPage = { id: "", name: "", part: undefined, isBackground: false, backPage: undefined, sheet: undefined };

function macroNotices({ hasMacros, modules }: DrawingFile): readonly Notice[] {
  return hasMacros ? [macroNotice("The drawing contains", modules)] : [];
}

/** Lists the masters of a file without pages, such as a stencil. */
function stencilText({ masters }: DrawingFile): string {
  const names = [...masters.values()].map(({ name }) => `- ${name}\n`);
  return names.length === 0 ? "" : `Masters:\n${names.join("")}`;
}
