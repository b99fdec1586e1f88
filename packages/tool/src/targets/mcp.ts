import type { StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { carriesImages } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { textAndImages, type ImageContent, type TextContent, type ToolAnswer } from "../answer/tool-answer.ts";
import { lenientSchema, type LenientSchema, type LooseInput } from "../schema/standard-schema.ts";

/**
 * A message over 10 MB ends a connection over stdio, and 8 MB keep clear of that: 5.4 MB of media are 7.2 MB of base64,
 * which leaves 800 KB for text. Documents are never sent: clients write what is embedded out as text.
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

/** What a server tells a callback, of version 2 and of version 1 of the SDK. */
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

/** Above this many characters Claude Code writes a result to a file, unless a tool says more; 500 000 is the most. */
const maxResultCharacters = 500_000;

/**
 * A tool for an MCP server. Which model its clients have is not known: say it to the reader, else they get text alone.
 * Give it a session only where the server has one client.
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
