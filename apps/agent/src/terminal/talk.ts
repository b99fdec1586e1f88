import { createInterface } from "node:readline/promises";
import { UsageError } from "@reader/handlers/usage-error";
import { escapeName, escapeText, humanLine } from "@reader/core/render";
import { converse } from "../conversation/converse.ts";
import type { AgentEvent, ResultEvent } from "../conversation/events.ts";
import { type ConversationHistory, createHistory } from "../conversation/history.ts";
import type { RunContext } from "../host/run-context.ts";
import type { Citation } from "../citations/citation.ts";
import type { Output } from "../host/output.ts";

const exitStopped = 130;

/** Talks with a person, or answers the questions of the command line. Returns the exit code. */
export async function talk(context: RunContext): Promise<number> {
  const questions = firstQuestions(context);
  introduce(context);
  const history = createHistory();
  let isSound = true;
  for (const question of questions) {
    const ending = await answer(context, history, { question });
    if (ending === "stopped" && !isOpenEnded(context)) return exitStopped;
    if (ending === "error") isSound = false;
  }
  if (!isOpenEnded(context)) return isSound ? 0 : 1;
  return converseWithPerson(context, history);
}

/** True if the program waits for more questions of a person. */
function isOpenEnded({ line, host }: RunContext): boolean {
  return line.questions.length === 0 && host.isInteractive;
}

function firstQuestions({ line, host, model }: RunContext): readonly string[] {
  if (line.questions.length > 0) return line.questions;
  // The script starts with its first question as a demonstration.
  if (model.isScripted) return model.questions.slice(0, 1);
  if (host.isInteractive) return [];
  throw new UsageError("There is no terminal to ask for a question.", 'Give --question "…", or run it in a terminal.');
}

function introduce({ line, host: { output }, model, roots }: RunContext): void {
  if (line.format === "json") return;
  const images = model.capabilities.images === undefined ? "; images are not sent (--images)" : "";
  output.write(`${output.style("bold", model.label)}${images}\n${output.style("dim", roots.join(", "))}\n`);
}

/** Answers questions until the person leaves. */
async function converseWithPerson(context: RunContext, history: ConversationHistory): Promise<number> {
  const { model, host } = context;
  for (;;) {
    if (model.isScripted) host.output.write(`\n${menu(model.questions, context)}`);
    const typed = (await askLine("\n› "))?.trim();
    if (typed === undefined || /^(?:exit|quit|bye)$/i.test(typed)) return 0;
    if (typed === "") continue;
    await answer(context, history, { question: model.questions[Number(typed) - 1] ?? typed, typed });
  }
}

function menu(questions: readonly string[], { host: { output } }: RunContext): string {
  const lines = questions.map((question, at) => `  ${at + 1}  ${question}\n`);
  return `${output.style("dim", "The script knows these questions; type a number, or exit:")}\n${lines.join("")}`;
}

/** A question, and what was typed for it: the question itself, or the number of a question of the script. */
interface Asked {
  readonly question: string;
  readonly typed?: string;
}

async function answer(
  context: RunContext,
  history: ConversationHistory,
  { question, typed }: Asked,
): Promise<Ending | "stopped"> {
  const { reader, model, line, host } = context;
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once("SIGINT", interrupt);
  const { maxSteps } = line;
  const options = { question, reader, model, history, signal: stop.signal };
  const events = converse(maxSteps === undefined ? options : { ...options, maxSteps });
  try {
    const ending =
      line.format === "json" ? await writeJson(events, context) : await showConversation(events, host.output, typed);
    return stop.signal.aborted ? "stopped" : ending;
  } finally {
    process.off("SIGINT", interrupt);
  }
}

async function writeJson(events: ReturnType<typeof converse>, { host }: RunContext): Promise<Ending> {
  let ending: Ending = "error";
  for await (const event of events) {
    host.output.write(jsonLine(event));
    if (event.type === "done" && event.stopped !== "steps") ending = "done";
  }
  return ending;
}

