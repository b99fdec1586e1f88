import { estimateTokens } from "@reader/core";
import type { ChatRequest } from "./chat-request.ts";
import type { ScriptedReply } from "./replay.ts";

/** Characters of a call's arguments in one piece, so that clients have to put them together. */
const argumentsPerPiece = 24;

/** What all pieces of one answer share. */
export interface ResponseFacts {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** A whole answer, as Chat Completions has it without `stream`. */
export function completion(reply: ScriptedReply, request: ChatRequest, facts: ResponseFacts): object {
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

/** The same answer in the pieces of a stream, its usage in the last; `[DONE]` follows. */
export function* completionChunks(
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

/** An estimate of the texts: nobody counts here, and pictures cost nothing. */
function usage({ text, calls }: ScriptedReply, { messages }: ChatRequest): object {
  const prompt = messages.reduce((sum, message) => sum + estimateTokens(message.text), 0);
  const answer = estimateTokens(text) + (calls.length === 0 ? 0 : estimateTokens(JSON.stringify(calls)));
  return { prompt_tokens: prompt, completion_tokens: answer, total_tokens: prompt + answer };
}
