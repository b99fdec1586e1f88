import type { StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { carriesAll, sdkOutput, type SdkOutput } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { mediaIntroduction, type ToolAnswer } from "../answer/tool-answer.ts";
import { lenientSchema, type LenientSchema, type LooseInput } from "../schema/standard-schema.ts";

/** Providers differ: 20 MB is the lowest of their limits for a request, Gemini's, and base64 takes a third of it. */
const target: Target = { carries: carriesAll, maxMediaBytes: 14_000_000, limitedBy: "a request" };

/** An image or document for a model. */
export interface AiSdkFile {
  type: "file";
  mediaType: string;
  filename: string;
  data: { type: "data"; data: string };
}

/** The output for a model. */
export type AiSdkOutput = SdkOutput<AiSdkFile>;

/** A tool of AI SDK 7, in the shape that its `tool()` returns. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: LenientSchema;
  /** The output is ready for JSON, so that a user interface can store it with its messages. */
  readonly execute: (
    input: LooseInput,
    options: { readonly abortSignal?: StopSignal | undefined },
  ) => Promise<ToolAnswer>;
  readonly toModelOutput: (call: { readonly output: ToolAnswer }) => AiSdkOutput;
}

/**
 * A tool for AI SDK 7: `tools: { read: aiSdkTool(createReadTool(reader)) }`. The target does not know the
 * model: give its capabilities to the reader, or it gets text only. Providers of Chat Completions need `moveMediaToUser`, too.
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

/** Converts an answer for a model. */
export function aiSdkOutput(answer: ToolAnswer): AiSdkOutput {
  return sdkOutput(answer, ({ mediaType, fileName, base64 }) => ({
    type: "file",
    mediaType,
    filename: fileName,
    data: { type: "data", data: base64 },
  }));
}

/** The message with the results of tools, in the type of AI SDK. */
interface ToolMessage {
  readonly role: "tool";
  readonly content: readonly Part[];
}

interface Part {
  readonly type: string;
}

interface ContentResult extends Part {
  readonly toolCallId: string;
  readonly output: { readonly type: "content"; readonly value: readonly Part[] };
}

/** A middleware of AI SDK 7 for `wrapLanguageModel`. */
export interface MediaMiddleware {
  readonly specificationVersion: "v4";
  readonly transformParams: <Params extends { readonly prompt: readonly object[] }>(call: {
    readonly params: Params;
    readonly model: { readonly provider: string };
  }) => Promise<Params>;
}

/** Options of `moveMediaToUser`. */
export interface MediaMiddlewareOptions {
  /** Returns true if a provider accepts only text in tool messages. Default: if its name ends with `.chat`. */
  readonly appliesTo?: (provider: string) => boolean;
}

/**
 * Moves the files of tool results into a user message after them, for providers of Chat Completions: their tool messages
 * accept text only, and AI SDK would send the base64 as text (vercel/ai#10850).
 */
export function moveMediaToUser(options: MediaMiddlewareOptions = {}): MediaMiddleware {
  const { appliesTo = (provider) => provider.endsWith(".chat") } = options;
  return {
    specificationVersion: "v4",
    transformParams: async ({ params, model }) =>
      appliesTo(model.provider) ? { ...params, prompt: params.prompt.flatMap(movedMedia) } : params,
  };
}

function movedMedia(message: object): readonly object[] {
  if (!isToolMessage(message)) return [message];
  const results = message.content.filter(isContentResult);
  const user = results.flatMap(filesOf);
  const tool = { ...message, content: message.content.map((part) => (isContentResult(part) ? asText(part) : part)) };
  return user.length === 0 ? [tool] : [tool, { role: "user", content: user }];
}

function filesOf({ toolCallId, output }: ContentResult): readonly object[] {
  const files = output.value.filter(({ type }) => type === "file");
  if (files.length === 0) return [];
  return [{ type: "text", text: mediaIntroduction(toolCallId) }, ...files];
}

function asText(part: ContentResult): object {
  const texts = part.output.value.flatMap((each) =>
    "text" in each && typeof each.text === "string" ? [each.text] : [],
  );
  return { ...part, output: { type: "text", value: texts.join("\n\n") } };
}

function isToolMessage(message: object): message is ToolMessage {
  return (message as { readonly role?: unknown }).role === "tool";
}

function isContentResult(part: Part): part is ContentResult {
  return (part as Partial<ContentResult>).output?.type === "content";
}
