import type { HandlerContext, Notice, Source } from "@reader/core/handler";
import { readEmbeddedParts } from "@reader/office-kit/embedded";
import { embeddedEvents } from "@reader/document/content";
import { targetOf, readCoreProperties, damageNotices } from "@reader/office-kit/package";
import { childOf } from "@reader/office-kit/xml";
import { areMacrosAsked, macroEvents, macroNotice } from "@reader/office-kit/vba";
import { fileNotices } from "../slides/deck-files.ts";
import type { Deck } from "../slides/deck.ts";
import { readAuthors, type Authors } from "./comments.ts";
import { createLayouts } from "./layouts.ts";
import { openPresentation, type Presentation } from "./presentation.ts";
import { readSlide, type SlideReading } from "./read-slide.ts";
import { masterLines } from "./repeated-lines.ts";

/** Opens a PPTX as a deck. Throws `corrupt`, `encrypted` or `too-large`. */
export async function openPptxDeck(source: Source, context: HandlerContext): Promise<Deck> {
  const presentation = await openPresentation(source, context);
  const { parts, relationships, slides, modules } = presentation;
  const { files, names: fileNames } = await readEmbeddedParts(parts);
  let authors: Promise<Authors> | undefined;
  const reading: SlideReading = {
    presentation,
    fileNames,
    findLayout: createLayouts(parts),
    authors: () => (authors ??= readAuthors(parts, relationships)),
  };
  return {
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

/** What is printed on every handout. */
async function handoutText({ parts, relationships }: Presentation): Promise<string> {
  const part = targetOf(relationships, "handoutMaster");
  const root = part === undefined ? undefined : await parts.tree(part);
  const words = masterLines(childOf(root, "p:cSld", "p:spTree"));
  return words.map((each) => `On handouts: ${each}\n`).join("");
}
