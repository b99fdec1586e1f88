import type { TextLine, TextRun } from "../model/page-content.ts";
import { softHyphen } from "../model/clean-text.ts";
import { isPlain } from "../model/plain-signs.ts";
import { withRaisedNumbers } from "../model/raised-numbers.ts";

const oddSpace = /\s\s|[^\S ]/u;

/**
 * The words of a line. Text that nobody sees stands in white square brackets, `⟦hidden · tiny: …⟧`; where the document itself
 * uses these brackets it gets the next similar ones, so that it cannot pretend.
 */
export function lineText(line: TextLine): string {
  const [only] = line.runs;
  if (only !== undefined && line.runs.length === 1 && isBare(only) && isPlain(only.text)) return only.text.trim();
  const text =
    only !== undefined && line.runs.length === 1 ? runText(only) : mergeAlike(runsOf(line)).map(runText).join("");
  return (oddSpace.test(text) ? text.replace(/\s+/gu, " ") : text).trim();
}

function runsOf({ runs, direction }: TextLine): readonly TextRun[] {
  return direction === "ltr" ? withRaisedNumbers(runs) : runs;
}

function isBare({ link, hidden }: TextRun): boolean {
  return link === undefined && hidden === undefined;
}

/** The words as they stand, where the spaces matter. */
export function rawText(line: TextLine): string {
  return line.runs
    .map((run) => escapeBrackets(run.text))
    .join("")
    .trimEnd();
}

function mergeAlike(runs: readonly TextRun[]): readonly TextRun[] {
  const merged: TextRun[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last !== undefined && last.link === run.link && last.hidden === run.hidden) {
      merged[merged.length - 1] = { ...last, text: last.text + run.text };
    } else merged.push(run);
  }
  return merged;
}

function runText(run: TextRun): string {
  const text = escapeBrackets(run.text);
  if (text.trim() === "") return text;
  const linked = run.link === undefined ? text : withMarks(text, (words) => linkText(words, run.link ?? ""));
  const { hidden } = run;
  return hidden === undefined ? linked : withMarks(linked, (words) => `⟦hidden · ${hidden}: ${words}⟧`);
}

function escapeBrackets(text: string): string {
  return text.includes("\u27E6") || text.includes("\u27E7")
    ? text.replaceAll("\u27E6", "\u301A").replaceAll("\u27E7", "\u301B")
    : text;
}

function withMarks(text: string, mark: (words: string) => string): string {
  const words = text.trim();
  const start = text.indexOf(words);
  return text.slice(0, start) + mark(words) + text.slice(start + words.length);
}

/** An address that is already there in words is not said twice. */
function linkText(words: string, link: string): string {
  if (isAddress(words, link)) return words;
  return `[${words.replace(/[[\]]/gu, String.raw`\$&`)}](${link.replace(/[()\s<>]/gu, percentEncoded)})`;
}

/** Parentheses end a link's address, and the usual encoding leaves them. */
function percentEncoded(character: string): string {
  return `%${(character.codePointAt(0) ?? 0).toString(16).padStart(2, "0").toUpperCase()}`;
}

/** Whether words are an address themselves, as people write it. */
export function isAddress(words: string, link: string): boolean {
  return shortAddress(words) === shortAddress(link);
}

/** Whether words are the first part of an address, which goes on in the next line. */
export function beginsAddress(words: string, link: string): boolean {
  return shortAddress(link).startsWith(shortAddress(words));
}

function shortAddress(address: string): string {
  return address
    .replaceAll(softHyphen, "")
    .replace(/^(?:https?:\/\/|mailto:)?(?:www\.)?/iu, "")
    .replace(/[/.,;]+$/u, "")
    .toLowerCase();
}
