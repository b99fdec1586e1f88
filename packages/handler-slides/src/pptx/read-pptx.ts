import type { HandlerContext, HandlerEvent, HandlerInfo, Notice, Outline, Source } from "@reader/core/handler";
import { embeddedEvents } from "@reader/document/content";
import { readEmbeddedParts } from "@reader/office-kit/embedded";
import { damageNotices, readCoreProperties, targetOf } from "@reader/office-kit/package";
import { areMacrosAsked, macroEvents, macroNotice } from "@reader/office-kit/vba";
import { childOf } from "@reader/office-kit/xml";
import { deckEvents, fileNotices } from "../slides/deck-events.ts";
import { type Deck, presentationWords } from "../slides/slide.ts";
import { describeDeck, outlineDeck } from "../slides/describe-deck.ts";
import { type Authors, readAuthors } from "./comments.ts";
import { createLayouts } from "./layouts.ts";
import { openPresentation, type Presentation } from "./presentation.ts";
import { readSlide, type SlideReading } from "./read-slide.ts";
import { masterLines } from "./repeated-lines.ts";

/** Yields a presentation slide by slide. */
export async function* readPptx(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield* deckEvents({ path: source.path, deck: await openPptxDeck(source, context), context });
}

/** Describes a presentation. */
export async function describePptx(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return describeDeck(await openPptxDeck(source, context), context);
}

/** Returns the outline of a presentation. */
export async function outlinePptx(source: Source, context: HandlerContext): Promise<Outline> {
  return outlineDeck(await openPptxDeck(source, context), context);
}

/** Opens a PPTX as a deck. Throws `corrupt`, `encrypted` or `too-large`. */
async function openPptxDeck(source: Source, context: HandlerContext): Promise<Deck> {
  const presentation = await openPresentation(source, context);
  const { parts, relationships, slides, modules } = presentation;
  const { files, names: fileNames, equations } = await readEmbeddedParts(parts);
  let authors: Promise<Authors> | undefined;
  const reading: SlideReading = {
    presentation,
    fileNames,
    equations,
    findLayout: createLayouts(parts),
    authors: () => (authors ??= readAuthors(parts, relationships)),
  };
  return {
    words: presentationWords,
    slideCount: slides.length,
    facts: await readCoreProperties(parts),
    notices: [...damageNotices(parts), ...macroNotices(presentation), ...fileNotices(files)],
    slide: (number) => readSlide(slides[number - 1] ?? { part: undefined, section: "" }, reading),
    closingText: () => handoutText(presentation),
    embedded: (name): ReturnType<Deck["embedded"]> =>
      areMacrosAsked(name, modules) ? macroEvents(modules) : embeddedEvents(files, context),
  };
}

function macroNotices({ hasMacros, modules }: Presentation): readonly Notice[] {
  return hasMacros ? [macroNotice("The presentation contains", modules)] : [];
}

/** Returns the text printed on every handout. */
async function handoutText({ parts, relationships }: Presentation): Promise<string> {
  const part = targetOf(relationships, "handoutMaster");
  const root = part === undefined ? undefined : await parts.tree(part);
  const words = masterLines(childOf(root, "p:cSld", "p:spTree"));
  return words.map((each) => `On handouts: ${each}\n`).join("");
}
