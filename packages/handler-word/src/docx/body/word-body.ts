import { ReadError } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { childOf, type XmlElement, type TagMemory } from "@reader/office-kit/xml";
import { commentLine } from "../parts/comments.ts";
import { readStyles } from "../parts/styles.ts";
import type { WordDocument } from "../parts/word-document.ts";
import {
  blockSources,
  createBlockMemory,
  readBlocks,
  type BlockListener,
  type BlockPart,
  type BlockSource,
} from "./block-reader.ts";
import { BlockWriter, TableWriter, writeNotes } from "./blocks.ts";
import { nullSink, type BodySink, type NoteKind } from "./body-sink.ts";
import { createBodyState, type BlockContext, type BodyInput, type BodyNote, type BodyState } from "./body-state.ts";
import { Fields } from "./fields.ts";
import { styleUseIn } from "./style-use.ts";
import { type PageLayout, pageLayoutOf } from "./page-counter.ts";
import { headingLevelOf, mayBeHeading, namedStyle } from "./paragraph-style.ts";

/** The text of a document. It is checked and can be read in several passes. */
export interface WordBody {
  /** The number of headings outside tables and notes, which start sections. */
  readonly headings: number;
  /** One line for each author of tracked changes. */
  readonly changes: readonly string[];
  readonly changeCount: number;
  /** How pages are counted; `undefined` if nothing tells on which page the text is. */
  readonly layout: PageLayout | undefined;
  /** Starts a pass that writes the whole text to a sink in steps of some milliseconds. */
  pass(sink: BodySink): BodyPass;
}

/** One pass over the text of a document. */
export interface BodyPass {
  /** Reads the next step. Returns false at the end. */
  step(): boolean;
  /** The counts so far. */
  readonly counts: BodyState["counts"];
  /** Returns the comments that no text refers to. Call it at the end of the pass. */
  looseComments(): readonly string[];
}

/**
 * Reads the text of a document once, to check it and to count what must be known before its start: sections and tracked
 * changes. Throws `corrupt` and `too-large`, and the reason of the signal.
 */
export async function openWordBody(document: WordDocument, signal: AbortSignal): Promise<WordBody> {
  const memory = createBlockMemory();
  const notes = await readNotes(document, memory);
  const bytes = (await document.parts.bytes(document.main)) ?? new Uint8Array();
  const pause = createYielder(signal);
  const styles = readStyles(document.styles);
  for (const source of blockSources({ bytes, name: document.main, path: ["w:document", "w:body"] }, memory)) {
    const xml = source.text ?? new TextDecoder("latin1").decode(bytes);
    const input: PassInput = { document, notes, source, styleUse: styleUseIn(xml, styles) };
    const found = await survey(input, pause);
    if (found === undefined) continue;
    const layout = pageLayoutOf(xml, document.statedPages, styles);
    return {
      layout,
      headings: found.counts.headings,
      changes: found.changes.lines(),
      changeCount: found.changes.total,
      pass: (sink) => startPass({ ...input, layout }, sink),
    };
  }
  throw noText();
}

interface PassInput extends Pick<BodyInput, "styleUse"> {
  readonly document: WordDocument;
  readonly notes: ReadonlyMap<string, BodyNote>;
  readonly source: BlockSource;
}

function noText(): ReadError {
  return new ReadError("corrupt", "The document has no text that could be read.", {
    hint: "Ask for an undamaged copy, or read it as an archive.",
  });
}

/** Counts headings and changes. Returns `undefined` if the part cannot be read in this mode. */
async function survey(input: PassInput, pause: () => Promise<void>): Promise<BodyState | undefined> {
  const state = createBodyState(input.document, { ...input, sink: nullSink });
  for (const { content, relationships } of input.notes.values()) {
    const writer = new BlockWriter(noteContext(state, relationships));
    for (const node of content.children) if (typeof node !== "string") writer.write(node);
  }
  const writer = new BodyWriter(mainContext(state, input.document));
  const listener: BlockListener = {
    enter: (name) => writer.enter(name),
    leave: (name) => writer.leave(name),
    needsAll: (properties) => mayBeHeading(properties, namedStyle(properties, state.styles), state),
    block(element, isMarked) {
      const isNeeded = isMarked || (element.name === "w:p" && isHeading(element, state));
      if (isNeeded) writer.block(element);
    },
  };
  const steps = readBlocks(input.source, listener);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) await pause();
  writer.end();
  return step.value ? state : undefined;
}

