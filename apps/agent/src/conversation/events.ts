import type { ReadOutcome } from "@reader/core";
import type { ToolAnswer } from "@reader/tool";
import { AISDKError, APICallError, JSONParseError, NoContentGeneratedError, RetryError, TypeValidationError } from "ai";
import type { Citation } from "../citations/citation.ts";
import type { AgentModel } from "../models/open-model.ts";

/** Token usage as counted by the provider. Absent if the provider did not report it. */
export interface TokenUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** The answer to one call of a tool. */
export interface ResultEvent {
  readonly type: "result";
  /** The id of the call. */
  readonly id: string;
  /** The tool: `read`, `list` or `find`. */
  readonly name: string;
  /** The arguments of the model, unchanged. */
  readonly request: unknown;
  /** The answer that the model gets: numbered text, notes, images and documents in base64. */
  readonly answer: ToolAnswer;
  /** The outcome of the reader, with raw text and bytes. Absent for `find`, which reads many files. */
  readonly outcome?: ReadOutcome;
  readonly milliseconds: number;
}

/** An event of a conversation. `done` or `error` is the last one. */
export type AgentEvent =
  | { readonly type: "question"; readonly text: string }
  | { readonly type: "call"; readonly id: string; readonly name: string; readonly input: unknown }
  | ResultEvent
  /** A chunk of the answer. It can contain text of a file, so escape it before showing it. */
  | { readonly type: "text"; readonly delta: string }
  /** A place that the answer cites, and whether it was read. Citations follow the answer, in its order. */
  | { readonly type: "citation"; readonly citation: Citation }
  /** `stopped` is set if the answer was cut off by the limit of steps, or by the model's output limit. */
  | { readonly type: "done"; readonly usage: TokenUsage; readonly steps: number; readonly stopped?: "steps" | "length" }
  | { readonly type: "error"; readonly message: string; readonly hint: string };

type Fault = Extract<AgentEvent, { type: "error" }>;

/** The circumstances of a failure. */
interface FaultContext {
  readonly model: AgentModel;
  readonly isAborted: boolean;
}

/** Maximum length of a provider's message, in characters. */
const maxWordsCharacters = 400;

/** Describes a failure of the provider in one sentence, and what to do. */
export function faultEvent(error: unknown, { model, isAborted }: FaultContext): Fault {
  if (isAborted) return fault("The answer was stopped.", "Ask again when you want it.");
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (APICallError.isInstance(last)) return callFault(last, model);
  if (isInvalidAnswer(last)) return fault(`${model.label} sent an invalid answer: ${wordsOf(last)}`, wrongAddress);
  return fault(`${model.label} gave no answer: ${wordsOf(last)}`, again);
}

/** True if the response does not follow the protocol, such as a page of another program or an incomplete stream. */
function isInvalidAnswer(error: unknown): boolean {
  return (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    NoContentGeneratedError.isInstance(error) ||
    (AISDKError.isInstance(error) && /without a finish reason/.test(error.message))
  );
}

const again = "Ask again, or choose another model with --model.";
const wrongAddress = "Ask again. If it fails again, check that --base-url is the address of a Chat Completions server.";

/** The error if a model ended without an answer. Returns `undefined` if there is an answer or it was cut off. */
export function missingAnswer(
  { lastWords, finishReason }: { readonly lastWords: string; readonly finishReason: string },
  label: string,
): Fault | undefined {
  if (finishReason === "content-filter") {
    return fault(`The content filter of ${label}'s provider blocked the answer.`, "Rephrase the question.");
  }
  if (lastWords.trim() !== "" || finishReason === "tool-calls" || finishReason === "length") return undefined;
  return fault(`${label} gave an empty answer.`, again);
}

function callFault(error: APICallError, model: AgentModel): Fault {
  const { label, advice, isScripted } = model;
  const { statusCode } = error;
  if (statusCode === undefined) {
    return fault(
      `There is no response from ${addressOf(error.url)} (${wordsOf(error.cause ?? error)}).`,
      advice.unreachable,
    );
  }
  // The response started with success, then the connection ended or sent invalid data.
  if (statusCode < 400) return fault(`The answer of ${label} was interrupted: ${wordsOf(error.cause ?? error)}`, again);
  if (isScripted) return fault(`The script does not fit: ${wordsOf(error)}`, advice.refused);
  return refusal(statusCode, wordsOf(error), model);
}

function refusal(statusCode: number, words: string, { label, provider, advice }: AgentModel): Fault {
  switch (statusCode) {
    case 401:
    case 403:
      return fault(`${provider} refuses the key (${statusCode}): ${words}`, advice.refused);
    case 404:
      return fault(`${provider} does not have ${label} (404): ${words}`, "Check the name after the colon of --model.");
    case 413:
      return fault(`The conversation is too large for ${provider} (413): ${words}`, "Ask in a new conversation.");
    case 429:
      return fault(`${provider} limits the rate of requests (429): ${words}`, "Wait a minute, then ask again.");
    default:
      return statusCode >= 500
        ? fault(`${provider} failed (${statusCode}): ${words}`, "Ask again later, or choose another model.")
        : fault(`${provider} refuses the request (${statusCode}): ${words}`, "Choose another model with --model.");
  }
}

function fault(message: string, hint: string): Fault {
  return { type: "error", message, hint };
}

/** The message of an error on one line. For a refused connection it is in the causes. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? messageOf(error) : textOf(error);
  const line = words.replaceAll(/\s+/g, " ").trim();
  const short = line.length > maxWordsCharacters ? `${line.slice(0, maxWordsCharacters - 1)}…` : line;
  return short === "" ? "it gave no reason" : short;
}

/** Errors inside a stream are objects of the provider, not instances of `Error`. */
function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return "message" in value ? textOf(value.message) : JSON.stringify(value);
}

function messageOf(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  const deeper = first ?? error.cause;
  if (deeper instanceof Error && !APICallError.isInstance(error)) return messageOf(deeper);
  return "code" in error && error.message === "" ? String(error.code) : error.message;
}

function addressOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return url;
  }
}
