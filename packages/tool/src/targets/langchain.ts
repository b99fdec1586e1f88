import type { StopSignal } from "@reader/core";
import type { AgentTool } from "../answer/agent-tool.ts";
import { carriesImages, dataUrl } from "../answer/carriers.ts";
import { runFor, type Target, type TargetOptions } from "../answer/target.ts";
import { mediaIntroduction, type TextContent, textOrParts, type ToolAnswer } from "../answer/tool-answer.ts";
import { openParameters, type OpenParameters } from "../schema/plain-schema.ts";

/** No documents: LangChain's clients send those of tool messages as JSON text. */
const target: Target = { carries: carriesImages, maxMediaBytes: 14_000_000, limitedBy: "a request" };

/** One block of a message, in LangChain's standard form. */
export type LangChainBlock = TextContent | { type: "image"; mimeType: string; data: string };

/** Content for the model, and the whole answer for programs. */
export type LangChainResult = [content: string | LangChainBlock[], artifact: ToolAnswer];

/** The arguments of `tool` in `@langchain/core/tools`. */
export type LangChainTool = [
  run: (input: unknown, config?: { readonly signal?: StopSignal | undefined }) => Promise<LangChainResult>,
  fields: {
    name: string;
    description: string;
    schema: OpenParameters;
    responseFormat: "content_and_artifact";
    /** LangChain validates input before the tool runs. With this, it reports what is wrong to the model. */
    verboseParsingErrors: true;
  },
];

/**
 * The arguments of LangChain's `tool`: `tool(...langChainTool(createReadTool(reader)))`. The target does not know
 * the model: give its capabilities to the reader, or it gets text only. Chat Completions need `moveMediaToUser`, too.
 */
export function langChainTool(tool: AgentTool, options: TargetOptions = {}): LangChainTool {
  const run = runFor(tool, target, options);
  const { name, description, inputSchema } = tool;
  return [
    async (input, config) => langChainResult(await run(input, config?.signal)),
    {
      name,
      description,
      schema: openParameters(inputSchema),
      responseFormat: "content_and_artifact",
      verboseParsingErrors: true,
    },
  ];
}

/** Converts an answer to content and artifact. Only the content has the media. */
export function langChainResult(answer: ToolAnswer): LangChainResult {
  const content = textOrParts(answer, ({ mediaType, base64 }): LangChainBlock => ({
    type: "image",
    mimeType: mediaType,
    data: base64,
  }));
  return [content, { ...answer, media: [] }];
}

/** The used part of a LangChain message. */
interface MessageLike {
  readonly type: string;
  readonly content: unknown;
  readonly tool_call_id?: string;
}

/** A block of a message. */
export interface PlainBlock {
  [field: string]: unknown;
  type: string;
}

/**
 * Moves the images of tool messages into a user message after them, for models behind Chat Completions. The result uses
 * the plain message format that `invoke` also accepts.
 */
export function moveMediaToUser<Message extends object>(messages: readonly Message[]): (Message | PlainMessage)[] {
  const moved: (Message | PlainMessage)[] = [];
  let waiting: PlainBlock[] = [];
  const flush = (): void => {
    if (waiting.length > 0) moved.push({ role: "human", content: waiting });
    waiting = [];
  };
  for (const message of messages) {
    if (!isToolMessage(message)) flush();
    const split = isToolMessage(message) ? splitMedia(message) : undefined;
    moved.push(split?.tool ?? message);
    waiting.push(...(split?.media ?? []));
  }
  flush();
  return moved;
}

/** A message that is a plain object. */
export interface PlainMessage {
  [field: string]: unknown;
  role: "tool" | "human";
  content: string | PlainBlock[];
  tool_call_id?: string;
}

interface Split {
  readonly tool: PlainMessage;
  readonly media: readonly PlainBlock[];
}

/** Returns `undefined` for a message that is already text. */
function splitMedia({ content, tool_call_id: id = "" }: MessageLike): Split | undefined {
  if (!Array.isArray(content)) return undefined;
  const blocks = content as readonly PlainBlock[];
  const media = blocks.filter(({ type }) => type !== "text");
  if (media.length === 0) return undefined;
  const texts = blocks.flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  return {
    tool: { role: "tool", content: texts.join("\n\n"), tool_call_id: id },
    media: [{ type: "text", text: mediaIntroduction(id) }, ...media.map(forUser)],
  };
}

/** Converts standard images to `image_url`, the only kind that chat models know in user messages. */
function forUser(block: PlainBlock): PlainBlock {
  const { type, mimeType, data } = block;
  if (type !== "image" || typeof data !== "string") return block;
  return { type: "image_url", image_url: { url: dataUrl({ mediaType: String(mimeType), base64: data }) } };
}

function isToolMessage(message: object): message is MessageLike {
  return (message as Partial<MessageLike>).type === "tool";
}
