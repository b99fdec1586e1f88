import type { StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { carriesImages } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { textAndImages, type ImageContent, type TextContent, type ToolAnswer } from "../answer/tool-answer.ts";
import { lenientSchema, type LenientSchema, type LooseInput } from "../schema/standard-schema.ts";

/**
 * A message over 10 MB ends a connection over stdio, so a message is kept below 8 MB: 5.4 MB of media are 7.2 MB of
 * base64, which leaves 800 KB for text. Documents are never sent: clients write embedded resources as text.
 */
const target: Target = { carries: carriesImages, maxMediaBytes: 5_400_000, limitedBy: "a message of MCP" };

/** One part of a result. */
export type McpContent = TextContent | ImageContent;

/** The result of a call. There is never `structuredContent`: clients then drop the text and the images. */
export interface McpResult {
  [field: string]: unknown;
  content: McpContent[];
  isError?: true;
  /** Facts for programs under `reader/facts`. */
  _meta: Record<string, unknown>;
}

/** The context that a server passes to a callback, in versions 2 and 1 of the SDK. */
export interface McpCallContext {
  readonly mcpReq?: { readonly signal?: StopSignal };
  readonly signal?: StopSignal;
}

/** A tool for `server.registerTool(name, config, callback)`. */
export interface McpTool {
  readonly name: string;
  readonly config: {
    readonly title: string;
    readonly description: string;
    readonly inputSchema: LenientSchema;
    readonly annotations: {
      readonly readOnlyHint: true;
      readonly destructiveHint: false;
      readonly idempotentHint: true;
      readonly openWorldHint: false;
    };
    readonly _meta: Record<string, unknown>;
  };
  readonly callback: (input: LooseInput, context?: McpCallContext) => Promise<McpResult>;
}

/** Claude Code writes longer results to a file, in characters. A tool can raise the limit to at most 500 000. */
const maxResultCharacters = 500_000;

/**
 * Creates a tool for an MCP server. The models of its clients are unknown: give their capabilities to the reader, or they
 * get text only. Pass a session only if the server has a single client.
 */
export function mcpTool(tool: AgentTool, options: TargetOptions = {}): McpTool {
  const run = runFor(tool, target, options);
  const { name, title, description, inputSchema } = tool;
  return {
    name,
    config: {
      title,
      description,
      inputSchema: lenientSchema(inputSchema),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      _meta: { "anthropic/maxResultSizeChars": maxResultCharacters },
    },
    callback: async (input, context) => mcpResult(await run(input, context?.mcpReq?.signal ?? context?.signal)),
  };
}

/**
 * Converts an answer to the result of a call. A failure after images were read is not marked as an error: clients would
 * drop the images, or send them to a provider that refuses them with that mark. The text still reports the error.
 */
export function mcpResult(answer: ToolAnswer): McpResult {
  const content = textAndImages(answer);
  const isError = answer.isError && content.every(({ type }) => type === "text");
  return {
    content,
    ...(isError ? { isError: true } : {}),
    _meta: { "reader/facts": answer.facts },
  };
}
