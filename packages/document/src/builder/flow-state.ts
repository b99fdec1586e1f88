import type { MarkdownBuilder, MarkdownPiece } from "../markdown/markdown-builder.ts";
import type { FlowLevel } from "./flow-level.ts";
import { attributesOf, type Recording } from "./teller.ts";

/** A text that is being told: the document itself, or one that is held back. */
export interface OpenText {
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
export interface FlowState {
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
export function openOn(level: FlowLevel, recording: Recording | undefined): OpenText {
  return { level, recording, hasParagraph: false, remarks: [], isHeading: false, cells: [] };
}

/** The text that is told now. */
export function top(state: FlowState): OpenText {
  return state.open.at(-1) ?? state.main;
}

/** Text needs a paragraph. */
export function ready(state: FlowState): FlowLevel {
  const open = top(state);
  if (!open.hasParagraph) open.level.startParagraph({});
  open.hasParagraph = true;
  return open.level;
}

/** Whether the text is the document's own, and in no table. */
export function isOutside({ open, main }: FlowState): boolean {
  return open.length === 1 && main.cells.length === 0;
}

/** Markdown as a block of its own. */
export function tellLine({ level }: OpenText, markdown: string): void {
  level.settle();
  level.teller.open("p", attributesOf());
  level.teller.raw(markdown);
  level.teller.close("p");
}

/** Tells the notes that were held back until now, a line each. */
export function tellNotes(state: FlowState): void {
  for (const note of state.notes.splice(0)) tellLine(top(state), note);
}
