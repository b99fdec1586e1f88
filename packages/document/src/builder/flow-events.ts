import { extent, notice, text, type HandlerContext, type HandlerEvent, type Place } from "@reader/core/handler";
import type { MarkdownPiece } from "../markdown/markdown-builder.ts";
import { pictureEvent } from "../content/picture-event.ts";
import { withPictureLines } from "../content/picture-lines.ts";
import { chooseSections } from "./choose-sections.ts";
import { embeddedEvents, embeddedNotices, type EmbeddedFile } from "../content/embedded-files.ts";
import type { Flow } from "./flow.ts";

/** Yields what is finished of a document, with its sections as places. */
export interface FlowEvents {
  /** Whether all of the document is wanted, with what it says of itself. */
  readonly isWhole: boolean;
  /** What was finished since the last time. */
  drain(): AsyncGenerator<HandlerEvent>;
  /** The rest, the notes, and what there is to say of the whole. */
  end(): AsyncGenerator<HandlerEvent>;
}

interface State {
  readonly flow: Flow;
  readonly context: HandlerContext;
  sections: number;
  at: Place | undefined;
  /** Pictures that were promised and could not be shown. */
  missing: number;
  hasText: boolean;
  /** Whether there was neither a text nor a picture. */
  isEmpty: boolean;
  /** The sections that are wanted; undefined for all. */
  chosen: ReadonlySet<number> | undefined;
}

/** The events of a flow; it may still grow while they are taken. `path` is that of the file, for messages. */
export function createFlowEvents(flow: Flow, context: HandlerContext, path: string): FlowEvents {
  const state: State = {
    flow,
    context,
    sections: 0,
    at: undefined,
    missing: 0,
    hasText: false,
    isEmpty: true,
    chosen: undefined,
  };
  const { pages, select } = context;
  const isWhole = pages === undefined && select === undefined;
  // Which headings there are is known only at the end.
  const kept: MarkdownPiece[] = [];
  return {
    isWhole,
    async *drain() {
      const pieces = flow.take();
      if (isWhole) yield* eventsOf(state, pieces);
      else for (const piece of pieces) kept.push(piece);
    },
    async *end() {
      tellClosing(flow, isWhole);
      const pieces = [...kept, ...flow.end()];
      if (!isWhole) state.chosen = chooseSections(pieces, { path, pages, select });
      yield* eventsOf(state, pieces);
      if (state.sections > 0) yield extent("section", state.sections);
      yield* closingNotices(state);
    },
  };
}

function tellClosing(flow: Flow, isWhole: boolean): void {
  flow.endParagraph();
  flow.tellNotes();
  for (const line of isWhole ? flow.changes.lines() : []) {
    flow.startParagraph({});
    flow.write(line);
    flow.endParagraph();
  }
}

function eventsOf(state: State, pieces: readonly MarkdownPiece[]): AsyncGenerator<HandlerEvent> {
  return withPictureLines(pieceEvents(state, pieces), state.context);
}

async function* pieceEvents(state: State, pieces: readonly MarkdownPiece[]): AsyncGenerator<HandlerEvent> {
  for (const piece of pieces) {
    state.context.signal.throwIfAborted();
    state.isEmpty = false;
    if (piece.type === "heading") enterSection(state, piece.title);
    if (state.chosen !== undefined && !state.chosen.has(state.sections)) continue;
    if (piece.type === "image") yield* pictureOf(state, piece);
    else yield textOf(state, piece);
  }
}

/** Marks of notes are no part of a title. */
function enterSection(state: State, title: string): void {
  state.sections += 1;
  state.at = { unit: "section", index: state.sections, label: title.replace(/\[\^\w+\]/g, "").trim() };
}

/** A piece ends with one newline; an empty line keeps it apart from the next. */
function textOf(state: State, piece: Exclude<MarkdownPiece, { readonly type: "image" }>): HandlerEvent {
  const isApart = state.hasText && piece.type !== "heading";
  state.hasText = true;
  return text(isApart ? `\n${piece.markdown}` : piece.markdown, state.at);
}

async function* pictureOf(
  state: State,
  { source, alt }: Extract<MarkdownPiece, { readonly type: "image" }>,
): AsyncGenerator<HandlerEvent> {
  const picture = state.flow.pictures.take(source);
  const bytes = await picture?.load();
  if (picture === undefined || bytes === undefined) {
    state.missing += 1;
    return;
  }
  const { at, context } = state;
  const event = await pictureEvent(bytes, picture.name, { alt, context, ...(at === undefined ? {} : { at }) });
  if (event !== undefined) yield event;
}

function* closingNotices({ flow, missing, isEmpty }: State): Generator<HandlerEvent> {
  if (isEmpty) yield notice("The document has no text.");
  if (flow.hiddenCount > 0) {
    yield { type: "notice", code: "hidden-content", what: "hidden text", count: flow.hiddenCount };
  }
  if (missing > 0) {
    const what = missing === 1 ? "One picture" : `${missing} pictures`;
    yield notice(`${what} of the document could not be found in the file, or could not be read.`);
  }
}

/** The end of a document whose files are known only then: the file that `select` names, or the rest and what there is. */
export async function* endEvents(
  events: Pick<FlowEvents, "end" | "isWhole">,
  files: readonly EmbeddedFile[],
  context: Pick<HandlerContext, "select" | "nested">,
): AsyncGenerator<HandlerEvent> {
  const inside = embeddedEvents(files, context);
  if (inside !== undefined) {
    yield* inside;
    return;
  }
  yield* events.end();
  if (events.isWhole) yield* embeddedNotices(files);
}
