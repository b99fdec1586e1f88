import { inlineMark } from "@reader/core/render";
import {
  type MarkdownPiece,
  createMarkdownBuilder,
  type MarkdownBuilder,
  pageElement,
} from "../markdown/markdown-builder.ts";
import { type ChangeTally, createChangeTally } from "./change-tally.ts";
import type { ParagraphStyle } from "./paragraph-style.ts";
import { createHiddenBudget, type HiddenBudget, type HiddenPassages } from "./hidden-budget.ts";
import { type DocumentImage, type ImageStore, createImageStore } from "./image-store.ts";
import { type RunFormat, plainRun, textMarks, withinMarks } from "./run-format.ts";
import { type Recording, attributesOf, createRecording } from "./recording.ts";
import { createTextBuilder, type TextBuilder } from "./text-builder.ts";
import { numberIn } from "./list-counter.ts";

/** Builds a document from paragraphs, lists, tables, notes and images, in reading order. */
export interface DocumentBuilder {
  startParagraph(style: ParagraphStyle): void;
  /** Writes text to the open paragraph, or starts a plain one. */
  write(text: string, format?: RunFormat): void;
  /** Writes text that is already Markdown. */
  raw(markdown: string, format?: RunFormat): void;
  lineBreak(): void;
  endParagraph(): void;
  startTable(): void;
  startRow(): void;
  startCell(span?: CellSpan): void;
  endCell(): void;
  endRow(): void;
  endTable(): void;
  image(image: DocumentImage, format?: RunFormat): void;
  /** Writes Markdown as a separate block inside the open paragraph. */
  block(markdown: string): void;
  /** Closes what paragraphs leave open for the next one, such as lists. */
  settle(): void;
  /** Records the following content instead of writing it, until `endAside`. */
  beginAside(): void;
  /** Returns what was recorded since the last `beginAside`. */
  endAside(): Recording;
  /** Writes recorded content. */
  writeRecording(aside: Recording): void;
  /** Writes a reference to a note; the note follows at the end of the section. */
  note(aside: Recording, kind?: "footnote" | "endnote"): void;
  /** Writes deleted words at their original place. */
  deletion(words: Recording): void;
  /** Writes a comment at the place that it refers to. */
  comment(comment: DocumentComment): void;
  /** Writes a page header or footer as a separate line, once for each different text. Cells are joined by slashes. */
  pageLine(what: "Header" | "Footer", aside: Recording): void;
  /** Starts a page at this point of the text. Only a layout that the file stores is worth calling it for. */
  startPage(number: number): void;
  /** Writes the pending notes. */
  writeNotes(): void;
  /** Returns the finished pieces and removes them. */
  take(): readonly MarkdownPiece[];
  /** Ends the document and returns the remaining pieces. */
  end(): readonly MarkdownPiece[];
  readonly images: ImageStore;
  readonly changes: ChangeTally;
  /** Number of tables, notes and comments. */
  readonly counts: { tables: number; notes: number; comments: number };
  /** Number of runs of hidden text. */
  hiddenCount: number;
  /** What was shown of hidden text so far, and what was left out because it takes too much of the text. */
  readonly hiddenPassages: HiddenPassages;
}

/** The number of columns and rows that a cell spans, and whether it is a header cell. */
export interface CellSpan {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  readonly isHeader?: boolean | undefined;
}

/** A comment on the document. */
export interface DocumentComment {
  readonly author: string;
  readonly isResolved?: boolean | undefined;
  readonly words: Recording;
}

/** Options of a document builder. */
export interface BuilderOptions {
  /** Decides which images can be shown. */
  readonly images?: ImageStore | undefined;
  /** True if all hidden text is shown, however much there is. */
  readonly showsHidden?: boolean | undefined;
}

/** Creates an empty document builder. */
export function createDocumentBuilder({
  images = createImageStore(),
  showsHidden = false,
}: BuilderOptions = {}): DocumentBuilder {
  const builder = createMarkdownBuilder();
  const hidden = createHiddenBudget(!showsHidden);
  const main = openOn(createTextBuilder(builder, hidden), undefined);
  const state: BuilderState = {
    builder,
    hidden,
    taken: [],
    hasImage: false,
    main,
    open: [main],
    flattened: 0,
    notes: [],
    noteCounts: { footnote: 0, endnote: 0 },
    pageLines: new Set(),
    counts: { tables: 0, notes: 0, comments: 0 },
  };
  const document: DocumentBuilder = {
    ...textMethods(state),
    ...tableMethods(state),
    ...asideMethods(state),
    take: () => [...state.taken.splice(0), ...builder.take()],
    end() {
      if (hidden.mark !== "") writeLine(main, hidden.mark);
      return [...state.taken.splice(0), ...builder.end()];
    },
    images,
    changes: createChangeTally(),
    counts: state.counts,
    hiddenCount: 0,
    hiddenPassages: hidden,
    image(image, format) {
      ready(state);
      state.hasImage = true;
      const shown = document.images.put(image);
      if ("source" in shown) top(state).level.image(image.alt, shown.source, format);
      else top(state).level.write(shown.words, format ?? plainRun);
    },
    startPage(number) {
      top(state).level.sink.open(pageElement, attributesOf({ number: String(number) }));
    },
    settle() {
      top(state).level.settle();
      top(state).hasParagraph = false;
    },
  };
  return document;
}

