import { type InfoOutcome, readErrorCodes, type ReadOutcome } from "@reader/core";
import { type Ending, type Misbehaviour, processOf } from "./cases/misbehaviour.ts";

/** Maximum number of notices. */
const maxNotices = 1000;

/** Maximum length of a sentence, in characters. */
const maxSentenceCharacters = 4000;

/** A set, because a lookup in an object would also find inherited names. */
const codes: ReadonlySet<unknown> = new Set(readErrorCodes);

/** Returns the faults of the outcome of a misbehaviour, one sentence each. */
export function outcomeFaults(misbehaviour: Misbehaviour, outcome: ReadOutcome | InfoOutcome): readonly string[] {
  return [...endingFaults(misbehaviour, outcome), ...wordFaults(misbehaviour, outcome), ...shapeFaults(outcome)];
}

/** Returns how a read ended. */
export function endingOf(outcome: ReadOutcome | InfoOutcome): Ending {
  if (!outcome.ok) return outcome.error.code;
  return "stopped" in outcome && outcome.stopped?.by === "time" ? "timed-out" : "answered";
}

/** Returns the text of an outcome. */
export function textOf(outcome: ReadOutcome | InfoOutcome): string {
  if (!("parts" in outcome)) return "";
  return outcome.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function endingFaults({ expected }: Misbehaviour, outcome: ReadOutcome | InfoOutcome): readonly string[] {
  const ending = endingOf(outcome);
  const faults: string[] = [];
  if (!expected.endings.includes(ending)) {
    const why = outcome.ok ? "" : `, saying: ${outcome.error.message.slice(0, 300)}`;
    faults.push(`it ended with ${ending} instead of ${expected.endings.join(" or ")}${why}`);
  }
  if (expected.keeps !== "nothing" && processOf(textOf(outcome)) === undefined) {
    faults.push("the line before the misbehaviour was lost");
  }
  return faults;
}

/** Messages must not contain stacks or paths of this machine. */
const hostWords = /node_modules|file:\/\/|\n\s+at |\/home\/|\/root\/|\/proc\/|[A-Z]:\\Users/;

function wordFaults({ expected }: Misbehaviour, outcome: ReadOutcome | InfoOutcome): readonly string[] {
  const sentences = outcome.ok ? [] : [outcome.error.message, outcome.error.hint];
  const words = [textOf(outcome), ...sentences].join("\n");
  const faults: string[] = [];
  if (expected.matches !== undefined && !expected.matches.test(words))
    faults.push(`${String(expected.matches)} is not in: ${shown(words)}`);
  if (expected.lacks?.test(words) === true) faults.push(`${String(expected.lacks)} is in: ${shown(words)}`);
  return [...faults, ...sentences.flatMap(sentenceFaults)];
}

/** The value may be of any type. */
function sentenceFaults(sentence: unknown): readonly string[] {
  if (typeof sentence !== "string" || sentence.trim() === "") return ["a sentence of the error is missing"];
  if (sentence.length > maxSentenceCharacters) return [`a sentence has ${sentence.length} characters`];
  return hostWords.test(sentence) ? [`the error reveals the host: ${shown(sentence)}`] : [];
}

/** An outcome must be plain data of limited size. */
function shapeFaults(outcome: ReadOutcome | InfoOutcome): readonly string[] {
  const faults: string[] = [];
  if (!outcome.ok && !codes.has(outcome.error.code)) faults.push("the code of the error is unknown");
  if (outcome.notices.length > maxNotices) faults.push(`there are ${outcome.notices.length} notices`);
  try {
    structuredClone(outcome);
    JSON.stringify(outcome, (_, value: unknown) => (value instanceof Uint8Array ? value.length : value));
  } catch (error) {
    faults.push(`the outcome is not plain data: ${String(error)}`);
  }
  return [...faults, ...numberFaults(outcome)];
}

/** Finds NaN and infinite numbers, which JSON turns into `null`. */
function numberFaults(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [`the outcome contains ${value}`];
  if (typeof value !== "object" || value === null || value instanceof Uint8Array || depth > 20) return [];
  return Object.values(value).flatMap((each) => numberFaults(each, depth + 1));
}

function shown(words: string): string {
  return JSON.stringify(words.length > 500 ? `${words.slice(0, 500)}…` : words);
}
