import type { StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { carriesImages } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { textAndImages, type ImageContent, type TextContent, type ToolAnswer } from "../answer/tool-answer.ts";
import type { ObjectSchema } from "../schema/json-schema.ts";
import { lenientSchema, type LenientSchema, type LooseInput } from "../schema/standard-schema.ts";

/**
 * A message over 10 MB ends a connection over stdio, so a message is kept below 8 MB: 5.4 MB of media are 7.2 MB of
 * base64, which leaves 800 KB for text. Documents are never sent: clients write embedded resources as text.
 */
const target: Target = {
  carries: carriesImages,
  maxMediaBytes: 5_400_000,
  limitedBy: "a message of MCP",
  unknownFields: "refuse",
};

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

/** A tool for `server.registerTool(name, config, callback)`. `Schema` is what the server takes as a schema. */
export interface McpTool<Schema = LenientSchema> {
  readonly name: string;
  readonly config: {
    readonly title: string;
    readonly description: string;
    readonly inputSchema: Schema;
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

/** The used part of a zod schema. */
export interface McpZodSchema {
  meta(metadata: Record<string, unknown>): this;
}

/** The used part of zod 4. It is the caller's copy, because the SDK accepts only that. */
export interface McpZod<Field extends { optional(): unknown }, Schema extends McpZodSchema> {
  unknown(): Field;
  looseObject(shape: Record<string, ReturnType<Field["optional"]>>): Schema;
}

/** Claude Code writes longer results to a file, in characters. A tool can raise the limit to at most 500 000. */
const maxResultCharacters = 500_000;

/**
 * Creates a tool for an MCP server: `mcpTool(tool)` for version 2 of the SDK (`@modelcontextprotocol/server`), and
 * `mcpTool(tool, { z })` with zod 4 for version 1 (`@modelcontextprotocol/sdk`). The models of the clients are unknown:
 * give their capabilities to the reader, or they get text only. Pass a session only if the server has a single client.
 */
export function mcpTool(tool: AgentTool, options?: TargetOptions & { readonly z?: undefined }): McpTool;
export function mcpTool<Field extends { optional(): unknown }, Schema extends McpZodSchema>(
  tool: AgentTool,
  options: TargetOptions & { readonly z: McpZod<Field, Schema> },
): McpTool<Schema>;
export function mcpTool<Field extends { optional(): unknown }, Schema extends McpZodSchema>(
  tool: AgentTool,
  options: TargetOptions & { readonly z?: McpZod<Field, Schema> | undefined } = {},
): McpTool<LenientSchema | Schema> {
  const run = runFor(tool, target, options);
  const { name, title, description, inputSchema } = tool;
  const { z } = options;
  return {
    name,
    config: {
      title,
      description,
      inputSchema: z === undefined ? lenientSchema(inputSchema) : zodSchema(inputSchema, z),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      _meta: { "anthropic/maxResultSizeChars": maxResultCharacters },
    },
    callback: async (input, context) => mcpResult(await run(input, context?.mcpReq?.signal ?? context?.signal)),
  };
}

/**
 * Returns the schema as a zod object that accepts everything. Its metadata are the JSON Schema that clients see: zod
 * copies them over what it infers.
 */
function zodSchema<Field extends { optional(): unknown }, Schema extends McpZodSchema>(
  { properties, required }: ObjectSchema,
  z: McpZod<Field, Schema>,
): Schema {
  if (typeof z.looseObject !== "function") {
    throw new TypeError('mcpTool needs zod 4. Pass the z of `import { z } from "zod"`, or of "zod/v4" in zod 3.25.');
  }
  const fields = Object.entries(properties).map(([name, schema]): [string, ReturnType<Field["optional"]>] => {
    const field = z.unknown().optional() as ReturnType<Field["optional"]> & McpZodSchema;
    return [name, field.meta({ ...schema })];
  });
  return z.looseObject(Object.fromEntries(fields)).meta({ required: [...required], additionalProperties: false });
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
