import { AISDKError, APICallError, JSONParseError, NoContentGeneratedError, RetryError, TypeValidationError } from "ai";
import type { AgentModel } from "../models/agent-model.ts";
import type { AgentEvent } from "./events.ts";

type Fault = Extract<AgentEvent, { type: "error" }>;

/** Whose fault it may be. */
export interface FaultContext {
  readonly model: AgentModel;
  readonly isAborted: boolean;
}

/** Characters of a provider's own words that are shown. */
const maxWordsCharacters = 400;

/** What went wrong between us and the provider, in a sentence, and what to do. */
export function faultEvent(error: unknown, { model, isAborted }: FaultContext): Fault {
  if (isAborted) return fault("The answer was stopped.", "Ask again when you want it.");
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (APICallError.isInstance(last)) return callFault(last, model);
  if (isNoAnswer(last)) return fault(`${model.label} sent what is no answer: ${wordsOf(last)}`, wrongAddress);
  return fault(`${model.label} gave no answer: ${wordsOf(last)}`, again);
}

/** What came is not what the protocol has: a page of another program, a stream that ends before it has said why. */
function isNoAnswer(error: unknown): boolean {
  return (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    NoContentGeneratedError.isInstance(error) ||
    (AISDKError.isInstance(error) && /without a finish reason/.test(error.message))
  );
}

const again = "Ask again, or choose another model with --model.";
const wrongAddress = "Ask again; if it stays so, look whether that address is one of Chat Completions (--base-url).";

/** What is said where a model ended without an answer; undefined where there is one, or it was cut off. */
export function silenceOf(
  { lastWords, finishReason }: { readonly lastWords: string; readonly finishReason: string },
  label: string,
): Fault | undefined {
  if (finishReason === "content-filter") {
    return fault(`The provider of ${label} withheld the answer: its filter stopped it.`, "Ask in other words.");
  }
  if (lastWords.trim() !== "" || finishReason === "tool-calls" || finishReason === "length") return undefined;
  return fault(`${label} said nothing.`, again);
}

function callFault(error: APICallError, model: AgentModel): Fault {
  const { label, advice, isScripted } = model;
  const { statusCode } = error;
  if (statusCode === undefined) {
    return fault(`Nothing answers at ${addressOf(error.url)} (${wordsOf(error.cause ?? error)}).`, advice.unreachable);
  }
  // The connection ended, or what came could not be read, after it had begun well.
  if (statusCode < 400) return fault(`The answer of ${label} broke off: ${wordsOf(error.cause ?? error)}`, again);
  if (isScripted) return fault(`The script does not fit: ${wordsOf(error)}`, advice.refused);
  return refusal(statusCode, wordsOf(error), model);
}

function refusal(statusCode: number, words: string, { label, provider, advice }: AgentModel): Fault {
  switch (statusCode) {
    case 401:
    case 403:
      return fault(`${provider} refuses the key (${statusCode}): ${words}`, advice.refused);
    case 404:
      return fault(`${provider} has no ${label} (404): ${words}`, "Check the name behind the colon of --model.");
    case 413:
      return fault(`The conversation is too large for ${provider} (413): ${words}`, "Ask in a new conversation.");
    case 429:
      return fault(`${provider} takes no more requests now (429): ${words}`, "Wait a minute, then ask again.");
    default:
      return statusCode >= 500
        ? fault(`${provider} failed (${statusCode}): ${words}`, "Ask again in a while, or choose another model.")
        : fault(`${provider} refuses the request (${statusCode}): ${words}`, "Choose another model with --model.");
  }
}

function fault(message: string, hint: string): Fault {
  return { type: "error", message, hint };
}

/** The words of an error, on one line; a refused connection has them in its causes. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? messageOf(error) : saidBy(error);
  const line = words.replaceAll(/\s+/g, " ").trim();
  const short = line.length > maxWordsCharacters ? `${line.slice(0, maxWordsCharacters - 1)}…` : line;
  return short === "" ? "it gave no reason" : short;
}

/** Errors that come in the middle of a stream are what the provider sent, and no `Error`. */
function saidBy(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return "message" in value ? saidBy(value.message) : JSON.stringify(value);
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
