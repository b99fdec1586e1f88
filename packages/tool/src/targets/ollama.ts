import type { Capabilities, StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { anyImages } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { answerText, mediaIntroduction, type ToolAnswer } from "../answer/tool-answer.ts";
import { plainSchema, type PlainSchema } from "../schema/plain-schema.ts";

/** PNG and JPEG are what every model of Ollama's that sees takes. */
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

/** A tool for Ollama. Which model it is for is not known here: say it to the reader, else it gets text alone. */
export function ollamaTool(tool: AgentTool, options: TargetOptions = {}): OllamaTool {
  const run = runFor(tool, target, options);
  const { name, description, inputSchema } = tool;
  return {
    definition: { type: "function", function: { name, description, parameters: plainSchema(inputSchema) } },
    run: async (call, { signal } = {}) => ollamaAnswer(name, await run(call.function.arguments, signal)),
  };
}

/** An answer as messages. */
export function ollamaAnswer(toolName: string, answer: ToolAnswer): OllamaAnswer {
  const tool = { role: "tool" as const, tool_name: toolName, content: answerText(answer) };
  const images = answer.media.flatMap(({ kind, base64 }) => (kind === "image" ? [base64] : []));
  if (images.length === 0) return { tool };
  return {
    tool,
    user: { role: "user", content: mediaIntroduction(toolName), images },
  };
}
