import type { StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { carriesAll, dataUrl } from "../answer/carriers.ts";
import { runFor, type Target } from "../answer/target.ts";
import {
  answerText,
  mediaIntroduction,
  type TextContent,
  type ToolAnswer,
  type ToolMedia,
} from "../answer/tool-answer.ts";
import { strictSchema } from "../schema/json-schema.ts";
import { plainSchema, type PlainSchema } from "../schema/plain-schema.ts";
import type { OpenAiOptions } from "./openai-responses.ts";

/** Most servers accept requests of 20 MB. */
const target: Target = { carries: carriesAll, maxMediaBytes: 14_000_000, limitedBy: "a request" };

/** One part of a user message. */
export type ChatContent =
  | TextContent
  | { type: "image_url"; image_url: { url: string } }
  | { type: "file"; file: { filename: string; file_data: string } };

/** The messages of an answer. Tool messages are text only, so images and documents are in a user message. */
export interface ChatAnswer {
  readonly tool: { role: "tool"; tool_call_id: string; content: string };
  /** Absent if there is only text. */
  readonly user?: { role: "user"; content: ChatContent[] };
}

/** A tool for Chat Completions of OpenAI and compatible servers. */
export interface ChatTool {
  /** For `tools` of a request. */
  readonly definition: {
    type: "function";
    function: { name: string; description: string; parameters: PlainSchema; strict?: true };
  };
  /** Answers a tool call. */
  readonly run: (
    call: { readonly id: string; readonly function: { readonly arguments: string } },
    options?: { readonly signal?: StopSignal },
  ) => Promise<ChatAnswer>;
}

/** A tool for Chat Completions. The target does not know the model: give its capabilities to the reader, or it gets text only. */
export function chatTool(tool: AgentTool, options: OpenAiOptions = {}): ChatTool {
  const run = runFor(tool, target, options);
  const { name, description, inputSchema } = tool;
  const { strict = false } = options;
  const parameters = plainSchema(strict ? strictSchema(inputSchema) : inputSchema);
  return {
    definition: { type: "function", function: { name, description, parameters, ...(strict ? { strict } : {}) } },
    run: async (call, { signal } = {}) => chatAnswer(call.id, await run(call.function.arguments, signal)),
  };
}

/** Converts an answer to messages. */
export function chatAnswer(toolCallId: string, answer: ToolAnswer): ChatAnswer {
  const tool = { role: "tool" as const, tool_call_id: toolCallId, content: answerText(answer) };
  if (answer.media.length === 0) return { tool };
  const text = mediaIntroduction(toolCallId);
  return { tool, user: { role: "user", content: [{ type: "text", text }, ...answer.media.map(mediaContent)] } };
}

/**
 * Returns the messages for all answers to one message of the model: the tool messages, which must follow it directly, and
 * then one user message with everything that they cannot carry.
 */
export function chatMessages(
  answers: readonly ChatAnswer[],
): readonly (ChatAnswer["tool"] | NonNullable<ChatAnswer["user"]>)[] {
  const content = answers.flatMap(({ user }) => user?.content ?? []);
  const user = { role: "user" as const, content };
  return [...answers.map(({ tool }) => tool), ...(content.length === 0 ? [] : [user])];
}

function mediaContent(media: ToolMedia): ChatContent {
  const url = dataUrl(media);
  return media.kind === "image"
    ? { type: "image_url", image_url: { url } }
    : { type: "file", file: { filename: media.fileName, file_data: url } };
}
