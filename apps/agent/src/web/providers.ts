import type { Capabilities, Json } from "@reader/core";
import type { AgentTool } from "@reader/tool";
import { aiSdkOutput, aiSdkTool } from "@reader/tool/ai-sdk";
import { anthropicTool } from "@reader/tool/anthropic";
import { claudeAgentTool } from "@reader/tool/claude-agent-sdk";
import { geminiTool } from "@reader/tool/gemini";
import { langChainTool } from "@reader/tool/langchain";
import { mastraOutput, mastraTool } from "@reader/tool/mastra";
import { mcpTool } from "@reader/tool/mcp";
import { ollamaTool } from "@reader/tool/ollama";
import { openAiAgentsTool } from "@reader/tool/openai-agents";
import { chatTool } from "@reader/tool/openai-chat";
import { responsesTool } from "@reader/tool/openai-responses";
import { piTool } from "@reader/tool/pi";
import { fieldDescriptions } from "./field-descriptions.ts";

/** What a model sends. */
export type Input = Readonly<Record<string, Json>>;

/** A tool as a provider has it. */
export interface Bound {
  /** What the provider is told of the tool. */
  readonly definition: unknown;
  /** Answers a call with what the provider is sent. */
  readonly run: (input: Input) => Promise<unknown>;
}

/** A provider or framework, and how it gets an answer. */
export interface Provider {
  readonly id: string;
  readonly label: string;
  /** Whether it has models of its own; then it disregards the model that is looked with. */
  readonly knowsModel: boolean;
  /** `capabilities` are those of the model that is looked with. */
  bind(tool: AgentTool, capabilities: Capabilities): Bound;
}

const id = "call_1";

/** Every shape that the tool has, providers first. */
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

/** The SDK makes a tool of MCP of it, whose result is what its program gets. */
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

/** An error is thrown there, and its message is what the model reads. */
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
