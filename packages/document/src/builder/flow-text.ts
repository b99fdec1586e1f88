import { isOutside, type OpenText, ready, type FlowState, tellLine, tellNotes, top } from "./flow-state.ts";
import type { Flow } from "./flow.ts";
import { plainRun } from "./run-format.ts";

type TextMethods = Pick<Flow, "startParagraph" | "write" | "raw" | "lineBreak" | "endParagraph">;

/** Paragraphs, and what stands in them. */
export function textMethods(state: FlowState): TextMethods {
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

function endParagraph(open: OpenText): void {
  open.level.endParagraph();
  open.hasParagraph = false;
  open.isHeading = false;
  for (const remark of open.remarks.splice(0)) tellLine(open, remark);
}
