import type { TextRun } from "../model/page-content.ts";
import { hasRightToLeft } from "../model/direction.ts";

const mirrored: ReadonlyMap<string, string> = new Map(
  ["()", "[]", "{}", "«»", "‹›"].flatMap(([open = "", close = ""]) => [
    [open, close],
    [close, open],
  ]),
);
const opens = /[([{«‹]/u;
const bracket = /[()[\]{}«»‹›]/u;
const everyBracket = /[()[\]{}«»‹›]/gu;

const word = /[\p{L}\p{N}\p{M}]/u;
const endOfWords = /^[\s.,;:!?\u060C\u061B\u061F\u2026]?$/u;

/**
 * Gives the brackets of a line that runs from the right as they are read. XeTeX and wkhtmltopdf name what is seen, where
 * `)` begins what is in brackets; and around words from the left one of them is painted with the words, and the other not.
 */
export function bracketsFromRight(runs: readonly TextRun[]): readonly TextRun[] {
  if (!runs.some(({ text }) => bracket.test(text) || text.includes("\\"))) return runs;
  const joined = withBothBrackets(runs);
  return areAsSeen(joined) ? joined.map(mirroredRun) : joined;
}

/** Puts the bracket or the backslash that is seen at the left of words from the left before them. */
function withBothBrackets(runs: readonly TextRun[]): readonly TextRun[] {
  const texts = runs.map(({ text }) => text);
  for (let index = 0; index + 1 < texts.length; index += 1) {
    const [one = "", next = ""] = [texts[index], texts[index + 1]];
    const sign = /^\s*\S/u.exec(next)?.[0] ?? "";
    if (!isFromLeft(one) || !belongsBefore(sign.trim(), one)) continue;
    texts[index] = one.replace(/^\s*/u, (white) => white + sign.trim()).trimEnd();
    texts[index + 1] = next.slice(sign.length);
  }
  return runs.map((run, index) => (run.text === texts[index] ? run : { ...run, text: texts[index] ?? "" }));
}

function belongsBefore(sign: string, words: string): boolean {
  if (sign === "\\") return true;
  const close = opens.test(sign) ? mirrored.get(sign) : undefined;
  // Words that end with a bracket which is not open in them began with it, as it is seen.
  if (close === undefined || !words.trimEnd().endsWith(close)) return false;
  return words.split(close).length > words.split(sign).length;
}

function isFromLeft(text: string): boolean {
  return /\p{L}/u.test(text) && !hasRightToLeft(text);
}

/** Whether brackets stand at the wrong ends of words, and none at the right one. */
function areAsSeen(runs: readonly TextRun[]): boolean {
  const text = runs.map((run) => (isFromLeft(run.text) ? run.text.replaceAll(everyBracket, "x") : run.text)).join("");
  const ends = Array.from(text.matchAll(everyBracket), ({ 0: sign, index }) =>
    endOf(sign, text.charAt(index - 1), text.charAt(index + 1)),
  );
  return ends.includes("wrong") && !ends.includes("right");
}

function endOf(sign: string, before: string, after: string): "right" | "wrong" | undefined {
  const isAtStart = /^\s?$/u.test(before) && word.test(after);
  const isAtEnd = word.test(before) && endOfWords.test(after);
  if (isAtStart === isAtEnd) return undefined;
  return opens.test(sign) === isAtStart ? "right" : "wrong";
}

function mirroredRun(run: TextRun): TextRun {
  if (isFromLeft(run.text) || !bracket.test(run.text)) return run;
  return { ...run, text: run.text.replaceAll(everyBracket, (sign) => mirrored.get(sign) ?? sign) };
}
