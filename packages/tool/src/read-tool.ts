import type { Clip, Reader, ReadOutcome } from "@reader/core";
import { readOptions, toolOf, type AgentTool, type ToolOptions } from "./agent-tool.ts";
import { readAnswer } from "./answer/read-answer.ts";
import type { ToolAnswer } from "./answer/tool-answer.ts";
import { isOfNames } from "./answer/is-of-names.ts";
import { describeRead } from "./describe/read-description.ts";
import { readSchema } from "./schema/read-schema.ts";

/** How a read tool is set up. */
export interface ReadToolOptions extends ToolOptions {
  /** `file` puts a line before the content that says which file it is of and which lines; `none` where not given. */
  readonly header?: "none" | "file";
  /** What stands behind a clipped line, on that line; how much is left and where to go on where not given. */
  readonly clipMark?: (clip: Clip) => string;
}

/** A tool that reads any file through a reader. */
export function createReadTool(reader: Reader, options: ReadToolOptions = {}): AgentTool {
  const look = { gutter: "compact" as const, ...options, toolName: options.name ?? "read" };
  return toolOf(reader, options, {
    look,
    title: "Read a file",
    description: describeRead(reader),
    inputSchema: readSchema(reader),
    maxContentBytes: reader.budget.maxBytes,
    async run(input, call) {
      const outcome = await reader.read(input, readOptions(options, call));
      const { view, select } = Object(input) as { readonly view?: unknown; readonly select?: unknown };
      const answer = readAnswer(outcome, { ...look, view });
      return select === undefined ? withListNote(answer, outcome) : answer;
    },
  });
}

/** Of a folder or an archive a read searches the list of names, where a model may believe that nothing is in the files. */
function withListNote(answer: ToolAnswer, outcome: ReadOutcome): ToolAnswer {
  const isNothing = isOfNames(outcome) && outcome.notices.some(({ code }) => code === "no-matches");
  const note = "\nNote: Only names were searched, not the files.";
  return isNothing ? { ...answer, notes: answer.notes + note } : answer;
}
