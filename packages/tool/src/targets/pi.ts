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

/** What a tool of pi gives. */
export interface PiResult {
  content: PiContent[];
  /** For its user interface. */
  details: ToolAnswer["facts"];
}

/** A tool of the agent pi, in the shape of its `AgentTool`. */
export interface PiTool {
  name: string;
  label: string;
  description: string;
  parameters: PlainSchema;
  /** What the model sent goes past pi's own check, and the tool says what is wrong. */
  prepareArguments: (input: unknown) => unknown;
  /** Throws if the reader returns an error without images, as pi expects. The model reads the message. */
  execute: (toolCallId: string, input: unknown, signal?: StopSignal) => Promise<PiResult>;
}

/** A tool for pi. Which model it is for is not known here: say it to the reader, else it gets text alone. */
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

/** Nulls would not pass pi's check, and mean nothing. */
function withoutNull(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
