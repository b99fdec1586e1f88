import { startParagraph, endParagraph, settle, type FlowState } from "./flow-paragraphs.ts";
import type { ParagraphStyle } from "./paragraph-style.ts";
import { createRunWriter, type RunFormat } from "./run-format.ts";
import { attributesOf, type Teller } from "./teller.ts";

/** What is open in one text: the document's own, or one that is held back. */
export interface FlowLevel {
  startParagraph(style: ParagraphStyle): void;
  write(text: string, format: RunFormat): void;
  raw(markdown: string, format: RunFormat): void;
  picture(alt: string, source: string): void;
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
    picture(alt, source) {
      teller.open("img", attributesOf({ alt, src: source }));
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
