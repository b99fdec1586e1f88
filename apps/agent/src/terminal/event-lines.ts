import { escapeName, humanLine } from "@reader/core";
import type { AgentEvent, Citation, ResultEvent } from "../conversation.ts";
import type { Output } from "./output.ts";

/** The width of the marks of citations, so that what stands behind them is in one column. */
const maxMarkWidth = 32;

/** Characters of what was asked for that are shown. */
const maxFieldCharacters = 60;

/** What was read, in one line: `Read 34 lines, report.pdf · pages 3 · 90 ms`. */
export function resultLine({ name, request, answer, outcome, milliseconds }: ResultEvent, output: Output): string {
  const [firstNote = ""] = answer.notes.split("\n");
  const words = outcome === undefined ? callWords(name, firstNote) : humanLine(outcome);
  const facts = ["", ...fieldsOf(request), timeWords(milliseconds)].join(" · ").trimStart();
  const mark = answer.isError ? output.style("red", "✗") : output.style("green", "•");
  return `${mark} ${words} ${output.style("dim", facts)}\n`;
}

/** What a search found is a sentence; what failed needs the name of its tool, which a model may have made up. */
function callWords(name: string, note: string): string {
  const words = escapeName(note.replace(/\.$/, ""));
  return /^(?:Found|Nothing found)\b/.test(note) ? words : `${escapeName(name)}: ${words}`;
}

/** What was asked for besides the path, which stands in the words. */
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

/** The sources of an answer: each place that it names, whether it was read, and what stands there or why not. */
export function citationLines(citations: readonly Citation[], output: Output): string {
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
  return `${output.style("red", `${wrong} of ${citations.length} sources ${wrong === 1 ? "was" : "were"} not read: do not trust what is said with them.`)}\n`;
}

/** How an answer ended, and what it cost. */
export function doneLine({ usage, steps, stopped }: Extract<AgentEvent, { type: "done" }>, output: Output): string {
  const { inputTokens, outputTokens } = usage;
  const facts = [
    `${steps} ${steps === 1 ? "step" : "steps"}`,
    ...(inputTokens === undefined ? [] : [`${grouped(inputTokens)} tokens in`]),
    ...(outputTokens === undefined ? [] : [`${grouped(outputTokens)} out`]),
  ];
  return `${stopped === undefined ? "" : `${output.style("red", stoppedWords[stopped])}\n`}${output.style("dim", facts.join(" · "))}\n`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-GB").replaceAll(",", "\u202f");
}

const stoppedWords = {
  steps: "Stopped at the limit of steps, before an answer: ask to go on, or give --max-steps.",
  length: "The model stopped at its own limit of output: ask to go on.",
};
