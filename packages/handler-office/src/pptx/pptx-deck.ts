import { notice, type HandlerContext, type Notice, type Source } from "@reader/core/handler";
import { targetOf } from "../package/relationships.ts";
import type { Deck } from "../slides/deck.ts";
import { childOf } from "../xml/xml-tree.ts";
import { readCoreProperties } from "../common/core-properties.ts";
import { areMacrosAsked, macroEvents, macroNotice } from "../vba/macro-events.ts";
import { readAuthors, type Authors } from "./comments.ts";
import { embeddedIn, embeddedNames } from "./embedded.ts";
import { createLayouts } from "./layouts.ts";
import { openPresentation, type Presentation } from "./presentation.ts";
import { readSlide, type SlideReading } from "./read-slide.ts";
import { masterLines } from "./repeated-lines.ts";
import { damageNotices } from "../package/office-package.ts";

/** Opens a PPTX as a deck. Throws `corrupt`, `encrypted` or `too-large`. */
export async function openPptxDeck(source: Source, context: HandlerContext): Promise<Deck> {
  const presentation = await openPresentation(source, context);
  const { parts, relationships, slides, modules } = presentation;
  let authors: Promise<Authors> | undefined;
  const reading: SlideReading = {
    presentation,
    findLayout: createLayouts(parts),
    authors: () => (authors ??= readAuthors(parts, relationships)),
  };
  return {
    slideCount: slides.length,
    facts: await readCoreProperties(parts),
    notices: [...damageNotices(parts), ...noticesOf(presentation)],
    slide: (number) => readSlide(slides[number - 1] ?? { part: undefined, section: "" }, reading),
    closingText: () => handoutText(presentation),
    embedded: (name): ReturnType<Deck["embedded"]> =>
      areMacrosAsked(name, modules) ? macroEvents(modules) : embeddedIn(parts, name, context),
  };
}

/** Names that a notice lists. */
const maxListed = 10;

function noticesOf({ hasMacros, modules, parts }: Presentation): readonly Notice[] {
  const macros = hasMacros ? [macroNotice("The presentation contains", modules)] : [];
  const names = embeddedNames(parts);
  if (names.length === 0) return macros;
  const listed = names.slice(0, maxListed).map((name) => JSON.stringify(name));
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : "";
  const what = names.length === 1 ? "an embedded file" : "embedded files";
  return [...macros, notice(`The presentation has ${what}, to be read with \`select\`: ${listed.join(", ")}${more}.`)];
}

/** What is printed on every handout. */
async function handoutText({ parts, relationships }: Presentation): Promise<string> {
  const part = targetOf(relationships, "handoutMaster");
  const root = part === undefined ? undefined : await parts.tree(part);
  const words = masterLines(childOf(root, "p:cSld", "p:spTree"));
  return words.map((each) => `On handouts: ${each}\n`).join("");
}
