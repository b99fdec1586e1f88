import { createMarkdownBuilder, type MarkdownBuilder, type MarkdownPiece } from "@reader/markdown";
import { createChangeTally, type ChangeTally } from "./change-tally.ts";
import { createFlowLevel, type FlowLevel, type ParagraphStyle } from "./flow-level.ts";
import { numberIn } from "./list-counter.ts";
import { createPictureShelf, type FlowPicture, type PictureShelf } from "./picture-shelf.ts";
import { markdownOf } from "./markdown-of.ts";
import { plainRun, type RunFormat } from "./run-format.ts";
import { attributesOf, createRecording, type Recording } from "./teller.ts";

/** Collects a flowing document as its reader comes upon it: paragraphs, lists, tables, notes, pictures. */
export interface Flow {
  startParagraph(style: ParagraphStyle): void;
  /** Text of the open paragraph; starts a plain one where none is open. */
  write(text: string, format?: RunFormat): void;
  /** The same for text that is Markdown already. */
  raw(markdown: string, format?: RunFormat): void;
  lineBreak(): void;
  endParagraph(): void;
  startTable(): void;
  startRow(): void;
  startCell(span?: CellSpan): void;
  endCell(): void;
  endRow(): void;
  endTable(): void;
  picture(picture: FlowPicture): void;
  /** What is told from here on is held back. */
  beginAside(): void;
  /** Gives what was held back since the last `beginAside`. */
  endAside(): Recording;
  /** Tells what was held back. */
  tell(aside: Recording): void;
  /** A mark, and a note that is told at the end of the document. */
  note(aside: Recording, kind?: "footnote" | "endnote"): void;
  /** Words that were deleted, at the place where they stood. */
  deletion(words: Recording): void;
  /** A remark at the place that it is about. */
  comment(comment: FlowComment): void;
  /** Tells once, as a line of its own, what stands on every page. */
  pageLine(what: "Header" | "Footer", aside: Recording): void;
  /** Tells the notes that were held back until now. */
  tellNotes(): void;
  /** Takes out what is finished. */
  take(): readonly MarkdownPiece[];
  /** Takes out the rest. */
  end(): readonly MarkdownPiece[];
  readonly pictures: PictureShelf;
  readonly changes: ChangeTally;
  /** How much there is of what. */
  readonly counts: { tables: number; notes: number; comments: number };
  /** Runs of hidden text. */
  hiddenCount: number;
}

/** How many columns and rows a cell covers, and whether it heads its column. */
export interface CellSpan {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  readonly isHeader?: boolean | undefined;
}

/** What somebody remarked. */
export interface FlowComment {
  readonly author: string;
  readonly isResolved?: boolean | undefined;
  readonly words: Recording;
}

const lowerRoman = 2;

/** Texts inside texts that are held back; deeper ones are told where they stand. */
const maxAsideDepth = 40;

interface Open {
  readonly level: FlowLevel;
  readonly recording: Recording | undefined;
  hasParagraph: boolean;
  /** Remarks on the heading that is open, which are told behind it. */
  readonly remarks: string[];
  isHeading: boolean;
  /** The names of the cells that are open. */
  readonly cells: string[];
}

interface State {
  readonly builder: MarkdownBuilder;
  readonly taken: MarkdownPiece[];
  /** Whether a picture was told since pieces were taken. */
  hasPicture: boolean;
  readonly main: Open;
  readonly open: Open[];
  /** Asides that are too deep to be held back. */
  flattened: number;
  readonly notes: string[];
  readonly noteCounts: { footnote: number; endnote: number };
  readonly pageLines: Set<string>;
  readonly counts: { tables: number; notes: number; comments: number };
}

/** A document of which nothing was told yet. */
export function createFlow(): Flow {
  const builder = createMarkdownBuilder();
  const main = openOn(createFlowLevel(builder), undefined);
  const state: State = {
    builder,
    taken: [],
    hasPicture: false,
    main,
    open: [main],
    flattened: 0,
    notes: [],
    noteCounts: { footnote: 0, endnote: 0 },
    pageLines: new Set(),
    counts: { tables: 0, notes: 0, comments: 0 },
  };
  const flow: Flow = {
    ...textMethods(state),
    ...tableMethods(state),
    ...asideMethods(state),
    take: () => [...state.taken.splice(0), ...builder.take()],
    end: () => [...state.taken.splice(0), ...builder.end()],
    pictures: createPictureShelf(),
    changes: createChangeTally(),
    counts: state.counts,
    hiddenCount: 0,
    picture(picture) {
      ready(state);
      state.hasPicture = true;
      const shown = flow.pictures.put(picture);
      if ("source" in shown) top(state).level.picture(picture.alt, shown.source);
      else top(state).level.write(shown.words, plainRun);
    },
  };
  return flow;
}

