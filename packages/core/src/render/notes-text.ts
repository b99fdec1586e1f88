import type { Extent } from "../contract/events.ts";
import type { Notice } from "../contract/notices.ts";
import type { ReadRequest } from "../contract/request.ts";
import type { Continuation, ReadOutcome, ReadResult, ResultPart, Stop, TextFacts } from "../contract/result.ts";
import { renderError } from "./error-text.ts";
import { escapeName } from "./escapes.ts";
import { noticeText } from "./notice-text.ts";
import { named } from "./quote.ts";
import { requestWords } from "./request-words.ts";
import { counted, grouped } from "./words.ts";

/**
 * What the reader says about an answer, a sentence or two a line: what was shown of how much, how the file is stored
 * where that is worth knowing, the notices, and how to go on. Empty where there is nothing to say.
 */
export function notesText(outcome: ReadOutcome, nextStep: NextStep = readStep): string {
  if (!outcome.ok) return [...outcome.notices.map(noteLine), renderError(outcome.error)].join("\n");
  if (outcome.status === "unchanged") return unchangedNote(outcome);
  return [
    ...shownNote(outcome),
    ...storageNote(outcome.text, outcome.notices),
    ...outcome.notices.map(noteLine),
    ...continuationNote(outcome, nextStep),
  ].join("\n");
}

function noteLine(notice: Notice): string {
  return `Note: ${escapeName(noticeText(notice).replaceAll(/\s*[\r\n]+\s*/g, " "))}`;
}

function unchangedNote({ path }: ReadResult): string {
  return `${named(path)} is unchanged since it was last read in this conversation; its content is above and is not repeated.`;
}

/** Said where it is not plain from the lines themselves: a part of the file, or lines counted from its end. */
function shownNote({ parts, extents }: ReadResult): string[] {
  const shown = shownRange(parts);
  const total = extents.find(({ unit }) => unit === "line");
  if (shown === undefined || total === undefined || isWhole(shown, total)) return [];
  const range = shown.first === shown.last ? `line ${shown.first}` : `lines ${shown.first}-${shown.last}`;
  return [`Shown: ${range} of ${total.exact ? "" : "at least "}${grouped(total.total)}.`];
}

/** Consecutive lines, both ends included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** The lines that are shown, where they are consecutive and not the matches of a search. */
export function shownRange(parts: readonly ResultPart[]): Range | undefined {
  const sections = parts.filter((part) => part.type === "text");
  const first = sections[0];
  const last = sections.at(-1);
  if (first === undefined || last === undefined || sections.some(({ matches }) => matches !== undefined))
    return undefined;
  const hasGap = sections.some((section, at) => section.firstLine !== nextLineOf(sections[at - 1], section.firstLine));
  return hasGap ? undefined : { first: first.firstLine, last: last.firstLine + last.lineCount - 1 };
}

function nextLineOf(section: { firstLine: number; lineCount: number } | undefined, none: number): number {
  return section === undefined ? none : section.firstLine + section.lineCount;
}

function isWhole({ first, last }: Range, total: Extent): boolean {
  return first === 1 && total.exact && last === total.total;
}

const lineEndNames = { crlf: "CRLF", cr: "CR", mixed: "LF and CRLF mixed" } as const;

/** The encoding where it is not UTF-8 and no notice tells it, and line ends that are not LF: an edit must keep them. */
function storageNote(text: TextFacts | undefined, notices: readonly Notice[]): string[] {
  if (text === undefined) return [];
  const told = new Set(notices.map(({ code }) => code));
  const isPlain = text.encoding === "utf-8" || text.encoding === "us-ascii" || told.has("encoding-guessed");
  const encoding = isPlain ? [] : [`encoding ${text.encoding}${text.bom ? " with a byte order mark" : ""}`];
  const { eol } = text;
  const ends =
    eol === "lf" || eol === "none" || told.has("mixed-line-endings") ? [] : [`line ends ${lineEndNames[eol]}`];
  const facts = [...encoding, ...ends];
  return facts.length === 0 ? [] : [`Stored with ${facts.join(" and ")}.`];
}

type NextStep = (request: ReadRequest) => string;

function readStep(request: ReadRequest): string {
  return `read ${requestWords(request)}`;
}

function continuationNote({ stopped, next }: ReadResult, nextStep: NextStep): string[] {
  const reason = stopped === undefined ? [] : [`The answer stops ${stopWords(stopped)}.`];
  return next === undefined ? reason : [[...reason, goOn(next, nextStep)].join(" ")];
}

function goOn({ request, remaining }: Continuation, nextStep: NextStep): string {
  const left =
    remaining === undefined ? "" : ` (${remaining.exact ? "" : "at least "}${counted(remaining.lines, "line")} left)`;
  return `To go on${left}, ${nextStep(request)}`;
}

const limitNouns = { lines: "line", bytes: "byte", tokens: "token", images: "image", time: "millisecond" } as const;

function stopWords({ by, limit }: Stop): string {
  if (by === "line-length")
    return `inside a line whose end is beyond the limit of ${counted(limit, "byte")} looked through`;
  return `at its limit of ${counted(limit, limitNouns[by])}`;
}
