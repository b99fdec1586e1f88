import { escapeName, escapeText, humanLine } from "@reader/core/render";
import type { Citation } from "../citations/citation.ts";
import type { AgentEvent, ResultEvent } from "../conversation/events.ts";
import type { Output } from "../host/output.ts";

/** Maximum length of a question that is shown, in characters. A question can be a whole piped file. */
const maxQuestionCharacters = 2000;

/** How a conversation ended: `done` with an answer, `error` without one. */
export type Ending = "done" | "error";

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
