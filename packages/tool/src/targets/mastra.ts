import type { StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { carriesAll, sdkOutput, type SdkOutput } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import type { ToolAnswer } from "../answer/tool-answer.ts";
import { lenientSchema, type LenientSchema, type LooseInput } from "../schema/standard-schema.ts";

const target: Target = { carries: carriesAll, maxMediaBytes: 14_000_000, limitedBy: "a request" };

/** An image or document for a model, in the format of AI SDK 6. */
export type MastraFile =
  | { type: "image-data"; mediaType: string; data: string }
  | { type: "file-data"; mediaType: string; data: string; filename: string };

/** The output for a model. */
export type MastraOutput = SdkOutput<MastraFile>;

/** The argument of Mastra's `createTool`. */
export interface MastraTool {
  readonly id: string;
  readonly description: string;
  readonly inputSchema: LenientSchema;
  readonly execute: (
    input: LooseInput,
    context?: { readonly abortSignal?: StopSignal | undefined },
  ) => Promise<ToolAnswer>;
  readonly toModelOutput: (output: unknown) => MastraOutput;
}

/**
 * The argument of Mastra's `createTool`: `createTool(mastraTool(createReadTool(reader)))`. The target does not know
 * the model: give its capabilities to the reader, or it gets text only.
 */
export function mastraTool(tool: AgentTool, options: TargetOptions = {}): MastraTool {
  const run = runFor(tool, target, options);
  return {
    id: tool.name,
    description: tool.description,
    inputSchema: lenientSchema(tool.inputSchema),
    execute: (input, context) => run(input, context?.abortSignal),
    toModelOutput: (output) =>
      isAnswer(output) ? mastraOutput(output) : { type: "text", value: JSON.stringify(output) },
  };
}

/** Converts an answer for a model. */
export function mastraOutput(answer: ToolAnswer): MastraOutput {
  return sdkOutput(answer, ({ kind, mediaType, base64: data, fileName }) =>
    kind === "image"
      ? { type: "image-data", mediaType, data }
      : { type: "file-data", mediaType, data, filename: fileName },
  );
}

/** Mastra may pass its own errors here. */
function isAnswer(output: unknown): output is ToolAnswer {
  return typeof output === "object" && output !== null && "notes" in output;
}
