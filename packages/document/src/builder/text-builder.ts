import { linesOf, withoutControls } from "../content/control-characters.ts";
import type { HiddenBudget } from "./hidden-budget.ts";
import { isOnlyCode, isOnlyQuote, type ListItem, type ParagraphStyle } from "./paragraph-style.ts";
import { createRunWriter, type RunFormat, type RunWriter } from "./run-format.ts";
import { attributesOf, type HtmlSink } from "./recording.ts";

/** Writes one text (the document itself or a recorded aside) and tracks its open elements. */
export interface TextBuilder {
  startParagraph(style: ParagraphStyle): void;
  write(text: string, format: RunFormat): void;
  raw(markdown: string, format: RunFormat): void;
  image(alt: string, source: string, format?: RunFormat): void;
  /** Writes Markdown as a separate block inside the open paragraph. */
  block(markdown: string): void;
  lineBreak(): void;
  endParagraph(): void;
  /** Closes what paragraphs leave open for the next one, such as lists. */
  settle(): void;
  open(name: string, attributes?: Readonly<Record<string, string | undefined>>): void;
  close(name: string): void;
  readonly sink: HtmlSink;
}

/** Creates a text without open elements. */
export function createTextBuilder(sink: HtmlSink, hidden: HiddenBudget): TextBuilder {
  const state: TextState = {
    sink,
    hidden,
    runs: createRunWriter(() => sink),
    paragraph: undefined,
    openLists: [],
    isInCode: false,
    isInQuote: false,
    hiddenText: "none",
    hiddenInHeading: 0,
  };
  return {
    sink,
    startParagraph: (style) => startParagraph(state, style),
    write(text, format) {
      for (const [index, line] of linesOf(text).entries()) {
        if (index > 0) breakLine(state);
        writeLine(state, withoutControls(line), format);
      }
    },
    raw(markdown, format) {
      if (format.isHidden !== true) state.hiddenText = "none";
      state.runs.ready(format);
      sink.raw(markdown);
    },
    image(alt, source, format) {
      if (format !== undefined) state.runs.ready(format);
      sink.open("img", attributesOf({ alt, src: source }));
    },
    block(markdown) {
      state.runs.close();
      state.hiddenText = "none";
      sink.open("p", attributesOf());
      sink.raw(markdown);
      sink.close("p");
    },
    lineBreak: () => breakLine(state),
    endParagraph: () => endParagraph(state),
    settle() {
      endParagraph(state);
      settle(state, "all");
    },
    open(name, attributes = {}) {
      endParagraph(state);
      settle(state, "all");
      sink.open(name, attributesOf(attributes));
    },
    close(name) {
      endParagraph(state);
      settle(state, "all");
      sink.close(name);
    },
  };
}

function breakLine({ sink, isInCode }: TextState): void {
  if (isInCode) sink.text("\n");
  else sink.open("br", attributesOf());
}

function writeLine(state: TextState, text: string, format: RunFormat): void {
  if (state.isInCode) state.sink.text(text);
  else if (format.isHidden === true) writeHidden(state, text, format);
  else writeVisible(state, text, format);
}

function writeVisible(state: TextState, text: string, format: RunFormat): void {
  state.hiddenText = "none";
  state.hidden.addVisible(text.length);
  state.runs.write(text, format);
}

/** Number of hidden characters that a heading shows in any case, because it names its section. */
const headingCharacters = 200;

/**
 * Writes hidden text within its share. What directly follows text that was left out is left out, too: words from either
 * side of the gap would read as one text.
 */
function writeHidden(state: TextState, text: string, format: RunFormat): void {
  const { hidden, runs, paragraph, hiddenText } = state;
  const isBlank = text.trim() === "";
  if (hiddenText === "cut") {
    if (!isBlank) hidden.leaveOut(text);
    return;
  }
  if (isBlank) return runs.write(text, format);
  const isHeading = paragraph?.startsWith("h") === true;
  const reserved = isHeading ? Math.max(0, headingCharacters - state.hiddenInHeading) : 0;
  const shown = hidden.take(text, { reserved, isContinued: hiddenText === "shown" });
  state.hiddenInHeading += shown.length;
  state.hiddenText = shown === text ? "shown" : "cut";
  if (shown === text) runs.write(text, format);
  else if (shown !== "" || hiddenText === "shown") runs.write(`${shown}…`, format);
}

