import type { Capabilities, Json, Reader } from "@reader/core";
import { type AgentTool, createReadTool, type ToolMedia } from "@reader/tool";
import { aiSdkOutput, aiSdkTool } from "@reader/tool/ai-sdk";
import { anthropicTool } from "@reader/tool/anthropic";
import { claudeAgentTool, type ZodLike } from "@reader/tool/claude-agent-sdk";
import { geminiTool } from "@reader/tool/gemini";
import { langChainTool } from "@reader/tool/langchain";
import { mastraOutput, mastraTool } from "@reader/tool/mastra";
import { mcpTool } from "@reader/tool/mcp";
import { ollamaTool } from "@reader/tool/ollama";
import { openAiAgentsTool } from "@reader/tool/openai-agents";
import { chatTool } from "@reader/tool/openai-chat";
import { responsesTool } from "@reader/tool/openai-responses";
import { piTool } from "@reader/tool/pi";
import { capabilitiesOf } from "./models.ts";
import type { Payload, PayloadRequest } from "./wire.ts";

/** The arguments of a call. */
export type Input = Readonly<Record<string, Json>>;

/** A tool in the shape of a provider. */
export interface Bound {
  /** The definition of the tool. */
  readonly definition: unknown;
  /** Runs a call and returns the message for the provider. */
  readonly run: (input: Input) => Promise<unknown>;
}

/** A provider or framework, and its message format. */
export interface Provider {
  readonly id: string;
  readonly label: string;
  /** True if it has its own models. The model of the page is then ignored. */
  readonly knowsModel: boolean;
  /** `capabilities` are those of the model of the page. */
  bind(tool: AgentTool, capabilities: Capabilities): Bound;
}

const id = "call_1";

/** All shapes of the tool, providers first. */
export const providers: readonly Provider[] = [
  { id: "anthropic", label: "Anthropic", knowsModel: true, bind: anthropic },
  { id: "openai-responses", label: "OpenAI Responses", knowsModel: true, bind: responses },
  { id: "openai-chat", label: "OpenAI Chat", knowsModel: false, bind: chat },
  { id: "gemini", label: "Gemini", knowsModel: true, bind: gemini },
  { id: "ollama", label: "Ollama", knowsModel: false, bind: ollama },
  { id: "mcp", label: "MCP", knowsModel: false, bind: mcp },
  { id: "ai-sdk", label: "AI SDK", knowsModel: false, bind: aiSdk },
  { id: "claude-agent-sdk", label: "Claude Agent SDK", knowsModel: true, bind: claudeAgent },
  { id: "openai-agents", label: "OpenAI Agents", knowsModel: true, bind: agents },
  { id: "langchain", label: "LangChain", knowsModel: false, bind: langChain },
  { id: "mastra", label: "Mastra", knowsModel: false, bind: mastra },
  { id: "pi", label: "pi", knowsModel: false, bind: pi },
];

function anthropic(tool: AgentTool): Bound {
  const { definition, run } = anthropicTool(tool);
  return { definition, run: async (input) => ({ role: "user", content: [await run({ id, input })] }) };
}

function responses(tool: AgentTool): Bound {
  const { definition, run } = responsesTool(tool);
  return { definition, run: (input) => run({ call_id: id, arguments: JSON.stringify(input) }) };
}

function chat(tool: AgentTool, capabilities: Capabilities): Bound {
  const { definition, run } = chatTool(tool, { capabilities });
  return {
    definition,
    run: async (input) => {
      const answer = await run({ id, function: { arguments: JSON.stringify(input) } });
      return [answer.tool, ...(answer.user === undefined ? [] : [answer.user])];
    },
  };
}

function gemini(tool: AgentTool): Bound {
  const { definition, run } = geminiTool(tool);
  return { definition, run: async (input) => ({ role: "user", parts: await run({ id, args: input }) }) };
}

function ollama(tool: AgentTool, capabilities: Capabilities): Bound {
  const { definition, run } = ollamaTool(tool, { capabilities });
  return {
    definition,
    run: async (input) => {
      const answer = await run({ function: { arguments: input } });
      return [answer.tool, ...(answer.user === undefined ? [] : [answer.user])];
    },
  };
}

function mcp(tool: AgentTool, capabilities: Capabilities): Bound {
  const { name, config, callback } = mcpTool(tool, { capabilities });
  const { inputSchema, ...rest } = config;
  const definition = { name, ...rest, inputSchema: inputSchema["~standard"].jsonSchema.input() };
  return { definition, run: (input) => callback(input) };
}

function aiSdk(tool: AgentTool, capabilities: Capabilities): Bound {
  const { description, inputSchema, execute } = aiSdkTool(tool, { capabilities });
  const definition = { name: tool.name, description, inputSchema: inputSchema["~standard"].jsonSchema.input() };
  const { name: toolName } = tool;
  return {
    definition,
    run: async (input) => ({
      role: "tool",
      content: [{ type: "tool-result", toolCallId: id, toolName, output: aiSdkOutput(await execute(input, {})) }],
    }),
  };
}

