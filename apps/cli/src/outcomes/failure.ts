import type { ReadErrorCode, ReadErrorData, ReadFailure } from "@reader/core";
import { handlerWords, named, noticeText, shellWord } from "@reader/core/render";
import { nearestWord } from "../arguments/nearest-word.ts";
import { commandNames, options } from "../arguments/options.ts";
import { printError, printErrorLine } from "../output/fault.ts";
import { printable } from "../output/format.ts";
import { placeFor } from "../reading/grant.ts";

/** Hints of this program that replace those for models. */
const hints: { readonly [Code in ReadErrorCode]?: string } = {
  "denied-by-policy": "To read it anyway, add --allow-secrets.",
  "timed-out": "Give it more time: --timeout SECONDS.",
  "outside-workspace": "Read a file inside the folders given with --root, or give another --root.",
  "not-a-file": "Read a regular file. To read the output of a program: command | reader -",
};

/** A path of the command line. */
interface TypedPath {
  /** As it was typed; `-` is standard input. */
  readonly path: string;
  /** The folders of `--root`. */
  readonly roots: readonly string[];
}

/** Reports on stderr why the typed path could not be read. */
export async function showFailure({ error, notices }: ReadFailure, { path, roots }: TypedPath): Promise<void> {
  const { message, hint } = wordsFor(error, path);
  await printError(message, hint);
  const raised = raisedLimit(error);
  if (raised !== undefined) await printErrorLine(`  ${raised}`);
  for (const words of handlerLines(error, path, roots)) await printErrorLine(`  ${printable(words)}`);
  for (const notice of notices) await printErrorLine(`  ${printable(inOptions(noticeText(notice)))}`);
}

/** Errors for which another handler may help. It would not help against a limit. */
const handlerErrors: ReadonlySet<ReadErrorCode> = new Set(["handler-failed", "timed-out", "corrupt"]);

function handlerLines({ code, details }: ReadErrorData, typed: string, roots: readonly string[]): readonly string[] {
  const { handler } = details ?? {};
  if (handler === undefined || !handlerErrors.has(code)) return [];
  const { byHand, ...facts } = handler;
  return handlerWords(
    byHand === undefined ? facts : { ...facts, byHand: fromHere(byHand, typed, placeFor(typed, roots)) },
  );
}

/** Replaces the path in a command, which the core gives relative to a root, by the path from the working directory. */
function fromHere(byHand: string, typed: string, place: string): string {
  const [program = "", ...words] = byHand.split(" ");
  const rest = ` ${words.join(" ")} `;
  const known = [place, typed, ...endsOf(typed)].map((path) => ` ${shellWord(path)} `);
  const found = known.find((end) => rest.includes(end));
  return found === undefined ? byHand : `${program}${rest.replaceAll(found, () => ` ${shellWord(place)} `).trimEnd()}`;
}

/** The wording of an error in this program. */
export function wordsFor(error: ReadErrorData, path: string): { readonly message: string; readonly hint?: string } {
  if (error.code === "aborted") return { message: "Interrupted." };
  return { message: messageFor(error, path), hint: missingHint(error, path) ?? hintFor(error) };
}

/** The hint for a missing file. A path may be a mistyped command, or a name that cannot be an argument. */
function missingHint({ code, hint }: ReadErrorData, path: string): string | undefined {
  if (code !== "not-found" || path === "-" || !hint.startsWith("List the folder")) return undefined;
  if (path.includes("\uFFFD")) return "A name that is not valid UTF-8 cannot be an argument. Use: reader - < FILE";
  const command = path.includes("/") ? undefined : nearestWord(path, commandNames);
  if (command !== undefined) return `Did you mean reader ${command}? To list this folder: reader .`;
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : ".";
  return `List the folder: reader ${shellWord(folder)}`;
}

/** The time limit of a handler itself cannot be raised with an option of this program. */
function hintFor({ code, hint, details }: ReadErrorData): string {
  const isOwn = code === "timed-out" && details?.limit?.name === "timeoutMs";
  if (code === "encrypted") return passwordHint(hint);
  return (isOwn ? undefined : hints[code]) ?? inOptions(hint);
}