type TableMethods = Pick<DocumentBuilder, "startTable" | "startRow" | "startCell" | "endCell" | "endRow" | "endTable">;

/** Returns the methods for tables, rows and cells. */
function tableMethods(state: BuilderState): TableMethods {
  const open = (name: string, attributes?: Readonly<Record<string, string | undefined>>): void => {
    top(state).hasParagraph = false;
    top(state).level.open(name, attributes);
  };
  const close = (name: string): void => {
    top(state).hasParagraph = false;
    top(state).level.close(name);
  };
  return {
    startTable() {
      state.counts.tables += 1;
      open("table");
    },
    startRow: () => open("tr"),
    startCell({ columns = 1, rows = 1, isHeader = false } = {}) {
      const name = isHeader ? "th" : "td";
      top(state).cells.push(name);
      open(name, { colspan: spanned(columns), rowspan: spanned(rows) });
    },
    endCell: () => close(top(state).cells.pop() ?? "td"),
    endRow: () => close("tr"),
    endTable: () => close("table"),
  };
}

function spanned(count: number): string | undefined {
  return count > 1 ? String(count) : undefined;
}

type TextMethods = Pick<DocumentBuilder, "startParagraph" | "write" | "raw" | "block" | "lineBreak" | "endParagraph">;

/** Returns the methods for paragraphs and their content. */
function textMethods(state: BuilderState): TextMethods {
  return {
    startParagraph(style) {
      const open = top(state);
      endParagraph(open);
      // Notes go to the end of their section.
      if (style.heading !== undefined && isOutside(state)) writeNotes(state);
      open.level.startParagraph(style);
      open.hasParagraph = true;
      open.isHeading = style.heading !== undefined;
    },
    write: (text, format = plainRun) => ready(state).write(text, format),
    raw: (markdown, format = plainRun) => ready(state).raw(markdown, format),
    block: (markdown) => ready(state).block(markdown),
    lineBreak: () => ready(state).lineBreak(),
    endParagraph() {
      endParagraph(top(state));
      // An image follows the paragraph that contains it.
      if (!state.hasImage || !isOutside(state)) return;
      state.hasImage = false;
      for (const piece of state.builder.take()) state.taken.push(piece);
    },
  };
}

function endParagraph(open: OpenText): void {
  open.level.endParagraph();
  open.hasParagraph = false;
  open.isHeading = false;
  for (const remark of open.remarks.splice(0)) writeLine(open, remark);
}

const lowerRoman = 2;

/** Maximum nesting of recorded asides. Deeper text is written in place. */
const maxAsideDepth = 40;

type AsideMethods = Pick<
  DocumentBuilder,
  "beginAside" | "endAside" | "writeRecording" | "note" | "deletion" | "comment" | "pageLine" | "writeNotes"
>;

/** Returns the methods for asides: notes, comments, deletions, page headers and footers. */
function asideMethods(state: BuilderState): AsideMethods {
  return {
    beginAside() {
      if (state.open.length > maxAsideDepth) {
        state.flattened += 1;
        return;
      }
      const recording = createRecording();
      state.open.push(openOn(createTextBuilder(recording, state.hidden), recording));
    },
    endAside: () => endAside(state),
    writeRecording(aside) {
      if (aside.isEmpty) return;
      const open = top(state);
      open.level.settle();
      open.hasParagraph = false;
      aside.replay(open.level.sink);
    },
    note(aside, kind = "footnote") {
      state.counts.notes += 1;
      const count = (state.noteCounts[kind] += 1);
      const label = kind === "footnote" ? `[^${count}]` : `[^${numberIn(lowerRoman, count)}]`;
      ready(state).raw(label, plainRun);
      state.notes.push(`${label}: ${markdownOf(aside).replace(/\n+/g, "\n    ")}`);
    },
    deletion(words) {
      const line = markdownOf(words).replace(/\s+/g, " ");
      const [before, after] = textMarks.deletion;
      ready(state).raw(`${before}${withinMarks(line, ["deletion"])}${after}`, plainRun);
    },
    comment: (comment) => writeComment(state, comment),
    pageLine(what, aside) {
      const line = partsOf(aside)
        .map((part) => part.replace(/\s+/g, " "))
        .join(" / ");
      if (line === "" || state.pageLines.has(`${what} ${line}`)) return;
      state.pageLines.add(`${what} ${line}`);
      writeLine(top(state), `${what}: ${line}`);
    },
    writeNotes: () => writeNotes(state),
  };
}

