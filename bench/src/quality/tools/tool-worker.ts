import type { ToolInput, ToolText } from "./tool.ts";
import { allTools } from "./all-tools.ts";

/** A document, and the name of the tool that reads it. */
export interface ToolTask {
  readonly tool: string;
  readonly input: ToolInput;
}

/** The text, or the message of the error. */
export type ToolAnswer = { readonly text: ToolText } | { readonly error: string };

// Reads documents in a process of its own, which can be killed: a tool may not end, or break the process.
process.on("message", (task: ToolTask) => {
  answerTo(task).then(
    (text) => process.send?.({ text } satisfies ToolAnswer),
    (error: unknown) => process.send?.({ error: String(error) } satisfies ToolAnswer),
  );
});

async function answerTo({ tool, input }: ToolTask): Promise<ToolText> {
  const found = allTools.find(({ name }) => name === tool);
  if (found === undefined) throw new Error(`There is no tool ${tool}.`);
  return found.read(input);
}