/** Keeps the hint of a handler that cannot open the file even with a password. */
function passwordHint(hint: string): string {
  if (!/`password`|the password with the request/.test(hint)) return inOptions(hint);
  return `Give ${hint.includes("right password") ? "the right" : "its"} password: --password P.`;
}

/** The core names a file outside the working directory relative to its folder. The message names the typed path. */
function messageFor(error: ReadErrorData, path: string): string {
  const message = inOptions(error.message);
  const typed = named(path);
  if (path === "-" || error.code === "invalid-request" || message.includes(typed)) return message;
  const place = endsOf(path)
    .map((end) => named(end))
    .find((end) => message.startsWith(`${end} `));
  return place === undefined ? `${typed}: ${message}` : `${typed}${message.slice(place.length)}`;
}

/** The path without its first 1, 2, … folders. */
function endsOf(path: string): readonly string[] {
  const names = path.split("/");
  return names.map((_, at) => names.slice(at + 1).join("/")).filter((end) => end !== "");
}

/**
 * Words a message for a person at a terminal. Names of request fields become options, `maxBytes` becomes --max-bytes, and
 * "send the request again" becomes "run the command again". Quoted text, such as names of files, is kept.
 */
export function inOptions(words: string): string {
  return words
    .replace(/\b(view|encoding|select|scans) "([\w-]+)"/g, "`$1` $2")
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part) => (part.startsWith('"') ? part : plainInOptions(part)))
    .join("");
}

/** Names of request fields that messages write without quotes. */
const bareField = /(?<![`\w-])(?:offset|limit|column|find|select|pages)(?![`\w-])|(?<=\beither )lines\b/g;

function plainInOptions(words: string): string {
  return words
    .replace(/\b([Ss])end the (?:same )?request\b/g, (_, first: string) => `${first === "S" ? "R" : "r"}un the command`)
    .replace(/\b([Ss])end\b([^.;]*)/g, (_, first: string, clause: string) => {
      return `${first === "S" ? "G" : "g"}ive${clause.replace(bareField, "--$&")}`;
    })
    .replaceAll(" is sent as ", " is given as ")
    .replace(/`([A-Za-z]+)`/g, (quoted, field: string) => {
      const name = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return options.some((option) => option.name === name) ? `--${name}` : quoted;
    });
}

/** Limits that have a configuration field with the same name. */
const configFields: ReadonlySet<string> = new Set([
  "maxInputBytes",
  "maxInflatedBytes",
  "maxEntries",
  "maxDepth",
  "maxMegapixels",
  "maxSidePx",
]);

/** Limits of a process that follow a configuration field, and the ratio of the field to the limit. */
const followed: ReadonlyMap<string, { readonly field: string; readonly share: number }> = new Map([
  ["maxOutputBytes", { field: "maxInflatedBytes", share: 1 }],
  // 512 MB of memory for files of 100 MB; both grow in proportion.
  ["maxMemoryBytes", { field: "maxInputBytes", share: 100 / 512 }],
]);

/** Enough for most files that exceed a limit, and safe to suggest. */
const usualFactor = 4;

/** Suggests a file that raises the limit. Returns `undefined` if no file can raise it. */
export function raisedLimit({ code, details }: Pick<ReadErrorData, "code" | "details">): string | undefined {
  const limit = details?.limit;
  if (code !== "too-large" || limit === undefined) return undefined;
  const { field, share } = followed.get(limit.name) ?? { field: limit.name, share: 1 };
  if (!configFields.has(field)) return undefined;
  const value = field === limit.name ? suggestedValue(limit) : limit.value * share * usualFactor;
  return `Or raise the limit: --limits FILE, with ${JSON.stringify({ [field]: Math.ceil(value) })} in FILE.`;
}

/** Suggests the measured value, if known. For inflated data it is only the count at which reading stopped. */
function suggestedValue({ name, value, actual = 0 }: { name: string; value: number; actual?: number }): number {
  if (name === "maxDepth") return value + 1;
  return name !== "maxInflatedBytes" && actual > value ? actual : value * usualFactor;
}
