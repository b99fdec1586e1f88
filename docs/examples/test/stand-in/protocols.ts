import type { Prompt, Reply, ToolCall } from "./model.ts";

/** One way in which providers are spoken to. */
export interface Protocol {
  /** Where it is spoken. */
  readonly url: RegExp;
  readonly prompt: (body: never) => Prompt;
  readonly answer: (reply: Reply) => object;
}

interface Part {
  readonly type: string;
  readonly text?: string;
}

/** Everything that a provider can be sent is a list of parts, or a string for one of text. */
type Content<P extends Part> = string | readonly P[];

function partsOf<P extends Part>(content: Content<P> | undefined): readonly (P | Part)[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
}

function textsOf(parts: readonly Part[]): readonly string[] {
  return parts.flatMap(({ text }) => (text === undefined ? [] : [text]));
}

function base64Of(dataUrl: string): string {
  return dataUrl.slice(dataUrl.indexOf(",") + 1);
}

interface AnthropicPart extends Part {
  readonly content?: Content<AnthropicPart>;
  readonly source?: { readonly type: "base64"; readonly data: string };
}

/** Anthropic's Messages API. */
const messages: Protocol = {
  url: /^https:\/\/api\.anthropic\.com\/v1\/messages$/,
  prompt(body: { tools: { name: string }[]; messages: { content: Content<AnthropicPart> }[] }) {
    const parts = body.messages.flatMap(({ content }): readonly AnthropicPart[] => partsOf(content));
    const results = parts.filter(({ type }) => type === "tool_result");
    const inside = results.flatMap(({ content }): readonly AnthropicPart[] => partsOf(content));
    return {
      question: textsOf(parts)[0] ?? "",
      tools: body.tools.map(({ name }) => name),
      texts: textsOf(inside),
      images: inside.flatMap(({ source }) => source?.data ?? []),
    };
  },
  answer: ({ call, text }) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "stand-in",
    content: call === undefined ? [{ type: "text", text }] : [{ type: "tool_use", id: "toolu_1", ...call }],
    stop_reason: call === undefined ? "end_turn" : "tool_use",
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
};

interface ResponsesPart extends Part {
  readonly image_url?: string;
}

interface ResponsesItem {
  readonly role?: string;
  readonly content?: Content<ResponsesPart>;
  readonly type?: string;
  readonly output?: Content<ResponsesPart>;
}

/** OpenAI's Responses API. */
const responses: Protocol = {
  url: /^https:\/\/api\.openai\.com\/v1\/responses$/,
  prompt(body: { tools: { name: string }[]; input: readonly ResponsesItem[] }) {
    const outputs = body.input.filter(({ type }) => type === "function_call_output");
    const inside = outputs.flatMap(({ output }): readonly ResponsesPart[] => partsOf(output));
    return {
      question: textsOf(body.input.flatMap(({ content }) => partsOf(content)))[0] ?? "",
      tools: body.tools.map(({ name }) => name),
      texts: textsOf(inside),
      images: inside.flatMap(({ image_url: url }) => (url === undefined ? [] : [base64Of(url)])),
    };
  },
  answer: ({ call, text }) => ({
    id: "resp_1",
    object: "response",
    status: "completed",
    model: "stand-in",
    output: [
      call === undefined
        ? { type: "message", id: "m_1", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] }
        : { type: "function_call", id: "fc_1", call_id: "call_1", name: call.name, arguments: json(call) },
    ],
  }),
};

interface ChatPart extends Part {
  readonly image_url?: { readonly url: string };
}

interface ChatMessage {
  readonly role: string;
  readonly content?: Content<ChatPart>;
}

/** Chat Completions, OpenAI's and that of a server on this machine. */
const chat: Protocol = {
  url: /^https?:\/\/(?:api\.openai\.com|localhost:11434)\/v1\/chat\/completions$/,
  prompt(body: { tools: { function: { name: string } }[]; messages: readonly ChatMessage[] }) {
    const saidBy = (speaker: string): readonly ChatPart[] =>
      body.messages.filter(({ role }) => role === speaker).flatMap(({ content }) => partsOf(content));
    return {
      question: textsOf(saidBy("user"))[0] ?? "",
      tools: body.tools.map(({ function: { name } }) => name),
      texts: textsOf(saidBy("tool")),
      images: saidBy("user").flatMap(({ image_url: image }) => (image === undefined ? [] : [base64Of(image.url)])),
    };
  },
  answer: ({ call, text }) => ({
    id: "chatcmpl_1",
    object: "chat.completion",
    created: 0,
    model: "stand-in",
    choices: [
      {
        index: 0,
        finish_reason: call === undefined ? "stop" : "tool_calls",
        message: {
          role: "assistant",
          content: text ?? null,
          ...(call === undefined ? {} : { tool_calls: [chatCall(call)] }),
        },
      },
    ],
  }),
};

function chatCall(call: ToolCall): object {
  return { id: "call_1", type: "function", function: { name: call.name, arguments: json(call) } };
}

interface GatewayPart extends Part {
  readonly output?: { readonly value: Content<GatewayPart> };
  readonly data?: { readonly data: string };
}

/** AI SDK's own gateway. */
const gateway: Protocol = {
  url: /^https:\/\/ai-gateway\.vercel\.sh\/v4\/ai\/language-model$/,
  prompt(body: { tools: { name: string }[]; prompt: { role: string; content: Content<GatewayPart> }[] }) {
    const parts = body.prompt.flatMap(({ content }): readonly GatewayPart[] => partsOf(content));
    const inside = parts.flatMap(({ output }): readonly GatewayPart[] => partsOf(output?.value));
    return {
      question: textsOf(parts)[0] ?? "",
      tools: body.tools.map(({ name }) => name),
      texts: textsOf(inside),
      images: inside.flatMap(({ data }) => data?.data ?? []),
    };
  },
  answer: ({ call, text }) => ({
    content: [
      call === undefined
        ? { type: "text", text }
        : { type: "tool-call", toolCallId: "call_1", toolName: call.name, input: json(call) },
    ],
    finishReason: { unified: call === undefined ? "stop" : "tool-calls", raw: undefined },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
    warnings: [],
  }),
};

function json({ input }: ToolCall): string {
  return JSON.stringify(input);
}

/** All of them. */
export const protocols: readonly Protocol[] = [messages, responses, chat, gateway];
