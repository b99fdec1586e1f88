import { inlineMark } from "@reader/core/render";
import { createMarkdownBuilder, type MarkdownBuilder, type MarkdownPiece } from "../markdown/markdown-builder.ts";
import { createChangeTally } from "./change-tally.ts";
import { createFlowLevel, type FlowLevel } from "./flow-level.ts";
import type { Flow, FlowComment } from "./flow.ts";
import { numberIn } from "./list-counter.ts";
import { createPictureShelf, type PictureShelf } from "./picture-shelf.ts";
import { plainRun } from "./run-format.ts";
import { attributesOf, createRecording, type Recording } from "./teller.ts";
import { textMarks, withinMarks } from "./text-marks.ts";

/** A document that has received nothing; `pictures` decides which images can be shown. */
export function createFlow({ pictures = createPictureShelf() }: { readonly pictures?: PictureShelf } = {}): Flow {
  const builder = createMarkdownBuilder();
  const main = openOn(createFlowLevel(builder), undefined);
  const state: FlowState = {
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
    pictures,
    changes: createChangeTally(),
    counts: state.counts,
    hiddenCount: 0,
    picture(picture, format) {
      ready(state);
      state.hasPicture = true;
      const shown = flow.pictures.put(picture);
      if ("source" in shown) top(state).level.picture(picture.alt, shown.source, format);
      else top(state).level.write(shown.words, format ?? plainRun);
    },
    settle() {
      top(state).level.settle();
      top(state).hasParagraph = false;
    },
  };
  return flow;
}

type TableMethods = Pick<Flow, "startTable" | "startRow" | "startCell" | "endCell" | "endRow" | "endTable">;

/** Tables, rows and cells. */
function tableMethods(state: FlowState): TableMethods {
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

type TextMethods = Pick<Flow, "startParagraph" | "write" | "raw" | "block" | "lineBreak" | "endParagraph">;

/** Paragraphs, and what stands in them. */
function textMethods(state: FlowState): TextMethods {
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
    block: (markdown) => ready(state).block(markdown),
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

function endParagraph(open: OpenText): void {
  open.level.endParagraph();
  open.hasParagraph = false;
  open.isHeading = false;
  for (const remark of open.remarks.splice(0)) tellLine(open, remark);
}

const lowerRoman = 2;

/** Texts inside texts that are held back; deeper ones are told where they stand. */
const maxAsideDepth = 40;

type AsideMethods = Pick<
  Flow,
  "beginAside" | "endAside" | "tell" | "note" | "deletion" | "comment" | "pageLine" | "tellNotes"
>;

/** Texts inside others: notes, remarks, what was deleted, what stands on every page. */
function asideMethods(state: FlowState): AsideMethods {
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
      const [before, after] = textMarks.deletion;
      ready(state).raw(`${before}${withinMarks(line, ["deletion"])}${after}`, plainRun);
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

function tellComment(state: FlowState, { author, isResolved, words }: FlowComment): void {
  state.counts.comments += 1;
  const facts = [author.trim(), isResolved === true ? "resolved" : ""];
  const remark = inlineMark("comment", facts, markdownOf(words).replace(/\s+/g, " ").trim());
  // In a heading it would become a part of the title.
  if (top(state).isHeading) top(state).remarks.push(remark);
  else ready(state).raw(remark, plainRun);
}

function endAside(state: FlowState): Recording {
  const open = top(state);
  if (state.flattened > 0 || open.recording === undefined) {
    state.flattened = Math.max(0, state.flattened - 1);
    return createRecording();
  }
  open.level.settle();
  state.open.pop();
  return open.recording;
}

/** What was held back, as Markdown. Pictures are told of in it; they come with those of the document. */
function markdownOf(aside: Recording): string {
  const builder = createMarkdownBuilder();
  aside.replay(builder);
  return builder
    .end()
    .flatMap((piece) => ("markdown" in piece ? [piece.markdown] : []))
    .join("\n")
    .trim();
}

/** A text that is being told: the document itself, or one that is held back. */
interface OpenText {
  readonly level: FlowLevel;
  readonly recording: Recording | undefined;
  hasParagraph: boolean;
  /** Remarks on the heading that is open, which are told behind it. */
  readonly remarks: string[];
  isHeading: boolean;
  /** The names of the cells that are open. */
  readonly cells: string[];
}

/** What a flow knows of its document. */
interface FlowState {
  readonly builder: MarkdownBuilder;
  readonly taken: MarkdownPiece[];
  /** Whether a picture was told since pieces were taken. */
  hasPicture: boolean;
  readonly main: OpenText;
  readonly open: OpenText[];
  /** Asides that are too deep to be held back. */
  flattened: number;
  readonly notes: string[];
  readonly noteCounts: { footnote: number; endnote: number };
  readonly pageLines: Set<string>;
  readonly counts: { tables: number; notes: number; comments: number };
}

/** A text of which nothing was told yet; of one that is held back its recording. */
function openOn(level: FlowLevel, recording: Recording | undefined): OpenText {
  return { level, recording, hasParagraph: false, remarks: [], isHeading: false, cells: [] };
}

/** The text that is told now. */
function top(state: FlowState): OpenText {
  return state.open.at(-1) ?? state.main;
}

/** Text needs a paragraph. */
function ready(state: FlowState): FlowLevel {
  const open = top(state);
  if (!open.hasParagraph) open.level.startParagraph({});
  open.hasParagraph = true;
  return open.level;
}

/** Whether the text is the document's own, and in no table. */
function isOutside({ open, main }: FlowState): boolean {
  return open.length === 1 && main.cells.length === 0;
}

/** Markdown as a block of its own. */
function tellLine({ level }: OpenText, markdown: string): void {
  level.settle();
  level.teller.open("p", attributesOf());
  level.teller.raw(markdown);
  level.teller.close("p");
}

/** Tells the notes that were held back until now, a line each. */
function tellNotes(state: FlowState): void {
  for (const note of state.notes.splice(0)) tellLine(top(state), note);
}
