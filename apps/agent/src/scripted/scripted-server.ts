import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { estimateTokens } from "@reader/core";
import type { Scenario, Expectation, ScenarioStep, ScriptedCall } from "./scenario.ts";

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

/** The next message of a script. */
interface ScriptedReply {
  readonly text: string;
  readonly calls: readonly ScriptedCall[];
}

/** A request differs from what the script expects. The message says how. */
class ScenarioMismatch extends Error {
  readonly "~reader" = "ScenarioMismatch";
}

/**
 * Returns the next message of a script. A request contains the whole conversation and the server keeps no state, so all
 * earlier steps are checked again. Throws a `ScenarioMismatch`.
 */
function replay(scenario: Scenario, request: ChatRequest): ScriptedReply {
  const { question, segments } = currentTurn(request.messages);
  const turn = scenario.turns.find((each) => plain(each.question) === plain(question));
  if (turn === undefined) throw new ScenarioMismatch(unknownQuestion(scenario));
  const found = new Map<string, string>();
  for (const [at, segment] of segments.entries()) {
    const step = turn.steps[at];
    if (step === undefined) throw new ScenarioMismatch(`"${question}" has ${turn.steps.length} steps, and no more.`);
    const name = `Step ${at + 1} of "${turn.question}"`;
    checkText(segment, name);
    for (const expectation of step.expect ?? []) check({ expectation, segment, step: name, found });
  }
  return replyOf(turn.steps[segments.length - 1] ?? {}, found, request);
}

function unknownQuestion({ turns }: Scenario): string {
  const known = turns.map(({ question }) => `"${question}"`).join(" ");
  return `it can answer only these questions: ${known}`;
}

function plain(question: string): string {
  return question
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

interface Turn {
  readonly question: string;
  /** The messages before each message of the model: the question, then answers of tools. */
  readonly segments: readonly (readonly ChatMessage[])[];
}

/** The last question and the messages after it. A user message after a tool message has the media of its answer. */
function currentTurn(messages: readonly ChatMessage[]): Turn {
  const at = messages.findLastIndex(({ role }, index) => role === "user" && messages[index - 1]?.role !== "tool");
  const segments: ChatMessage[][] = [[]];
  for (const message of messages.slice(at + 1)) {
    if (message.role === "assistant") segments.push([]);
    else segments.at(-1)?.push(message);
  }
  return { question: messages[at]?.text ?? "", segments };
}

interface Check {
  readonly expectation: Expectation;
  readonly segment: readonly ChatMessage[];
  /** The name of the step in an error message. */
  readonly step: string;
  readonly found: Map<string, string>;
}

function check({ expectation: { pattern, images }, segment, step, found }: Check): void {
  if (pattern !== undefined) {
    const expression = new RegExp(fill(pattern, found, escapePattern), "mu");
    const match = segment.map(({ text }) => expression.exec(text)).find((each) => each !== null);
    if (match === undefined) throw new ScenarioMismatch(`${step} expects /${pattern}/, which nothing matches.`);
    for (const [name, value] of Object.entries(match?.groups ?? {})) found.set(name, value ?? "");
  }
  if (images === undefined) return;
  const shown = segment.filter(({ role }) => role === "user").flatMap((message) => message.images);
  const sound = shown.filter(isSound).length;
  if (sound < images) throw new ScenarioMismatch(`${step} expects ${images} images from the user, not ${sound}.`);
}

/** Clients send media as base64 text in a tool message if they do not support it. */
function checkText(segment: readonly ChatMessage[], step: string): void {
  const isBroken = segment.some(({ role, text }) => role === "tool" && /[A-Za-z\d+/]{1000}/.test(text));
  if (isBroken) throw new ScenarioMismatch(`${step} got base64 as the text of a tool message.`);
}

/** The first bytes of the image types that every provider accepts. */
const signatures: Readonly<Record<string, string>> = {
  "image/png": "89504e470d0a1a0a",
  "image/jpeg": "ffd8ff",
  "image/webp": "52494646",
};

function isSound({ mediaType, base64 }: ChatImage): boolean {
  const signature = signatures[mediaType];
  return signature !== undefined && Buffer.from(base64, "base64").toString("hex", 0, 12).startsWith(signature);
}

function replyOf({ say = "", calls = [] }: ScenarioStep, found: Found, { tools }: ChatRequest): ScriptedReply {
  const missing = calls.find(({ name }) => !tools.includes(name));
  if (missing !== undefined) throw new ScenarioMismatch(`The request offers no tool ${missing.name}.`);
  return {
    text: fill(say, found),
    calls: calls.map(({ name, input }) => ({ name, input: filledInput(input, found) })),
  };
}

type Found = ReadonlyMap<string, string>;

function filledInput(input: ScriptedCall["input"], found: Found): ScriptedCall["input"] {
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, typeof value === "string" ? fill(value, found) : value]),
  );
}

/** Replaces `{{name}}` in a template by the values that were found. */
function fill(template: string, found: Found, escape: (value: string) => string = (value) => value): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = found.get(name);
    if (value === undefined) throw new ScenarioMismatch(`The script uses {{${name}}}, which no step has found.`);
    return escape(value);
  });
}

function escapePattern(value: string): string {
  return value.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

/** An image of a message, from its data URL. */
interface ChatImage {
  readonly mediaType: string;
  readonly base64: string;
}

/** A message of Chat Completions, with the fields that a script checks. */
interface ChatMessage {
  readonly role: string;
  /** Its texts, joined. */
  readonly text: string;
  readonly images: readonly ChatImage[];
  readonly hasToolCalls: boolean;
}

/** A request of Chat Completions, with the fields that a script checks. */
interface ChatRequest {
  readonly model: string;
  readonly isStream: boolean;
  readonly messages: readonly ChatMessage[];
  /** The names of the tools that may be called. */
  readonly tools: readonly string[];
}

/** Parses the body of a request. Returns `undefined` if it is not one. */
function chatRequest(body: unknown): ChatRequest | undefined {
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
