import { ReadError, notice, text, type HandlerContext, type HandlerEvent, type Place } from "@reader/core/handler";
import {
  withImageLines,
  skipUnreadablePart,
  imageEvent,
  omittedImageNotice,
  type ImageContext,
} from "@reader/document/content";
import type { DocumentImage, ImageStore, DocumentPiece } from "@reader/document/builder";
import { innerEvents } from "./inner-document.ts";

/** Converts fragments of a document to events, with its headings as places. */
export interface SectionEvents {
  /** Yields the events of the next fragments, limited to the chosen sections if given. */
  of(pieces: readonly DocumentPiece[], chosen?: ReadonlySet<number>): AsyncGenerator<HandlerEvent>;
  /** Yields notices about content that could not be shown. */
  closing(): Generator<HandlerEvent>;
}

/** The input of the events besides the fragments. */
export interface SectionInput {
  readonly context: HandlerContext;
  readonly pictures: ImageStore;
  readonly part: (name: string) => Promise<Uint8Array | undefined>;
}

interface State extends SectionInput {
  /** The number of the current section; 0 before the first heading. */
  section: number;
  at: Place | undefined;
  /** True if text came last, so that an empty line must separate it from the next text. */
  followsText: boolean;
  missingPictures: number;
  isEmpty: boolean;
}

/** Creates a converter that starts before the first section. */
export function createSectionEvents(input: SectionInput): SectionEvents {
  const state: State = { ...input, section: 0, at: undefined, followsText: false, missingPictures: 0, isEmpty: true };
  return {
    of: (pieces, chosen) => withImageLines(eventsOf(state, pieces, chosen), input.context),
    *closing() {
      const { missingPictures: count, isEmpty } = state;
      if (isEmpty) yield notice("The document has no text.");
      const what = count === 1 ? "One picture" : `${count} pictures`;
      if (count > 0) yield notice(`${what} of the document could not be found in the file, or could not be read.`);
    },
  };
}

async function* eventsOf(
  state: State,
  pieces: readonly DocumentPiece[],
  chosen: ReadonlySet<number> | undefined,
): AsyncGenerator<HandlerEvent> {
  for (const piece of pieces) {
    state.context.signal.throwIfAborted();
    if (piece.type === "heading") enterSection(state, piece.title);
    state.isEmpty = false;
    if (chosen === undefined || chosen.has(state.section)) yield* pieceEvents(state, piece);
  }
}

function enterSection(state: State, title: string): void {
  state.section += 1;
  state.at = { unit: "section", index: state.section, label: title };
  state.followsText = false;
}

async function* pieceEvents(state: State, piece: DocumentPiece): AsyncGenerator<HandlerEvent> {
  if (piece.type === "image") yield* pictureEvents(state, piece.source, piece.alt);
  else if (piece.type === "document") yield* innerDocument(state, piece.part);
  else yield text(state.followsText ? `\n${piece.markdown}` : piece.markdown, state.at);
  state.followsText = true;
}

async function* pictureEvents(state: State, source: string, alt: string): AsyncGenerator<HandlerEvent> {
  const picture = state.pictures.take(source);
  const event = await skipUnreadablePart(() => pictureOf(picture, { alt, at: state.at, context: state.context }));
  if (event === undefined) state.missingPictures += 1;
  else yield event;
}

async function pictureOf(picture: DocumentImage | undefined, facts: ImageContext): Promise<HandlerEvent | undefined> {
  if (picture === undefined) return undefined;
  const unseen = await omittedImageNotice(picture.start, picture.name, facts);
  if (unseen !== undefined) return unseen;
  const bytes = await picture.load();
  return bytes && imageEvent(bytes, picture.name, facts);
}

/** Yields a document inside this one. Its text belongs to the section that contains it. */
async function* innerDocument(state: State, part: string): AsyncGenerator<HandlerEvent> {
  if (state.followsText) yield text("\n", state.at);
  try {
    for await (const event of innerEvents(part, state)) {
      if (event.type === "text") yield text(event.text, state.at);
      else if (event.type !== "extent") yield event;
    }
  } catch (error) {
    if (!ReadError.is(error) || error.code === "aborted" || error.code === "timed-out") throw error;
    yield notice(`A document inside this one could not be read: ${error.message}`, state.at);
  }
}
