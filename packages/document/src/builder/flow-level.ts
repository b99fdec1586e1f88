import { isOnlyCode, isOnlyQuote, type ListItem, type ParagraphStyle } from "./paragraph-style.ts";
import { createRunWriter, type RunFormat, type RunWriter } from "./run-format.ts";
import { attributesOf, type Teller } from "./teller.ts";

/** What is open in one text: the document's own, or one that is held back. */
export interface FlowLevel {
  startParagraph(style: ParagraphStyle): void;
  write(text: string, format: RunFormat): void;
  raw(markdown: string, format: RunFormat): void;
  picture(alt: string, source: string, format?: RunFormat): void;
  /** Markdown that is a block of its own inside of the open paragraph. */
  block(markdown: string): void;
  lineBreak(): void;
  endParagraph(): void;
  /** Ends what paragraphs keep open for the next one, such as lists. */
  settle(): void;
  open(name: string, attributes?: Readonly<Record<string, string | undefined>>): void;
  close(name: string): void;
  readonly teller: Teller;
}

/** A text in which nothing is open. */
export function createFlowLevel(teller: Teller): FlowLevel {
  const state: FlowState = {
    teller,
    runs: createRunWriter(() => teller),
    paragraph: undefined,
    openLists: [],
    isInCode: false,
    isInQuote: false,
  };
  return {
    teller,
    startParagraph: (style) => startParagraph(state, style),
    write(text, format) {
      if (state.isInCode) teller.text(text);
      else state.runs.write(text, format);
    },
    raw(markdown, format) {
      state.runs.ready(format);
      teller.raw(markdown);
    },
    picture(alt, source, format) {
      if (format !== undefined) state.runs.ready(format);
      teller.open("img", attributesOf({ alt, src: source }));
    },
    block(markdown) {
      state.runs.close();
      teller.open("p", attributesOf());
      teller.raw(markdown);
      teller.close("p");
    },
    lineBreak() {
      if (state.isInCode) teller.text("\n");
      else teller.open("br", attributesOf());
    },
    endParagraph: () => endParagraph(state),
    settle() {
      endParagraph(state);
      settle(state, "all");
    },
    open(name, attributes = {}) {
      endParagraph(state);
      settle(state, "all");
      teller.open(name, attributesOf(attributes));
    },
    close(name) {
      endParagraph(state);
      settle(state, "all");
      teller.close(name);
    },
  };
}

/** What is open in one text. */
interface FlowState {
  readonly teller: Teller;
  readonly runs: RunWriter;
  /** What the open paragraph is closed with. */
  paragraph: string | undefined;
  /** The levels of the open lists, from the outermost on. */
  readonly openLists: number[];
  isInCode: boolean;
  isInQuote: boolean;
}

/** Lists inside lists that are told; deeper ones stay at this level. */
const maxListDepth = 12;

const maxHeadingLevel = 6;

/** Labels that are nothing but a sign. */
const bulletLabel = /^[^\p{L}\p{N}]?$/u;

/** Ends the paragraph before, and all that it kept open and this one does not go on with. */
function startParagraph(state: FlowState, style: ParagraphStyle): void {
  endParagraph(state);
  const { heading, list } = style;
  if (isOnlyCode(style)) return startCode(state);
  if (isOnlyQuote(style)) return startQuote(state);
  settle(state, "code");
  if (heading !== undefined) return startHeading(state, heading, list?.label ?? "");
  if (list?.isContinuation === true) return continueItem(state, list.level);
  if (list !== undefined) return startItem(state, list);
  settle(state, "all");
  state.paragraph = "p";
  state.teller.open("p", attributesOf());
}

function startCode(state: FlowState): void {
  if (state.isInCode) {
    state.teller.text("\n");
    return;
  }
  settle(state, "all");
  state.isInCode = true;
  state.teller.open("pre", attributesOf());
}

function startQuote(state: FlowState): void {
  if (!state.isInQuote) {
    settle(state, "all");
    state.isInQuote = true;
    state.teller.open("blockquote", attributesOf());
  }
  state.paragraph = "p";
  state.teller.open("p", attributesOf());
}

function startHeading(state: FlowState, level: number, label: string): void {
  settle(state, "all");
  state.paragraph = `h${Math.min(maxHeadingLevel, Math.max(1, level))}`;
  state.teller.open(state.paragraph, attributesOf());
  if (!bulletLabel.test(label)) state.teller.text(`${label} `);
}

function startItem(state: FlowState, { level, label }: ListItem): void {
  const { openLists } = state;
  if (label === "" && openLists.length > 0) {
    state.paragraph = "p";
    state.teller.open("p", attributesOf());
    return;
  }
  while ((openLists.at(-1) ?? level) > level) closeList(state);
  const isDeeper = openLists.at(-1) !== level;
  if (!isDeeper || openLists.length >= maxListDepth) state.teller.close("li");
  else openList(state, level, label);
  // A sign stands for itself, whatever the list began with.
  state.teller.open("li", attributesOf({ "data-label": bulletLabel.test(label) ? "-" : label }));
  state.paragraph = "";
}

/** A paragraph of the item at this level, or a plain one if no such list is open. */
function continueItem(state: FlowState, level: number): void {
  while ((state.openLists.at(-1) ?? level) > level) closeList(state);
  state.paragraph = "p";
  state.teller.open("p", attributesOf());
}

function openList(state: FlowState, level: number, label: string): void {
  state.teller.open(bulletLabel.test(label) ? "ul" : "ol", attributesOf());
  state.openLists.push(level);
}

function closeList(state: FlowState): void {
  state.teller.close("li");
  // What the list was opened as does not matter to its end.
  state.teller.close("ul");
  state.openLists.pop();
}

/** Without effect where none is open. */
function endParagraph(state: FlowState): void {
  state.runs.close();
  if (state.paragraph !== undefined && state.paragraph !== "") state.teller.close(state.paragraph);
  state.paragraph = undefined;
}

/** Ends what is kept open for the next paragraph: all of it, or all but lists. */
function settle(state: FlowState, what: "all" | "code"): void {
  if (state.isInCode) state.teller.close("pre");
  state.isInCode = false;
  if (state.isInQuote) state.teller.close("blockquote");
  state.isInQuote = false;
  while (what === "all" && state.openLists.length > 0) closeList(state);
}