function isHeading(paragraph: XmlElement, state: BodyState): boolean {
  return headingLevelOf(paragraph, namedStyle(childOf(paragraph, "w:pPr"), state.styles), state) > 0;
}

function startPass(input: PassInput & Pick<BodyInput, "layout">, sink: BodySink): BodyPass {
  const state = createBodyState(input.document, { ...input, sink });
  if (input.layout !== undefined) sink.startPage(1);
  const writer = new BodyWriter(mainContext(state, input.document));
  const steps = allBlocks(input.source, writer);
  const { comments, seenComments, counts } = state;
  return {
    counts,
    step() {
      const isDone = steps.next().done === true;
      if (isDone) writer.end();
      return !isDone;
    },
    looseComments: () => [...comments].flatMap(([id, comment]) => (seenComments.has(id) ? [] : [commentLine(comment)])),
  };
}

/**
 * Reads all blocks. The survey does not parse every run, so the fast parser may still give up here. The complete parser
 * then continues after the blocks already written. Throws `corrupt`.
 */
function* allBlocks(source: BlockSource, listener: BlockListener): Generator<undefined, void> {
  let count = 0;
  const isRead = yield* readBlocks(
    source,
    whenCalled(listener, () => {
      count += 1;
      return true;
    }),
  );
  if (isRead) return;
  let skipped = 0;
  yield* readBlocks(
    { ...source, text: undefined },
    whenCalled(listener, () => {
      skipped += 1;
      return skipped > count;
    }),
  );
}

/** Wraps a listener so that it is called only while `isWanted` returns true. */
function whenCalled(listener: BlockListener, isWanted: () => boolean): BlockListener {
  return {
    enter(name) {
      if (isWanted()) listener.enter(name);
    },
    leave(name) {
      if (isWanted()) listener.leave(name);
    },
    block(element, isMarked) {
      if (isWanted()) listener.block(element, isMarked);
    },
  };
}

function mainContext(state: BodyState, { relationships, main }: WordDocument): BlockContext {
  const own = relationships.get(main) ?? new Map();
  return { state, relationships: own, fields: new Fields(), isMain: true, change: undefined };
}

function noteContext(state: BodyState, relationships: BodyNote["relationships"]): BlockContext {
  return { state, relationships, fields: new Fields(), isMain: false, change: undefined };
}

/** Writes the blocks of the body as they are read, and tables row by row. */
class BodyWriter implements BlockListener {
  readonly #context: BlockContext;
  readonly #blocks: BlockWriter;
  #table: TableWriter | undefined;

  constructor(context: BlockContext) {
    this.#context = context;
    this.#blocks = new BlockWriter(context);
  }

  enter(name: string): void {
    if (name === "w:tbl") this.#table = new TableWriter(this.#context);
  }

  leave(name: string): void {
    if (name !== "w:tbl") return;
    this.#table?.end();
    this.#table = undefined;
  }

  block(element: XmlElement): void {
    if (this.#table === undefined) this.#blocks.write(element);
    else this.#table.write(element);
  }

  end(): void {
    this.#blocks.end();
    writeNotes(this.#context.state);
  }
}

/** Reads the notes of a document, by key, such as `footnote 3`. Skips a damaged part and keeps the text. */
async function readNotes(document: WordDocument, memory: TagMemory): Promise<ReadonlyMap<string, BodyNote>> {
  const notes = new Map<string, BodyNote>();
  for (const { kind, name } of document.noteParts) {
    const bytes = await document.parts.bytes(name);
    if (bytes === undefined) continue;
    const part: BlockPart = { bytes, name, path: [`w:${kind}s`] };
    const relationships = document.relationships.get(name) ?? new Map();
    for (const content of notesIn(part, kind, memory)) {
      notes.set(`${kind} ${content.attributes["w:id"] ?? ""}`, { content, relationships });
    }
  }
  return notes;
}

function notesIn(part: BlockPart, kind: NoteKind, memory: TagMemory): readonly XmlElement[] {
  for (const source of blockSources(part, memory)) {
    const notes: XmlElement[] = [];
    const block = (element: XmlElement): void => {
      if (element.name === `w:${kind}` && !isSeparator(element)) notes.push(element);
    };
    const steps = readBlocks(source, { enter: ignore, leave: ignore, block });
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    if (step.value) return notes;
  }
  return [];
}

function isSeparator({ attributes }: XmlElement): boolean {
  return attributes["w:type"] !== undefined && attributes["w:type"] !== "normal";
}

function ignore(): void {}
