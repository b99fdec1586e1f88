import type { StopSignal } from "@reader/core";
import type { AgentTool } from "../agent-tool.ts";
import { carriesAll } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { sdkOutput, type SdkOutput } from "../answer/sdk-output.ts";
import type { ToolAnswer } from "../answer/tool-answer.ts";
import { lenientSchema, type LenientSchema, type LooseInput } from "../schema/standard-schema.ts";

export { moveMediaToUser } from "./ai-sdk-middleware.ts";
export type { MediaMiddleware, MediaMiddlewareOptions } from "./ai-sdk-middleware.ts";

/** Providers differ: 20 MB is the lowest of their limits for a request, Gemini's, and base64 takes a third of it. */
const target: Target = { carries: carriesAll, maxMediaBytes: 14_000_000, limitedBy: "a request" };

/** A picture or document as a model gets it. */
export interface AiSdkFile {
  type: "file";
  mediaType: string;
  filename: string;
  data: { type: "data"; data: string };
}

/** What a model gets of an answer. */
export type AiSdkOutput = SdkOutput<AiSdkFile>;

/** A tool of AI SDK 7, as its `tool()` makes it. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: LenientSchema;
  /** Its output is ready for JSON, so that it can be kept with the messages of a user interface. */
  readonly execute: (
    input: LooseInput,
    options: { readonly abortSignal?: StopSignal | undefined },
  ) => Promise<ToolAnswer>;
  readonly toModelOutput: (call: { readonly output: ToolAnswer }) => AiSdkOutput;
}

/**
 * A tool for AI SDK 7: `tools: { read: aiSdkTool(createReadTool(reader)) }`. Which model it is for is not known here:
 * say it to the reader, else it gets text alone. Providers that speak Chat Completions need `moveMediaToUser`, too.
 */
export function aiSdkTool(tool: AgentTool, options: TargetOptions = {}): AiSdkTool {
  const run = runFor(tool, target, options);
  return {
    description: tool.description,
    inputSchema: lenientSchema(tool.inputSchema),
    execute: (input, { abortSignal }) => run(input, abortSignal),
    toModelOutput: ({ output }) => aiSdkOutput(output),
  };
}

/** An answer as a model gets it. */
export function aiSdkOutput(answer: ToolAnswer): AiSdkOutput {
  return sdkOutput(answer, ({ mediaType, fileName, base64 }) => ({
    type: "file",
    mediaType,
    filename: fileName,
    data: { type: "data", data: base64 },
  }));
}
