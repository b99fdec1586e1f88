import type { Capabilities, StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { anyImages } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { answerText, mediaIntroduction, type ToolAnswer } from "../answer/tool-answer.ts";
import { plainSchema, type PlainSchema } from "../schema/plain-schema.ts";

/** Every vision model of Ollama accepts PNG and JPEG. */
const carries: Capabilities = {
  name: "ollama",
  images: { ...anyImages, mediaTypes: ["image/png", "image/jpeg"] },
};

const target: Target = { carries, maxMediaBytes: 14_000_000, limitedBy: "a request" };

/** The messages of an answer. Tool messages are text only, so images are in a user message. */
export interface OllamaAnswer {
  readonly tool: { role: "tool"; tool_name: string; content: string };
  /** Absent if there are no images. */
  readonly user?: { role: "user"; content: string; images: string[] };
}

/** A tool for Ollama's own API. */
export interface OllamaTool {
  /** For `tools` of a request. */
  readonly definition: {
    type: "function";
    function: { name: string; description: string; parameters: PlainSchema };
  };
  /** Answers a tool call. */
  readonly run: (
    call: { readonly function: { readonly arguments: unknown } },
    options?: { readonly signal?: StopSignal },
  ) => Promise<OllamaAnswer>;
}

/** A tool for Ollama. The target does not know the model: give its capabilities to the reader, or it gets text only. */
export function ollamaTool(tool: AgentTool, options: TargetOptions = {}): OllamaTool {
  const run = runFor(tool, target, options);
  const { name, description, inputSchema } = tool;
  return {
    definition: { type: "function", function: { name, description, parameters: plainSchema(inputSchema) } },
    run: async (call, { signal } = {}) => ollamaAnswer(name, await run(call.function.arguments, signal)),
  };
}

/** Converts an answer to messages. */
export function ollamaAnswer(toolName: string, answer: ToolAnswer): OllamaAnswer {
  const tool = { role: "tool" as const, tool_name: toolName, content: answerText(answer) };
  const images = answer.media.flatMap(({ kind, base64 }) => (kind === "image" ? [base64] : []));
  if (images.length === 0) return { tool };
  return {
    tool,
    user: { role: "user", content: mediaIntroduction(toolName), images },
  };
}