/** Asks a person for a line. Returns `undefined` on Ctrl-C, Ctrl-D or the end of input. */
async function askLine(prompt: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  lines.once("SIGINT", leave).once("close", leave);
  try {
    return await lines.question(prompt, { signal: gone.signal });
  } catch {
    process.stdout.write("\n");
    return undefined;
  } finally {
    lines.close();
  }
}

/** Serialises an event as one line of JSON. Images and documents are replaced by their size. */
export function jsonLine(event: AgentEvent): string {
  return `${JSON.stringify(event, elided)}\n`;
}

function elided(name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: value.length };
  return name === "base64" && typeof value === "string" ? { characters: value.length } : value;
}

/** Maximum length of a question that is shown, in characters. A question can be a whole piped file. */
const maxQuestionCharacters = 2000;

/** How a conversation ended: `done` with an answer, `error` without one. */
type Ending = "done" | "error";

/**
 * Shows a conversation while it runs: a line for each call, the text as it arrives, then the sources. The question
 * `onScreen`, which the user typed in the terminal, is not shown again.
 */
export async function showConversation(
  events: AsyncIterable<AgentEvent>,
  output: Output,
  onScreen?: string,
): Promise<Ending> {
  const screen = createScreen(output);
  for await (const event of events) {
    if (event.type === "question" && event.text === onScreen) continue;
    const ending = show(event, screen, output);
    if (ending !== undefined) return ending;
  }
  return "error";
}

/** The state of the screen. */
interface Screen {
  /** Writes text of the model. */
  say(text: string): void;
  /** Writes whole lines, below the text of the model. */
  writeLines(lines: string): void;
  readonly citations: Citation[];
}

function createScreen({ write }: Output): Screen {
  let [isSpeaking, atLineStart] = [false, true];
  const put = (text: string): void => {
    write(text);
    atLineStart = text.endsWith("\n");
  };
  const words = createWordStream(put);
  return {
    citations: [],
    say(text) {
      if (!isSpeaking) put("\n");
      isSpeaking = true;
      words.add(text);
    },
    writeLines(lines) {
      words.end();
      if (isSpeaking) put(atLineStart ? "\n" : "\n\n");
      isSpeaking = false;
      if (lines !== "") put(lines);
    },
  };
}

function questionWords(question: string): string {
  const rest = question.length - maxQuestionCharacters;
  if (rest <= 0) return escapeText(question);
  return `${escapeText(question.slice(0, maxQuestionCharacters))}… (${rest} characters more)`;
}

function show(event: AgentEvent, screen: Screen, output: Output): Ending | undefined {
  switch (event.type) {
    case "question":
      screen.writeLines(`\n${output.style("bold", `› ${questionWords(event.text)}`)}\n`);
      return undefined;
    case "call":
      // The line of a call is written with its result.
      screen.writeLines("");
      return undefined;
    case "result":
      screen.writeLines(resultLine(event, output));
      return undefined;
    case "text":
      screen.say(event.delta);
      return undefined;
    case "citation":
      screen.citations.push(event.citation);
      return undefined;
    case "done":
      screen.writeLines(citationLines(screen.citations, output) + doneLine(event, output));
      return event.stopped === "steps" ? "error" : "done";
    case "error":
      screen.writeLines(`${output.style("red", escapeName(event.message))}\n${escapeName(event.hint)}\n`);
      return "error";
  }
}

/** Maximum width of citation marks, so that the text after them starts in one column. */
const maxMarkWidth = 32;

/** Maximum length of a request field that is shown, in characters. */
const maxFieldCharacters = 60;

/** A call in one line: `Read 34 lines, report.pdf · pages 3 · 90 ms`. */
function resultLine({ name, request, answer, outcome, milliseconds }: ResultEvent, output: Output): string {
  const [firstNote = ""] = answer.notes.split("\n");
  const words = outcome === undefined ? callWords(name, firstNote) : humanLine(outcome);
  const facts = ["", ...fieldsOf(request), timeWords(milliseconds)].join(" · ").trimStart();
  const mark = answer.isError ? output.style("red", "✗") : output.style("green", "•");
  return `${mark} ${words} ${output.style("dim", facts)}\n`;
}

