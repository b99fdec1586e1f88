import type { ChatImage, ChatMessage, ChatRequest } from "./chat-request.ts";
import type { Expectation, Scenario, ScenarioStep, ScriptedCall } from "./scenario.ts";

/** The next message of a script. */
export interface ScriptedReply {
  readonly text: string;
  readonly calls: readonly ScriptedCall[];
}

/** A request differs from what the script expects. The message says how. */
export class ScenarioMismatch extends Error {
  readonly "~reader" = "ScenarioMismatch";
}

/**
 * Returns the next message of a script. A request contains the whole conversation and the server keeps no state, so all
 * earlier steps are checked again. Throws a `ScenarioMismatch`.
 */
export function replay(scenario: Scenario, request: ChatRequest): ScriptedReply {
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
