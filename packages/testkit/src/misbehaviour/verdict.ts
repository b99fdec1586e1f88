import { type InfoOutcome, readErrorCodes, type ReadOutcome } from "@reader/core";
import { type Ending, type Misbehaviour, processOf } from "./cases/misbehaviour.ts";

/** Notices that a model can still take in. */
const maxNotices = 1000;

/** Characters of a sentence. */
const maxSentenceCharacters = 4000;

/** As a set: a name from elsewhere must not find what every object has. */
const codes: ReadonlySet<unknown> = new Set(readErrorCodes);

/** What is wrong with the outcome of a misbehaviour, a sentence each; empty where it is right. */
export function outcomeFaults(misbehaviour: Misbehaviour, outcome: ReadOutcome | InfoOutcome): readonly string[] {
  return [...endingFaults(misbehaviour, outcome), ...wordFaults(misbehaviour, outcome), ...shapeFaults(outcome)];
}

/** How a read ended. */
export function endingOf(outcome: ReadOutcome | InfoOutcome): Ending {
  if (!outcome.ok) return outcome.error.code;
  return "stopped" in outcome && outcome.stopped?.by === "time" ? "timed-out" : "answered";
}

/** The text of an outcome. */
export function textOf(outcome: ReadOutcome | InfoOutcome): string {
  if (!("parts" in outcome)) return "";
  return outcome.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function endingFaults({ right }: Misbehaviour, outcome: ReadOutcome | InfoOutcome): readonly string[] {
  const ending = endingOf(outcome);
  const faults: string[] = [];
  if (!right.endings.includes(ending)) {
    const why = outcome.ok ? "" : `, saying: ${outcome.error.message.slice(0, 300)}`;
    faults.push(`it ended with ${ending} instead of ${right.endings.join(" or ")}${why}`);
  }
  if (right.keeps !== "nothing" && processOf(textOf(outcome)) === undefined) {
    faults.push("the line that came before the deed was lost");
  }
  return faults;
}

/** Messages must not contain stacks or paths of this machine. */
const hostWords = /node_modules|file:\/\/|\n\s+at |\/home\/|\/root\/|\/proc\/|[A-Z]:\\Users/;

function wordFaults({ right }: Misbehaviour, outcome: ReadOutcome | InfoOutcome): readonly string[] {
  const sentences = outcome.ok ? [] : [outcome.error.message, outcome.error.hint];
  const words = [textOf(outcome), ...sentences].join("\n");
  const faults: string[] = [];
  if (right.says !== undefined && !right.says.test(words))
    faults.push(`${String(right.says)} is not in: ${shown(words)}`);
  if (right.hides?.test(words) === true) faults.push(`${String(right.hides)} is in: ${shown(words)}`);
  return [...faults, ...sentences.flatMap(sentenceFaults)];
}

/** Anything may stand where a sentence should. */
function sentenceFaults(sentence: unknown): readonly string[] {
  if (typeof sentence !== "string" || sentence.trim() === "") return ["a sentence of the error is missing"];
  if (sentence.length > maxSentenceCharacters) return [`a sentence has ${sentence.length} characters`];
  return hostWords.test(sentence) ? [`the error tells of the host: ${shown(sentence)}`] : [];
}

/** An outcome is data, of a size that somebody can take. */
function shapeFaults(outcome: ReadOutcome | InfoOutcome): readonly string[] {
  const faults: string[] = [];
  if (!outcome.ok && !codes.has(outcome.error.code)) faults.push("the code of the error is not one");
  if (outcome.notices.length > maxNotices) faults.push(`there are ${outcome.notices.length} notices`);
  try {
    structuredClone(outcome);
    JSON.stringify(outcome, (_, value: unknown) => (value instanceof Uint8Array ? value.length : value));
  } catch (error) {
    faults.push(`the outcome is no data: ${String(error)}`);
  }
  return [...faults, ...numberFaults(outcome)];
}

/** Finds NaN and infinite numbers, which JSON turns into `null`. */
function numberFaults(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [`the outcome holds ${value}`];
  if (typeof value !== "object" || value === null || value instanceof Uint8Array || depth > 20) return [];
  return Object.values(value).flatMap((each) => numberFaults(each, depth + 1));
}

function shown(words: string): string {
  return JSON.stringify(words.length > 500 ? `${words.slice(0, 500)}…` : words);
}
