import { type Flow, createHeldParagraphs, type Recording } from "@reader/document/builder";
import type { WordDocument } from "./word-document.ts";
import { createWordFields } from "./word-fields.ts";
import type { WordMarks } from "./word-marks.ts";
import { wordRuns } from "./word-runs.ts";
import type { WordState } from "./word-teller-state.ts";
import { held, tellRun } from "./word-text.ts";

/** Tells a flow of the texts of a document. */
export interface WordTeller {
  /** Tells a range of characters, in steps between which the event loop may turn. */
  tell(start: number, end: number): Generator<void>;
  /** A range as a text of its own. */
  held(start: number, end: number): Recording;
  /** Ends what is open. */
  close(): void;
}

/** Nothing was told yet. */
export function createWordTeller(document: WordDocument, flow: Flow, marks: WordMarks): WordTeller {
  const paragraphs = createHeldParagraphs(flow);
  const state: WordState = { document, flow, marks, paragraphs, fields: createWordFields(), last: undefined, depth: 0 };
  return {
    *tell(start, end) {
      for (const run of wordRuns(document, start, end)) {
        tellRun(state, run);
        yield;
      }
    },
    held: (start, end) => held(state, start, end),
    close: () => paragraphs.close(),
  };
}