function writeComment(state: BuilderState, { author, isResolved, words }: DocumentComment): void {
  state.counts.comments += 1;
  const facts = [author.trim(), isResolved === true ? "resolved" : ""];
  const remark = inlineMark("comment", facts, markdownOf(words).replace(/\s+/g, " ").trim());
  // Inside a heading it would become part of the title.
  if (top(state).isHeading) top(state).remarks.push(remark);
  else ready(state).raw(remark, plainRun);
}

function endAside(state: BuilderState): Recording {
  const open = top(state);
  if (state.flattened > 0 || open.recording === undefined) {
    state.flattened = Math.max(0, state.flattened - 1);
    return createRecording();
  }
  open.level.settle();
  state.open.pop();
  return open.recording;
}

/**
 * Returns recorded content as Markdown. Images appear only as references; the pieces of the document carry their bytes.
 */
function markdownOf(aside: Recording): string {
  const builder = createMarkdownBuilder();
  aside.replay(builder);
  return endOf(builder);
}

/** Returns the cells of recorded content, and the text around tables, as Markdown; without those that are empty. */
function partsOf(aside: Recording): readonly string[] {
  const parts: string[] = [];
  let builder = createMarkdownBuilder();
  const endPart = (): void => {
    parts.push(endOf(builder));
    builder = createMarkdownBuilder();
  };
  aside.replay({
    open(name, attributes) {
      if (tableElements.has(name)) endPart();
      else builder.open(withoutHeading(name), attributes);
    },
    close(name) {
      if (tableElements.has(name)) endPart();
      else builder.close(withoutHeading(name));
    },
    text: (characters) => builder.text(characters),
    raw: (markdown) => builder.raw(markdown),
  });
  endPart();
  return parts.filter((part) => part !== "");
}

/** A heading is a paragraph of a page line. */
function withoutHeading(name: string): string {
  return /^h[1-6]$/.test(name) ? "p" : name;
}

const tableElements: ReadonlySet<string> = new Set(["table", "tr", "td", "th"]);

function endOf(builder: MarkdownBuilder): string {
  return builder
    .end()
    .flatMap((piece) => ("markdown" in piece ? [piece.markdown] : []))
    .join("\n")
    .trim();
}

/** A text being written: the document itself, or a recorded aside. */
interface OpenText {
  readonly level: TextBuilder;
  readonly recording: Recording | undefined;
  hasParagraph: boolean;
  /** Comments on the open heading, written after it. */
  readonly remarks: string[];
  isHeading: boolean;
  /** The element names of the open cells. */
  readonly cells: string[];
}

/** The state of a document builder. */
interface BuilderState {
  readonly builder: MarkdownBuilder;
  readonly hidden: HiddenBudget;
  readonly taken: MarkdownPiece[];
  /** True if an image was added since pieces were last taken. */
  hasImage: boolean;
  readonly main: OpenText;
  readonly open: OpenText[];
  /** Number of open asides beyond the maximum depth. */
  flattened: number;
  readonly notes: string[];
  readonly noteCounts: { footnote: number; endnote: number };
  readonly pageLines: Set<string>;
  readonly counts: { tables: number; notes: number; comments: number };
}

/** Starts an empty text; `recording` is set for an aside. */
function openOn(level: TextBuilder, recording: Recording | undefined): OpenText {
  return { level, recording, hasParagraph: false, remarks: [], isHeading: false, cells: [] };
}

/** Returns the text that is currently written to. */
function top(state: BuilderState): OpenText {
  return state.open.at(-1) ?? state.main;
}

/** Returns the current text and opens a paragraph if none is open. */
function ready(state: BuilderState): TextBuilder {
  const open = top(state);
  if (!open.hasParagraph) open.level.startParagraph({});
  open.hasParagraph = true;
  return open.level;
}

/** True if the current text is the document itself, outside tables. */
function isOutside({ open, main }: BuilderState): boolean {
  return open.length === 1 && main.cells.length === 0;
}

/** Writes Markdown as a separate block. */
function writeLine({ level }: OpenText, markdown: string): void {
  level.settle();
  level.sink.open("p", attributesOf());
  level.sink.raw(markdown);
  level.sink.close("p");
}

/** Writes the pending notes, one line each. */
function writeNotes(state: BuilderState): void {
  for (const note of state.notes.splice(0)) writeLine(top(state), note);
}
