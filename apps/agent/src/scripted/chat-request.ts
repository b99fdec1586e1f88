/** An image of a message, from its data URL. */
export interface ChatImage {
  readonly mediaType: string;
  readonly base64: string;
}

/** A message of Chat Completions, with the fields that a script checks. */
export interface ChatMessage {
  readonly role: string;
  /** Its texts, joined. */
  readonly text: string;
  readonly images: readonly ChatImage[];
  readonly hasToolCalls: boolean;
}

/** A request of Chat Completions, with the fields that a script checks. */
export interface ChatRequest {
  readonly model: string;
  readonly isStream: boolean;
  readonly messages: readonly ChatMessage[];
  /** The names of the tools that may be called. */
  readonly tools: readonly string[];
}

/** Parses the body of a request. Returns `undefined` if it is not one. */
export function chatRequest(body: unknown): ChatRequest | undefined {
  if (!isRecord(body) || !Array.isArray(body["messages"])) return undefined;
  const { model, stream, messages, tools } = body;
  return {
    model: typeof model === "string" ? model : "",
    isStream: stream === true,
    messages: messages.filter(isRecord).map(messageOf),
    tools: Array.isArray(tools) ? tools.filter(isRecord).flatMap(toolName) : [],
  };
}

function messageOf({ role, content, tool_calls: calls }: Fields): ChatMessage {
  const parts = (Array.isArray(content) ? content : [{ type: "text", text: content }]).filter(isRecord);
  return {
    role: typeof role === "string" ? role : "",
    text: parts.flatMap(({ text }) => (typeof text === "string" ? [text] : [])).join("\n"),
    images: parts.flatMap(({ image_url: image }) => (isRecord(image) ? imageOf(image["url"]) : [])),
    hasToolCalls: Array.isArray(calls) && calls.length > 0,
  };
}

function imageOf(url: unknown): readonly ChatImage[] {
  const [, mediaType, base64] = typeof url === "string" ? (/^data:([^;,]+);base64,(.*)$/s.exec(url) ?? []) : [];
  return mediaType === undefined || base64 === undefined ? [] : [{ mediaType, base64 }];
}

function toolName({ function: tool }: Fields): readonly string[] {
  return isRecord(tool) && typeof tool["name"] === "string" ? [tool["name"]] : [];
}

interface Fields {
  readonly [name: string]: unknown;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