/** The note of a search is a sentence. A failed call also needs the tool name, which the model may have invented. */
function callWords(name: string, note: string): string {
  const words = escapeName(note.replace(/\.$/, ""));
  return /^(?:Found|Nothing found)\b/.test(note) ? words : `${escapeName(name)}: ${words}`;
}

/** The request fields, without the path. */
function fieldsOf(request: unknown): readonly string[] {
  if (typeof request !== "object" || request === null || Array.isArray(request)) return [];
  return Object.entries(request).flatMap(([name, value]) =>
    name === "path" || value === null || value === undefined ? [] : [`${shown(name)} ${shown(value)}`],
  );
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const characters = Array.from(text);
  return escapeName(
    characters.length > maxFieldCharacters ? `${characters.slice(0, maxFieldCharacters - 1).join("")}…` : text,
  );
}

function timeWords(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** The sources of an answer: each cited place, whether it was read, and an excerpt or the reason. */
function citationLines(citations: readonly Citation[], output: Output): string {
  if (citations.length === 0) return "";
  const width = Math.min(maxMarkWidth, Math.max(...citations.map(({ text }) => escapeName(text).length)));
  const lines = citations.map(({ text, verdict, reason = "", excerpt = "" }) => {
    const name = escapeName(text).padEnd(width);
    return verdict === "read"
      ? `  ${output.style("green", "✓")} ${name}  ${output.style("dim", escapeName(excerpt))}`.trimEnd()
      : `  ${output.style("red", "✗")} ${name}  ${output.style("red", `not read: ${escapeName(reason)}`)}`;
  });
  return `${output.style("bold", "Sources")}\n${lines.join("\n")}\n${summary(citations, output)}`;
}

function summary(citations: readonly Citation[], output: Output): string {
  const wrong = citations.filter(({ verdict }) => verdict === "not-read").length;
  if (wrong === 0) return "";
  return `${output.style("red", `${wrong} of ${citations.length} sources ${wrong === 1 ? "was" : "were"} not read. Do not trust the statements that cite them.`)}\n`;
}

/** How an answer ended, and its token usage. */
function doneLine({ usage, steps, stopped }: Extract<AgentEvent, { type: "done" }>, output: Output): string {
  const { inputTokens, outputTokens } = usage;
  const facts = [
    `${steps} ${steps === 1 ? "step" : "steps"}`,
    ...(inputTokens === undefined ? [] : [`${grouped(inputTokens)} tokens in`]),
    ...(outputTokens === undefined ? [] : [`${grouped(outputTokens)} out`]),
  ];
  return `${stopped === undefined ? "" : `${output.style("red", stoppedMessages[stopped])}\n`}${output.style("dim", facts.join(" · "))}\n`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-GB").replaceAll(",", "\u202f");
}

const stoppedMessages = {
  steps: "Stopped at the limit of steps, before an answer. Ask to continue, or raise --max-steps.",
  length: "The model stopped at its output limit. Ask to continue.",
};

/** Receives text in chunks, and passes it on in whole words. */
interface WordStream {
  add(piece: string): void;
  /** Passes on the rest. */
  end(): void;
}

/** Maximum number of characters to hold back. A longer word is split. */
const maxHeldCharacters = 4096;

/**
 * Creates a stream that escapes everything that could act on a terminal, because an answer can contain text of a file. It
 * passes on whole words, because a part of a character or emoji would be escaped.
 */
export function createWordStream(write: (text: string) => void): WordStream {
  let held = "";
  const release = (length: number): void => {
    if (length === 0) return;
    write(escapeText(held.slice(0, length)));
    held = held.slice(length);
  };
  return {
    add(piece) {
      held += piece;
      const whole = held.search(/\S*$/);
      release(held.length - whole > maxHeldCharacters ? held.length : whole);
    },
    end: () => release(held.length),
  };
}
