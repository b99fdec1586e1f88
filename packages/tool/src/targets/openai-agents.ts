import { openai, type StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { textOrParts, type TextContent, type ToolAnswer } from "../answer/tool-answer.ts";
import { openParameters, type OpenParameters } from "../schema/plain-schema.ts";

export type { OpenParameters } from "../schema/plain-schema.ts";

const target: Target = {
  carries: openai,
  assumes: openai,
  maxMediaBytes: 18_000_000,
  limitedBy: "one answer to OpenAI's API",
};

/** One part of an output. */
export type AgentsPart =
  | TextContent
  | { type: "image"; image: { data: string; mediaType: string } }
  | { type: "file"; file: { data: string; mediaType: string; filename: string } };

/** The argument of `tool` in `@openai/agents`. */
export interface OpenAiAgentsTool {
  name: string;
  description: string;
  parameters: OpenParameters;
  strict: false;
  execute: (
    input: unknown,
    context?: unknown,
    details?: { readonly signal?: StopSignal | undefined },
  ) => Promise<string | AgentsPart[]>;
}

/**
 * The argument of `tool` of the OpenAI Agents SDK: `tool(openAiAgentsTool(createReadTool(reader)))`. Sends images and
 * PDF files to the model, unless capabilities are given.
 */
export function openAiAgentsTool(tool: AgentTool, options: TargetOptions = {}): OpenAiAgentsTool {
  const run = runFor(tool, target, options);
  const { name, description, inputSchema } = tool;
  return {
    name,
    description,
    parameters: openParameters(inputSchema),
    strict: false,
    execute: async (input, _, details) => openAiAgentsOutput(await run(input, details?.signal)),
  };
}

/** Converts an answer to an output. */
export function openAiAgentsOutput(answer: ToolAnswer): string | AgentsPart[] {
  return textOrParts(answer, ({ kind, mediaType, base64: data, fileName }): AgentsPart =>
    kind === "image"
      ? { type: "image", image: { data, mediaType } }
      : { type: "file", file: { data, mediaType, filename: fileName } },
  );
}