function openOn(level: FlowLevel, recording: Recording | undefined): Open {
  return { level, recording, hasParagraph: false, remarks: [], isHeading: false, cells: [] };
}

function top(state: State): Open {
  return state.open.at(-1) ?? state.main;
}

/** Text needs a paragraph. */
function ready(state: State): FlowLevel {
  const open = top(state);
  if (!open.hasParagraph) open.level.startParagraph({});
  open.hasParagraph = true;
  return open.level;
}

type TextMethods = Pick<Flow, "startParagraph" | "write" | "raw" | "lineBreak" | "endParagraph">;

function textMethods(state: State): TextMethods {
  return {
    startParagraph(style) {
      const open = top(state);
      endParagraph(open);
      // Notes stand at the end of their section.
      if (style.heading !== undefined && isOutside(state)) tellNotes(state);
      open.level.startParagraph(style);
      open.hasParagraph = true;
      open.isHeading = style.heading !== undefined;
    },
    write: (text, format = plainRun) => ready(state).write(text, format),
    raw: (markdown, format = plainRun) => ready(state).raw(markdown, format),
    lineBreak: () => ready(state).lineBreak(),
    endParagraph() {
      endParagraph(top(state));
      // A picture comes behind the paragraph in which it stands.
      if (!state.hasPicture || !isOutside(state)) return;
      state.hasPicture = false;
      for (const piece of state.builder.take()) state.taken.push(piece);
    },
  };
}

function endParagraph(open: Open): void {
  open.level.endParagraph();
  open.hasParagraph = false;
  open.isHeading = false;
  for (const remark of open.remarks.splice(0)) tellLine(open, remark);
}

type TableMethods = Pick<Flow, "startTable" | "startRow" | "startCell" | "endCell" | "endRow" | "endTable">;

function tableMethods(state: State): TableMethods {
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

type AsideMethods = Pick<
  Flow,
  "beginAside" | "endAside" | "tell" | "note" | "deletion" | "comment" | "pageLine" | "tellNotes"
>;

function asideMethods(state: State): AsideMethods {
  return {
    beginAside() {
      if (state.open.length > maxAsideDepth) {
        state.flattened += 1;
        return;
      }
      const recording = createRecording();
      state.open.push(openOn(createFlowLevel(recording), recording));
    },
    endAside: () => endAside(state),
    tell(aside) {
      if (aside.isEmpty) return;
      const open = top(state);
      open.level.settle();
      open.hasParagraph = false;
      aside.replay(open.level.teller);
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
      ready(state).raw(`{--${line}--}`, plainRun);
    },
    comment: (comment) => tellComment(state, comment),
    pageLine(what, aside) {
      const line = markdownOf(aside).replace(/\s+/g, " ").trim();
      if (line === "" || state.pageLines.has(`${what} ${line}`)) return;
      state.pageLines.add(`${what} ${line}`);
      tellLine(top(state), `${what}: ${line}`);
    },
    tellNotes: () => tellNotes(state),
  };
}

/** Whether the text is the document's own, and in no table. */
function isOutside({ open, main }: State): boolean {
  return open.length === 1 && main.cells.length === 0;
}

function tellNotes(state: State): void {
  for (const note of state.notes.splice(0)) tellLine(top(state), note);
}

function tellComment(state: State, { author, isResolved, words }: FlowComment): void {
  state.counts.comments += 1;
  const marks = ["comment", author.trim(), isResolved === true ? "resolved" : ""].filter((mark) => mark !== "");
  const remark = `[${marks.join(" · ")}: ${markdownOf(words).replace(/\s+/g, " ")}]`;
  // In a heading it would become a part of the title.
  if (top(state).isHeading) top(state).remarks.push(remark);
  else ready(state).raw(remark, plainRun);
}

function endAside(state: State): Recording {
  const open = top(state);
  if (state.flattened > 0 || open.recording === undefined) {
    state.flattened = Math.max(0, state.flattened - 1);
    return createRecording();
  }
  open.level.settle();
  state.open.pop();
  return open.recording;
}

/** Markdown as a block of its own. */
function tellLine({ level }: Open, markdown: string): void {
  level.settle();
  level.teller.open("p", attributesOf());
  level.teller.raw(markdown);
  level.teller.close("p");
}
