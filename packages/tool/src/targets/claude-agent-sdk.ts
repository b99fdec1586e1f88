import type { StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { claudeImages } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import type { FieldSchema } from "../schema/json-schema.ts";
import { mcpResult, type McpResult } from "./mcp.ts";

/** MCP messages to a known model. */
const target: Target = {
  carries: claudeImages,
  assumes: claudeImages,
  maxMediaBytes: 5_400_000,
  limitedBy: "a message of MCP",
};

/** The used part of a zod field. */
export interface ZodFieldLike {
  describe(description: string): this;
  optional(): unknown;
}

/** The used part of zod. It is the caller's copy, because the SDK accepts only that. */
export interface ZodLike<Text extends ZodFieldLike, Whole extends ZodFieldLike> {
  string(): Text;
  number(): Whole;
  preprocess(change: (value: unknown) => unknown, field: ReturnType<(Text | Whole)["optional"]>): unknown;
}

/** zod fields, required or optional. */
type Shape<Field extends ZodFieldLike> = Record<string, Field | ReturnType<Field["optional"]>>;

/** A tool for `createSdkMcpServer({ tools })` of the Claude Agent SDK. */
export interface ClaudeAgentTool<Field extends ZodFieldLike> {
  name: string;
  description: string;
  inputSchema: Shape<Field>;
  annotations: { readOnlyHint: true; openWorldHint: false };
  handler: (input: unknown, extra: unknown) => Promise<McpResult>;
}

/**
 * A tool for the Claude Agent SDK: `createSdkMcpServer({ name: "reader", tools: [claudeAgentTool(tool, { z })] })`.
 * The SDK describes input with zod, so it needs the caller's copy, and validates input before the tool sees it: values
 * may have other spellings, names may not.
 */
export function claudeAgentTool<Text extends ZodFieldLike, Whole extends ZodFieldLike>(
  tool: AgentTool,
  options: TargetOptions & { readonly z: ZodLike<Text, Whole> },
): ClaudeAgentTool<Text | Whole> {
  const run = runFor(tool, target, options);
  const { name, description, inputSchema } = tool;
  const { properties, required } = inputSchema;
  type Optional = ReturnType<(Text | Whole)["optional"]>;
  const shape: Shape<Text | Whole> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const field = (schema.type === "integer" ? options.z.number() : options.z.string()).describe(schema.description);
    const optional = field.optional() as Optional;
    shape[name] = required.includes(name) ? field : (options.z.preprocess(plainValue(schema), optional) as Optional);
  }
  return {
    name,
    description,
    inputSchema: shape,
    annotations: { readOnlyHint: true, openWorldHint: false },
    handler: async (input, extra) => mcpResult(await run(input, signalOf(extra))),
  };
}

/**
 * Normalises optional values as models send them: null and empty mean absent, and numbers may come as text or the
 * reverse.
 */
function plainValue({ type }: FieldSchema): (value: unknown) => unknown {
  return (value) => {
    if (value === null || value === "") return undefined;
    if (type === "integer") return typeof value === "string" ? Number(value) : value;
    return typeof value === "number" ? String(value) : value;
  };
}

function signalOf(extra: unknown): StopSignal | undefined {
  const signal = (extra as { readonly signal?: unknown } | undefined)?.signal;
  return signal instanceof AbortSignal ? signal : undefined;
}
