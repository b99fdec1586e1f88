import type { InfoOutcome, ReadOutcome } from "@reader/core";
import { renderError } from "@reader/core/render";

/** Sentences of JavaScript engines, and values that were put into a sentence by mistake. */
const javaScript =
  /is not a function|is not iterable|is not a constructor|cannot read propert|cannot convert|cannot destructure|invalid array length|invalid (?:string|count|date|time)|maximum call stack|out of memory|memory access out of bounds|unreachable|\[object |\bundefined\b|\bNaN\b|\bInfinity\b|node_modules|\.[cm]?[jt]s:\d|wasm-function/i;

/** What a file may never cause: a rejection, a handler that fails, or words of the machine in what the reader says. */
export function outcomeFault(outcome: ReadOutcome | InfoOutcome | Error): string | undefined {
  if (outcome instanceof Error) return `rejected: ${outcome.stack ?? outcome.message}`;
  if (!outcome.ok && outcome.error.code === "handler-failed") return `handler-failed: ${renderError(outcome.error)}`;
  const words = wordsOf(outcome).find((sentence) => javaScript.test(withoutQuotations(sentence)));
  return words === undefined ? undefined : `says: ${words}`;
}

/** What the reader says in its own words. */
function wordsOf(outcome: ReadOutcome | InfoOutcome): readonly string[] {
  const notices = outcome.notices.flatMap((notice) => (notice.code === "handler" ? [notice.message] : []));
  return outcome.ok ? notices : [...notices, outcome.error.message, outcome.error.hint];
}

/** A file may quote whatever it likes. */
function withoutQuotations(sentence: string): string {
  return sentence.replaceAll(/"[^"]*"|`[^`]*`|“[^”]*”/g, "");
}
