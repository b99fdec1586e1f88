import {
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  notice,
  type Outline,
  ReadError,
  type Source,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { embeddedEvents } from "@reader/document/content";
import { textBlock } from "@reader/office-kit/drawing";
import { findOdfFiles, macroText, type OdfFiles } from "@reader/office-kit/odf";
import { damageNotices } from "@reader/office-kit/package";
import { childOf, type XmlElement } from "@reader/office-kit/xml";
import { deckEvents } from "../slides/deck-events.ts";
import { fileNotices } from "../slides/deck-files.ts";
import type { Deck } from "../slides/deck.ts";
import { describeDeck } from "../slides/describe-deck.ts";
import { outlineDeck } from "../slides/outline-deck.ts";
import type { Slide, SlideBlock } from "../slides/slide.ts";
import { type OdpFile, openOdp } from "./open-odp.ts";
import { type OdpSurroundings, shapeContent } from "./shape-content.ts";

/** Yields a presentation slide by slide. */
export async function* readOdp(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield* deckEvents({ path: source.path, deck: await openOdpDeck(source, context), context });
}

/** Describes a presentation. */
export async function describeOdp(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return describeDeck(await openOdpDeck(source, context), context);
}

/** Returns the outline of a presentation. */
export async function outlineOdp(source: Source, context: HandlerContext): Promise<Outline> {
  return outlineDeck(await openOdpDeck(source, context), context);
}

/** Opens an ODP as a deck. All its pages are in one part, so all are read, and kept without their drawings. */
async function openOdpDeck(source: Source, context: HandlerContext): Promise<Deck> {
  const file = await openOdp(source, context);
  const embedded = file.parts === undefined ? noFiles : await findOdfFiles(file.parts);
  const breathe = createYielder();
  const slides: Slide[] = [];
  let damage: ReadError | undefined;
  try {
    for await (const page of file.pages()) {
      context.signal.throwIfAborted();
      slides.push(await slideOf(page, file, embedded.names));
      await breathe();
    }
  } catch (error) {
    // Content before the damage is kept.
    if (!ReadError.is(error) || error.code !== "corrupt" || slides.length === 0) throw error;
    damage = error;
  }
  return {
    slideCount: slides.length,
    facts: file.facts,
    notices: [
      ...(file.parts === undefined ? [] : damageNotices(file.parts)),
      ...(file.hasMacros ? [notice("The presentation contains macros, which are not run.")] : []),
      ...fileNotices(embedded.files),
      ...(damage === undefined ? [] : [notice(`The file is damaged, and slides may be missing: ${damage.message}`)]),
    ],
    slide: (number) => Promise.resolve(slides[number - 1] ?? missing()),
    closingText: () => (file.parts === undefined ? Promise.resolve("") : macroText(file.parts)),
    embedded: () => embeddedEvents(embedded.files, context),
  };
}

/** Returns the deck of a file that is one XML document. */
const noFiles: OdfFiles = { files: [], names: new Map() };

function missing(): never {
  throw new ReadError("corrupt", "it is missing.");
}

async function slideOf(
  page: XmlElement,
  { styles, parts }: OdpFile,
  fileNames: ReadonlyMap<string, string>,
): Promise<Slide> {
  const around = { styles: styles.text, parts, fileNames };
  const { title, blocks, comments, hiddenShapes } = await shapeContent(page, around);
  const notes = childOf(page, "presentation:notes");
  const { attributes } = page;
  return {
    title,
    isHidden: styles.hidden.has(attributes["draw:style-name"] ?? ""),
    section: "",
    blocks,
    notes: notes === undefined ? [] : await notesIn(notes, around),
    comments,
    repeated: [
      ...declaredLines(page, styles.declared),
      ...(styles.printed.get(attributes["draw:master-page-name"] ?? "") ?? []),
    ],
    hiddenShapes,
  };
}

/** Notes have no title; text detected as one is their first line. */
async function notesIn(notes: XmlElement, around: OdpSurroundings): Promise<readonly SlideBlock[]> {
  const { title, blocks } = await shapeContent(notes, around);
  return title === "" ? blocks : [textBlock(title), ...blocks];
}

const declarations: readonly (readonly [attribute: string, name: string])[] = [
  ["presentation:use-date-time-name", "Date"],
  ["presentation:use-header-name", "Header"],
  ["presentation:use-footer-name", "Footer"],
];

function declaredLines({ attributes }: XmlElement, declared: ReadonlyMap<string, string>): readonly string[] {
  return declarations.flatMap(([attribute, name]) => {
    const words = declared.get(attributes[attribute] ?? "") ?? "";
    return words === "" ? [] : [`${name}: ${words}`];
  });
}
