import { dataUrl } from "../answer/carriers.ts";
import { mediaIntroduction } from "../answer/tool-answer.ts";

/** A message of LangChain's, as far as it is looked at. */
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
 * Messages whose tool messages are text only, for models behind Chat Completions: pictures of tool messages
 * come in a user message behind them. What is made is in the plain form that `invoke` takes beside messages.
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

/** A message that is no object of a class. */
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

/** Undefined for a message that is text already. */
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

/** Standard images are sent as they stand in user messages of chat models, which know only `image_url`. */
function forUser(block: PlainBlock): PlainBlock {
  const { type, mimeType, data } = block;
  if (type !== "image" || typeof data !== "string") return block;
  return { type: "image_url", image_url: { url: dataUrl({ mediaType: String(mimeType), base64: data }) } };
}

function isToolMessage(message: object): message is MessageLike {
  return (message as Partial<MessageLike>).type === "tool";
}
