import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { estimateTokens } from "@reader/core";
import { chatRequest, type ChatRequest } from "./chat-request.ts";
import { replay, ScenarioMismatch, type ScriptedReply } from "./replay.ts";
import type { Scenario } from "./scenario.ts";

/** The model name in the answers of the server. */
export const scriptName = "script";

/** The options of the server. */
export interface ScriptedServerOptions {
  readonly scenario: Scenario;
  /** Delay between two chunks of an answer, in milliseconds, so that a person sees them arrive. Default: 0. */
  readonly pauseMs?: number;
}

/** A server that follows a scenario. */
export interface ScriptedServer {
  /** For the `baseURL` of a client. */
  readonly baseUrl: string;
  /** Stops the server and its open requests. */
  close(): Promise<void>;
}

/**
 * Starts a Chat Completions server on a free port of this machine that follows a scenario. It answers a request that does
 * not fit the scenario with 400 and the reason.
 */
export async function startScriptedServer(options: ScriptedServerOptions): Promise<ScriptedServer> {
  const server = createAdaptorServer({ fetch: scriptedApp(options).fetch });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async close() {
      const closed = once(server, "close");
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  };
}

function scriptedApp({ scenario, pauseMs = 0 }: ScriptedServerOptions): Hono {
  const app = new Hono();
  let count = 0;
  app.get("/v1/models", (context) => context.json({ object: "list", data: [{ id: scriptName, object: "model" }] }));
  app.post("/v1/chat/completions", async (context) => {
    const request = chatRequest(await context.req.json().catch(() => undefined));
    if (request === undefined) return refuse(context, "The body is not a Chat Completions request.");
    try {
      const reply = replay(scenario, request);
      const facts = { id: `script-${(count += 1)}`, model: scriptName, created: Math.floor(Date.now() / 1000) };
      if (!request.isStream) return context.json(completion(reply, request, facts));
      return streamReply(context, { reply, request, facts, pauseMs });
    } catch (error) {
      if (error instanceof ScenarioMismatch) return refuse(context, error.message);
      throw error;
    }
  });
  return app;
}

function refuse(context: Context, message: string): Response {
  return context.json({ error: { message, type: "scenario_mismatch", param: null, code: null } }, 400);
}

interface Streamed {
  readonly reply: ScriptedReply;
  readonly request: ChatRequest;
  readonly facts: ResponseFacts;
  readonly pauseMs: number;
}

function streamReply(context: Context, { reply, request, facts, pauseMs }: Streamed): Response {
  return streamSSE(context, async (stream) => {
    for (const chunk of completionChunks(reply, request, facts)) {
      if (stream.aborted) return;
      await stream.writeSSE({ data: JSON.stringify(chunk) });
      if (pauseMs > 0) await pause(pauseMs);
    }
    await stream.writeSSE({ data: "[DONE]" });
  });
}

/** Number of characters of call arguments in a chunk. Clients have to join them. */
const argumentsPerPiece = 24;

/** The fields that all chunks of an answer share. */
interface ResponseFacts {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** A complete answer, for a request without `stream`. */
function completion(reply: ScriptedReply, request: ChatRequest, facts: ResponseFacts): object {
  const { text, calls } = reply;
  const toolCalls = calls.map((call, index) => toolCall(call, facts.id, index));
  const message = { role: "assistant", content: text, ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }) };
  return {
    ...facts,
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: finishReason(reply) }],
    usage: usage(reply, request),
  };
}

/** The same answer as chunks of a stream, with the usage in the last. `[DONE]` follows. */
function* completionChunks(
  reply: ScriptedReply,
  request: ChatRequest,
  facts: ResponseFacts,
): Generator<object, void, undefined> {
  const chunk = (delta: object, reason: string | null = null): object => ({
    ...facts,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  yield chunk({ role: "assistant", content: "" });
  for (const word of reply.text.match(/\S+\s*|\s+/g) ?? []) yield chunk({ content: word });
  for (const [index, call] of reply.calls.entries()) {
    const { id, type, function: called } = toolCall(call, facts.id, index);
    yield chunk({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: "" } }] });
    for (let start = 0; start < called.arguments.length; start += argumentsPerPiece) {
      const piece = called.arguments.slice(start, start + argumentsPerPiece);
      yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  yield chunk({}, finishReason(reply));
  yield { ...facts, object: "chat.completion.chunk", choices: [], usage: usage(reply, request) };
}

function toolCall({ name, input }: ScriptedReply["calls"][number], id: string, index: number) {
  return {
    id: `call_${id}_${index + 1}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  };
}

function finishReason({ calls }: ScriptedReply): string {
  return calls.length === 0 ? "stop" : "tool_calls";
}

/** The token usage, estimated from the texts. Images are not counted. */
function usage({ text, calls }: ScriptedReply, { messages }: ChatRequest): object {
  const prompt = messages.reduce((sum, message) => sum + estimateTokens(message.text), 0);
  const answer = estimateTokens(text) + (calls.length === 0 ? 0 : estimateTokens(JSON.stringify(calls)));
  return { prompt_tokens: prompt, completion_tokens: answer, total_tokens: prompt + answer };
}
