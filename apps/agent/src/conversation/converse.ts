import type { Reader } from "@reader/core";
import {
  isStepCount,
  ToolLoopAgent,
  type LanguageModelUsage,
  type ModelMessage,
  type TextStreamPart,
  type ToolSet,
} from "ai";
import { checkCitations } from "../citations/check-citation.ts";
import type { AgentModel } from "../models/agent-model.ts";
import { callFaultWords } from "./call-fault-words.ts";
import type { AgentEvent, ResultEvent, TokenUsage } from "./events.ts";
import { createHistory, type ConversationHistory } from "./history.ts";
import { instructions } from "./instructions.ts";
import { faultEvent, silenceOf } from "./provider-fault.ts";
import { readingTools, type CallRecord } from "./reading-tools.ts";

/** Steps of an answer where nothing is said: each is one message of the model, with calls or with the answer. */
const usualSteps = 20;

/** One question, and whom it is put to. */
export interface ConversationOptions {
  readonly question: string;
  readonly reader: Reader;
  readonly model: AgentModel;
  /** Gives up: the last event is then an error. */
  readonly signal?: AbortSignal;
  /** The conversation that this question goes on with; one of its own where not given. */
  readonly history?: ConversationHistory;
  /** The most messages of the model; 20 where not given. */
  readonly maxSteps?: number;
}

/**
 * Puts a question to a model that may list, find and read, and tells what happens. Never rejects: what goes wrong is an
 * event. A question that failed or was given up leaves no trace in the history. To stop iterating is to give up.
 */
export async function* converse(options: ConversationOptions): AsyncGenerator<AgentEvent, void, undefined> {
  const { question, model, signal, history = createHistory() } = options;
  yield { type: "question", text: question };
  const stop = new AbortController();
  const signals = signal === undefined ? [stop.signal] : [stop.signal, signal];
  const turn: Turn = { ...options, history, signal: AbortSignal.any(signals), isDone: false };
  try {
    yield* answerQuestion(turn);
  } catch (error) {
    yield faultEvent(error, { model, isAborted: turn.signal.aborted });
  } finally {
    stop.abort();
    // What was read for an answer that never came is in no message.
    if (!turn.isDone) history.session.generation += 1;
  }
}

interface Turn extends ConversationOptions {
  readonly history: ConversationHistory;
  readonly signal: AbortSignal;
  isDone: boolean;
}

async function* answerQuestion(turn: Turn): AsyncGenerator<AgentEvent, void, undefined> {
  const { question, model, history, signal, maxSteps = usualSteps } = turn;
  const { tools, records, repairToolCall } = readingTools(turn);
  const asked: ModelMessage = { role: "user", content: question };
  const agent = new ToolLoopAgent({
    model: model.model,
    instructions,
    tools,
    repairToolCall,
    stopWhen: isStepCount(maxSteps),
    maxRetries: model.maxRetries,
    // Errors come through the stream, too; without this they are printed.
    onError: () => {},
  });
  const stream = await agent.stream({ messages: [...history.messages, asked], abortSignal: signal });
  const heard: Heard = { text: "", lastWords: "", steps: 0, finishReason: "", usage: {} };
  for await (const part of stream.stream) {
    hear(part, heard);
    const event = eventOf(part, records);
    if (event !== undefined) yield event;
  }
  signal.throwIfAborted();
  const silence = silenceOf(heard, model.label);
  if (silence !== undefined) return yield silence;
  const messages = await stream.responseMessages;
  history.messages.push(asked, ...messages);
  history.sightings.push(...[...records.values()].flatMap(({ sightings }) => sightings));
  turn.isDone = true;
  for (const citation of checkCitations(heard.text, history.sightings)) yield { type: "citation", citation };
  yield { type: "done", usage: heard.usage, steps: heard.steps, ...stoppedBy(heard.finishReason) };
}

/** What was heard of the answer so far. */
interface Heard {
  text: string;
  /** What was said in the last step. */
  lastWords: string;
  steps: number;
  finishReason: string;
  usage: TokenUsage;
}

/** What a part of the stream is to those who watch; most parts are nothing. */
function eventOf(part: TextStreamPart<ToolSet>, records: ReadonlyMap<string, CallRecord>): AgentEvent | undefined {
  if (part.type === "error") throw part.error;
  if (part.type === "text-delta") return { type: "text", delta: part.text };
  if (part.type === "tool-call") {
    return { type: "call", id: part.toolCallId, name: part.toolName, input: part.input as unknown };
  }
  const isAnswer = part.type === "tool-result" || part.type === "tool-error";
  return isAnswer ? resultOf(part, records.get(part.toolCallId)) : undefined;
}

function hear(part: TextStreamPart<ToolSet>, heard: Heard): void {
  if (part.type === "start-step") heard.lastWords = "";
  if (part.type === "text-delta") {
    heard.text += part.text;
    heard.lastWords += part.text;
  }
  // What is said before a call is a paragraph of its own.
  if (part.type === "text-end") heard.text += "\n\n";
  if (part.type === "finish-step") heard.steps += 1;
  if (part.type !== "finish") return;
  heard.finishReason = part.finishReason;
  heard.usage = usageOf(part.totalUsage);
}

type Ended = Extract<TextStreamPart<ToolSet>, { type: "tool-result" | "tool-error" }>;

function resultOf(part: Ended, record: CallRecord | undefined): ResultEvent {
  const call = { type: "result", id: part.toolCallId, name: part.toolName, request: part.input as unknown } as const;
  if (record !== undefined) {
    const { answer, outcome, milliseconds } = record;
    return { ...call, answer, milliseconds, ...(outcome === undefined ? {} : { outcome }) };
  }
  // A tool that does not exist, which only the SDK answers.
  const notes = part.type === "tool-error" ? callFaultWords(part.error) : "";
  return { ...call, answer: { isError: true, content: "", notes, media: [], facts: {} }, milliseconds: 0 };
}

function usageOf({ inputTokens, outputTokens }: LanguageModelUsage): TokenUsage {
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}

function stoppedBy(finishReason: string): { readonly stopped?: "steps" | "length" } {
  if (finishReason === "tool-calls") return { stopped: "steps" };
  return finishReason === "length" ? { stopped: "length" } : {};
}