/** The open elements of one text. */
interface TextState {
  readonly sink: HtmlSink;
  readonly hidden: HiddenBudget;
  readonly runs: RunWriter;
  /** The element that closes the open paragraph. */
  paragraph: string | undefined;
  /** The levels of the open lists, outermost first. */
  readonly openLists: number[];
  isInCode: boolean;
  isInQuote: boolean;
  /** What became of the hidden text directly before this point of the paragraph. */
  hiddenText: "none" | "shown" | "cut";
  /** Number of hidden characters that the open heading shows. */
  hiddenInHeading: number;
}

/** Maximum nesting of lists. Deeper items stay at this level. */
const maxListDepth = 12;

const maxHeadingLevel = 6;

/** Labels without letters and digits: bullets. */
const bulletLabel = /^[^\p{L}\p{N}]?$/u;

/** Ends the previous paragraph, and the elements that this one does not continue. */
function startParagraph(state: TextState, style: ParagraphStyle): void {
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
  state.sink.open("p", attributesOf());
}

function startCode(state: TextState): void {
  if (state.isInCode) {
    state.sink.text("\n");
    return;
  }
  settle(state, "all");
  state.isInCode = true;
  state.sink.open("pre", attributesOf());
}

function startQuote(state: TextState): void {
  if (!state.isInQuote) {
    settle(state, "all");
    state.isInQuote = true;
    state.sink.open("blockquote", attributesOf());
  }
  state.paragraph = "p";
  state.sink.open("p", attributesOf());
}

function startHeading(state: TextState, level: number, label: string): void {
  settle(state, "all");
  state.paragraph = `h${Math.min(maxHeadingLevel, Math.max(1, level))}`;
  state.sink.open(state.paragraph, attributesOf());
  if (!bulletLabel.test(label)) state.sink.text(`${label} `);
}

function startItem(state: TextState, { level, label }: ListItem): void {
  const { openLists } = state;
  if (label === "" && openLists.length > 0) {
    state.paragraph = "p";
    state.sink.open("p", attributesOf());
    return;
  }
  while ((openLists.at(-1) ?? level) > level) closeList(state);
  const isDeeper = openLists.at(-1) !== level;
  if (!isDeeper || openLists.length >= maxListDepth) state.sink.close("li");
  else openList(state, level, label);
  // A bullet is shown as a dash, even in a numbered list.
  state.sink.open("li", attributesOf({ "data-label": bulletLabel.test(label) ? "-" : label }));
  if (checkMark.test(label)) state.sink.text(`${boxes[label] ?? label} `);
  state.paragraph = "";
}

/** Check boxes and check marks, which say more than a bullet, and the plain squares that stand for an empty box. */
const checkMark = /^[☐☑☒☓✓✔✗✘□◻]$/u;
const boxes: Readonly<Record<string, string>> = { "□": "☐", "◻": "☐" };

/** Writes a paragraph of the item at this level, or a plain one if no such list is open. */
function continueItem(state: TextState, level: number): void {
  while ((state.openLists.at(-1) ?? level) > level) closeList(state);
  state.paragraph = "p";
  state.sink.open("p", attributesOf());
}

function openList(state: TextState, level: number, label: string): void {
  state.sink.open(bulletLabel.test(label) ? "ul" : "ol", attributesOf());
  state.openLists.push(level);
}

function closeList(state: TextState): void {
  state.sink.close("li");
  // Closing `ul` closes an `ol` as well.
  state.sink.close("ul");
  state.openLists.pop();
}

/** Closes the open paragraph, if any. */
function endParagraph(state: TextState): void {
  state.runs.close();
  if (state.paragraph !== undefined && state.paragraph !== "") state.sink.close(state.paragraph);
  state.paragraph = undefined;
  state.hiddenText = "none";
  state.hiddenInHeading = 0;
}

/** Closes what was kept open for the next paragraph: everything, or all but lists. */
function settle(state: TextState, what: "all" | "code"): void {
  if (state.isInCode) state.sink.close("pre");
  state.isInCode = false;
  if (state.isInQuote) state.sink.close("blockquote");
  state.isInQuote = false;
  while (what === "all" && state.openLists.length > 0) closeList(state);
}
