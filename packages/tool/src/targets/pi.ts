import type { StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { carriesImages } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import {
  answerText,
  textAndImages,
  type ImageContent,
  type TextContent,
  type ToolAnswer,
} from "../answer/tool-answer.ts";
import { plainSchema, type PlainSchema } from "../schema/plain-schema.ts";

const target: Target = { carries: carriesImages, maxMediaBytes: 14_000_000, limitedBy: "a request" };

/** One part of a result. */
export type PiContent = TextContent | ImageContent;

/** The result of a pi tool. */
export interface PiResult {
  content: PiContent[];
  /** Details for the user interface. */
  details: ToolAnswer["facts"];
}

/** A tool of the agent pi, in the shape of its `AgentTool`. */
export interface PiTool {
  name: string;
  label: string;
  description: string;
  parameters: PlainSchema;
  /** Bypasses pi's validation, so that the tool reports what is wrong with the input. */
  prepareArguments: (input: unknown) => unknown;
  /** Throws if the reader returns an error without images, as pi expects. The model reads the message. */
  execute: (toolCallId: string, input: unknown, signal?: StopSignal) => Promise<PiResult>;
}

/** A tool for pi. The target does not know the model: give its capabilities to the reader, or it gets text only. */
export function piTool(tool: AgentTool, options: TargetOptions = {}): PiTool {
  const run = runFor(tool, target, options);
  const { name, title, description, inputSchema } = tool;
  return {
    name,
    label: title,
    description,
    parameters: plainSchema(inputSchema),
    prepareArguments: withoutNull,
    execute: async (_, input, signal) => piResult(await run(input, signal)),
  };
}

/**
 * Converts an answer to a result. Throws an `Error` for a text-only error, because a thrown error cannot carry images.
 */
export function piResult(answer: ToolAnswer): PiResult {
  if (answer.isError && answer.media.length === 0) throw new Error(answerText(answer));
  return { content: textAndImages(answer), details: answer.facts };
}

/** Removes nulls, which mean absent and would fail pi's validation. */
function withoutNull(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