/** The SDK converts it to an MCP tool, and passes on its result. */
function claudeAgent(tool: AgentTool): Bound {
  const { handler, inputSchema, ...rest } = claudeAgentTool(tool, { z: fieldDescriptions });
  const { required } = tool.inputSchema;
  const definition = { ...rest, inputSchema: { type: "object", properties: inputSchema, required } };
  return { definition, run: (input) => handler(input, {}) };
}

function agents(tool: AgentTool): Bound {
  const { execute, ...definition } = openAiAgentsTool(tool);
  return { definition, run: (input) => execute(input) };
}

function langChain(tool: AgentTool, capabilities: Capabilities): Bound {
  const [run, definition] = langChainTool(tool, { capabilities });
  return {
    definition,
    run: async (input) => {
      const [content, artifact] = await run(input);
      return { type: "tool", tool_call_id: id, content, artifact };
    },
  };
}

function mastra(tool: AgentTool, capabilities: Capabilities): Bound {
  const { execute, toModelOutput: _, inputSchema, ...rest } = mastraTool(tool, { capabilities });
  const definition = { ...rest, inputSchema: inputSchema["~standard"].jsonSchema.input() };
  return { definition, run: async (input) => mastraOutput(await execute(input)) };
}

/** The framework expects errors to be thrown, and gives their message to the model. */
function pi(tool: AgentTool, capabilities: Capabilities): Bound {
  const { execute, prepareArguments, ...definition } = piTool(tool, { capabilities });
  return {
    definition,
    run: async (input) => {
      try {
        return await execute(id, prepareArguments(input));
      } catch (error) {
        return { isError: true, content: [{ type: "text", text: error instanceof Error ? error.message : "" }] };
      }
    },
  };
}

/** A field of a JSON Schema with the methods of a zod schema. */
interface FieldDescription {
  readonly type: "string" | "number";
  readonly description?: string;
  describe(description: string): this;
  optional(): this;
}

/** A replacement for zod that produces what the Claude Agent SDK produces from zod fields. */
const fieldDescriptions: ZodLike<FieldDescription, FieldDescription> = {
  string: () => fieldOf("string"),
  number: () => fieldOf("number"),
  preprocess: (_, field) => field,
};

function fieldOf(type: FieldDescription["type"], description?: string): FieldDescription {
  return {
    type,
    ...(description === undefined ? {} : { description }),
    describe: (words) => fieldOf(type, words),
    optional: () => fieldOf(type, description),
  } as FieldDescription;
}

/** Returns the message for a provider, made by the adapter that agents use, or `undefined` for an unknown provider. */
export async function payloadOf(reader: Reader, asked: PayloadRequest): Promise<Payload | undefined> {
  const provider = providers.find(({ id }) => id === asked.provider);
  if (provider === undefined) return undefined;
  const media: ToolMedia[] = [];
  const { definition, run } = provider.bind(watched(createReadTool(reader), media), capabilitiesOf(asked.model));
  const { request } = asked;
  const input = isFields(request) ? request : { path: typeof request === "string" ? request : JSON.stringify(request) };
  const sent = JSON.stringify(await run(input));
  return {
    message: elideMedia(asJson(sent), media),
    definition: asJson(JSON.stringify(definition)),
    bytes: new TextEncoder().encode(sent).length,
  };
}

/** Returns a tool that records the media of its answers, to distinguish them from text later. */
function watched(tool: AgentTool, media: ToolMedia[]): AgentTool {
  return {
    ...tool,
    async execute(input, options) {
      const answer = await tool.execute(input, options);
      media.push(...answer.media);
      return answer;
    },
  };
}

function isFields(request: Json): request is { readonly [field: string]: Json } {
  return typeof request === "object" && request !== null && !Array.isArray(request);
}

function asJson(text: string): Json {
  return JSON.parse(text) as Json;
}

/**
 * Replaces the base64 of images and documents by a description such as `<base64 image/jpeg, 81 234 bytes>`, and keeps the
 * prefix of a `data:` URL. Only known media are replaced; file text that looks like base64 is shown as it is sent.
 */
export function elideMedia(message: Json, media: readonly ToolMedia[]): Json {
  if (typeof message === "string") return elideText(message, media);
  if (isList(message)) return message.map((each) => elideMedia(each, media));
  if (typeof message !== "object" || message === null) return message;
  return Object.fromEntries(Object.entries(message).map(([name, value]) => [name, elideMedia(value, media)]));
}

function elideText(text: string, media: readonly ToolMedia[]): string {
  const found = media.find(({ base64, mediaType }) => text === base64 || text === `data:${mediaType};base64,${base64}`);
  if (found === undefined || found.base64 === "") return text;
  const bytes = found.bytes.toLocaleString("en-GB").replaceAll(",", " ");
  return `${text.slice(0, text.length - found.base64.length)}<base64 ${found.mediaType}, ${bytes} bytes>`;
}

/** `Array.isArray` does not narrow read-only arrays. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
