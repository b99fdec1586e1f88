import { inlineMark } from "@reader/core/handler";
import { createFlowLevel } from "./flow-level.ts";
import { openOn, ready, type FlowState, tellLine, tellNotes, top } from "./flow-state.ts";
import type { Flow, FlowComment } from "./flow.ts";
import { numberIn } from "./list-counter.ts";
import { markdownOf } from "./markdown-of.ts";
import { plainRun } from "./run-format.ts";
import { createRecording, type Recording } from "./teller.ts";
import { textMarks, withinMarks } from "./text-marks.ts";

const lowerRoman = 2;

/** Texts inside texts that are held back; deeper ones are told where they stand. */
const maxAsideDepth = 40;

type AsideMethods = Pick<
  Flow,
  "beginAside" | "endAside" | "tell" | "note" | "deletion" | "comment" | "pageLine" | "tellNotes"
>;

/** Texts inside others: notes, remarks, what was deleted, what stands on every page. */
export function asideMethods(state: FlowState): AsideMethods {
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
