import { anthropic, type StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { textContent, type TextContent, type ToolAnswer, type ToolMedia } from "../answer/tool-answer.ts";
import { plainSchema, type PlainSchema } from "../schema/plain-schema.ts";

/** A request has 32 MB; half of them, in base64, leave room for the rest of the conversation. */
const target: Target = {
  carries: anthropic,
  assumes: anthropic,
  maxMediaBytes: 12_000_000,
  limitedBy: "one answer to Anthropic's API",
};

type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

/** One part of a tool result. */
export type AnthropicContent =
  | TextContent
  | { type: "image"; source: { type: "base64"; media_type: ImageType; data: string } }
  | { type: "document"; title: string; source: { type: "base64"; media_type: "application/pdf"; data: string } };

/** A block of the user message that follows a tool call. */
export interface AnthropicResult {
  type: "tool_result";
  tool_use_id: string;
  content: AnthropicContent[];
  is_error?: true;
}

/** A tool for Anthropic's Messages API. */
export interface AnthropicTool {
  /** For `tools` of a request. */
  readonly definition: { name: string; description: string; input_schema: PlainSchema };
  /** Answers a `tool_use` block. */
  readonly run: (
    call: { readonly id: string; readonly input: unknown },
    options?: { readonly signal?: StopSignal },
  ) => Promise<AnthropicResult>;
}

/** A tool for Anthropic's Messages API; sends images and PDF files to the model, unless capabilities are given. */
export function anthropicTool(tool: AgentTool, options: TargetOptions = {}): AnthropicTool {
  const run = runFor(tool, target, options);
  const { name, description, inputSchema } = tool;
  return {
    definition: { name, description, input_schema: plainSchema(inputSchema) },
    run: async ({ id, input }, { signal } = {}) => anthropicResult(id, await run(input, signal)),
  };
}

/**
 * Converts an answer to a tool result. A failure after images were read is not marked as an error, because the API
 * accepts only text with that mark. The text still reports the error.
 */
export function anthropicResult(toolUseId: string, answer: ToolAnswer): AnthropicResult {
  return {
    type: "tool_result",
    tool_use_id: toolUseId,
    content: [...textContent(answer), ...answer.media.map(mediaContent)],
    ...(answer.isError && answer.media.length === 0 ? { is_error: true } : {}),
  };
}

function mediaContent({ kind, mediaType, base64, fileName }: ToolMedia): AnthropicContent {
  if (kind === "document") {
    return {
      type: "document",
      title: fileName,
      source: { type: "base64", media_type: "application/pdf", data: base64 },
    };
  }
  // The messages carry only these types.
  return { type: "image", source: { type: "base64", media_type: mediaType as ImageType, data: base64 } };
}
