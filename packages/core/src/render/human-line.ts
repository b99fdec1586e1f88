import type { ReadErrorCode } from "../contract/errors.ts";
import type { ReadFailure, ReadOutcome, ReadResult, ResultPart } from "../contract/result.ts";
import { named } from "./quote.ts";
import { counted, grouped, listed } from "./words.ts";

/**
 * Summarises an outcome in one line for a person: `Read 2000 of 41 233 lines, app.log`, `Read 30 lines and 2 images,
 * report.pdf`, `Found 3 matching lines, app.log`, `Unchanged since it was read, app.log`, `Could not read app.log: not
 * found`.
 */
export function humanLine(outcome: ReadOutcome): string {
  const path = outcome.path === "" ? "" : named(outcome.path);
  if (!outcome.ok) return failureLine(outcome, path);
  if (outcome.status === "unchanged") return `Unchanged since it was read, ${path}`;
  return `${whatWasRead(outcome)}, ${path}`;
}

function failureLine({ parts, error }: ReadFailure, path: string): string {
  const reason = failureWords[error.code];
  if (parts.length === 0) return path === "" ? `Could not read: ${reason}` : `Could not read ${path}: ${reason}`;
  const shown = [linesWords(countLines(parts), undefined, "line"), ...mediaWords(parts)];
  return `Read ${listed(shown.filter((each) => each !== ""))} before it failed (${reason}), ${path}`;
}

function whatWasRead(result: ReadResult): string {
  const matches = result.parts.reduce((sum, part) => sum + (part.type === "text" ? (part.matches?.length ?? 0) : 0), 0);
  if (matches > 0) return `Found ${counted(matches, "matching line")}`;
  if (result.notices.some(({ code }) => code === "no-matches")) return "Found no match";
  const noun = result.mediaType === "inode/directory" ? "entry" : "line";
  const total = result.extents.find(({ unit }) => unit === "line");
  const media = mediaWords(result.parts);
  const lines = countLines(result.parts);
  if (lines === 0 && media.length > 0) return `Read ${listed(media)}`;
  const verb = noun === "entry" ? "Listed" : "Read";
  return `${verb} ${listed([linesWords(lines, total, noun), ...media].filter((each) => each !== ""))}`;
}

function countLines(parts: readonly ResultPart[]): number {
  return parts.reduce((sum, part) => sum + (part.type === "text" ? part.lineCount : 0), 0);
}

type Total = { readonly total: number; readonly exact: boolean } | undefined;

function linesWords(shown: number, total: Total, noun: "line" | "entry"): string {
  const nouns = noun === "line" ? "lines" : "entries";
  if (total === undefined || (total.exact && total.total === shown)) return counted(shown, noun, nouns);
  return `${grouped(shown)} of ${total.exact ? "" : "at least "}${counted(total.total, noun, nouns)}`;
}

function mediaWords(parts: readonly ResultPart[]): string[] {
  const images = parts.filter(({ type }) => type === "image").length;
  const documents = parts.filter(({ type }) => type === "document").length;
  return [images > 0 ? counted(images, "image") : "", documents > 0 ? counted(documents, "document") : ""].filter(
    (each) => each !== "",
  );
}

const failureWords: Readonly<Record<ReadErrorCode, string>> = {
  "invalid-request": "the request is not valid",
  "out-of-range": "there is no such range",
  "over-budget": "the range is too large",
  "not-found": "not found",
  "is-directory": "it is a directory",
  "not-a-file": "it is not a regular file",
  "permission-denied": "permission denied",
  "outside-workspace": "it lies outside the workspace",
  "denied-by-policy": "the policy denies it",
  binary: "it is binary",
  "unsupported-type": "its type is not supported",
  "too-large": "it is too large",
  encrypted: "it is encrypted",
  corrupt: "it is damaged",
  "timed-out": "it took too long",
  aborted: "aborted",
  "changed-while-reading": "it changed during the read",
  "out-of-resources": "the machine is out of resources",
  "handler-failed": "the reader failed on it",
};
