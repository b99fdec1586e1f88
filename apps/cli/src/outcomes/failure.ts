import {
  handlerWords,
  named,
  noticeText,
  type ReadErrorCode,
  type ReadErrorData,
  type ReadFailure,
  shellWord,
} from "@reader/core";
import { nearestWord } from "../arguments/nearest-word.ts";
import { commandNames, options } from "../arguments/options.ts";
import { tell, tellLine } from "../output/fault.ts";
import { printable } from "../output/format.ts";
import { placeFor } from "../reading/grant.ts";

/** What to do next, where this program has another answer than a tool for models. */
const hints: { readonly [Code in ReadErrorCode]?: string } = {
  "denied-by-policy": "If you mean to read it all the same, add --allow-secrets.",
  "timed-out": "Give it more time: --timeout SECONDS.",
  "outside-workspace": "Read a file inside the folders given with --root, or give another --root.",
  "not-a-file": "Read a regular file; what comes out of a pipe is read as in: command | reader -",
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
  await tell(message, hint);
  const raised = raisedLimit(error);
  if (raised !== undefined) await tellLine(`  ${raised}`);
  for (const words of handlerLines(error, path, roots)) await tellLine(`  ${printable(words)}`);
  for (const notice of notices) await tellLine(`  ${printable(inOptions(noticeText(notice)))}`);
}

/** Another handler may read what this one failed on; of a limit that was reached there is nothing to mend. */
const handlersOwn: ReadonlySet<ReadErrorCode> = new Set(["handler-failed", "timed-out", "corrupt"]);

function handlerLines({ code, details }: ReadErrorData, typed: string, roots: readonly string[]): readonly string[] {
  const { handler } = details ?? {};
  if (handler === undefined || !handlersOwn.has(code)) return [];
  const { byHand, ...facts } = handler;
  return handlerWords(
    byHand === undefined ? facts : { ...facts, byHand: fromHere(byHand, typed, placeFor(typed, roots)) },
  );
}

/** The core knows of no working directory: it names a file outside of that by its place in its own folder or root. */
function fromHere(byHand: string, typed: string, place: string): string {
  const [program = "", ...words] = byHand.split(" ");
  const rest = ` ${words.join(" ")} `;
  const told = [place, typed, ...endsOf(typed)].map((path) => ` ${shellWord(path)} `);
  const found = told.find((end) => rest.includes(end));
  return found === undefined ? byHand : `${program}${rest.replaceAll(found, () => ` ${shellWord(place)} `).trimEnd()}`;
}

/** An error as this program says it. */
export function wordsFor(error: ReadErrorData, path: string): { readonly message: string; readonly hint?: string } {
  if (error.code === "aborted") return { message: "Interrupted." };
  return { message: messageFor(error, path), hint: missingHint(error, path) ?? hintFor(error) };
}

/** A person at a shell has commands that are mistyped, names that no argument can carry, and no workspace to list. */
function missingHint({ code, hint }: ReadErrorData, path: string): string | undefined {
  if (code !== "not-found" || path === "-" || !hint.startsWith("List the folder")) return undefined;
  if (path.includes("\uFFFD")) return "A name that is no UTF-8 cannot be given; read the file as in: reader - < FILE";
  const command = path.includes("/") ? undefined : nearestWord(path, commandNames);
  if (command !== undefined) return `Did you mean reader ${command}? Otherwise, reader . lists what is here.`;
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : ".";
  return `See what is there: reader ${shellWord(folder)}`;
}

/** Of a time that is a handler's own, no option of this program gives more. */
function hintFor({ code, hint, details }: ReadErrorData): string {
  const isOwn = code === "timed-out" && details?.limit?.name === "timeoutMs";
  if (code === "encrypted") return passwordHint(hint);
  return (isOwn ? undefined : hints[code]) ?? inOptions(hint);
}

/** Some files no password opens here, of which the handler tells what else may be done. */
function passwordHint(hint: string): string {
  if (!/`password`|the password with the request/.test(hint)) return inOptions(hint);
  return `Give ${hint.includes("right password") ? "the right" : "its"} password: --password P.`;
}

/** A file outside of the working directory is told by its place in its own folder, as which it may have namesakes. */
function messageFor(error: ReadErrorData, path: string): string {
  const message = inOptions(error.message);
  const typed = named(path);
  if (path === "-" || error.code === "invalid-request" || message.includes(typed)) return message;
  const place = endsOf(path)
    .map((end) => named(end))
    .find((end) => message.startsWith(`${end} `));
  return place === undefined ? `${typed}: ${message}` : `${typed}${message.slice(place.length)}`;
}

/** What is left of a path without its first folders, the longest first. */
function endsOf(path: string): readonly string[] {
  const names = path.split("/");
  return names.map((_, at) => names.slice(at + 1).join("/")).filter((end) => end !== "");
}

/** The core speaks of the fields of a request; here they are options: `maxBytes` becomes --max-bytes. */
export function inOptions(words: string): string {
  return words.replace(/`([A-Za-z]+)`/g, (quoted, field: string) => {
    const name = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return options.some((option) => option.name === name) ? `--${name}` : quoted;
  });
}

/** Limits of a configuration that are raised by their own name. */
const ownFields: ReadonlySet<string> = new Set([
  "maxInputBytes",
  "maxInflatedBytes",
  "maxEntries",
  "maxDepth",
  "maxMegapixels",
  "maxSidePx",
]);

/** Limits of a process, and the one of a configuration that they follow, with its value by theirs. */
const followed: ReadonlyMap<string, { readonly field: string; readonly share: number }> = new Map([
  ["maxOutputBytes", { field: "maxInflatedBytes", share: 1 }],
  // 512 MB of memory for files of 100 MB, and both grow alike.
  ["maxMemoryBytes", { field: "maxInputBytes", share: 100 / 512 }],
]);

/** Enough for most files that a limit stops, and little enough to be asked for without much thought. */
const usualFactor = 4;

/** How a person raises the limit that was reached; nothing where no configuration can. */
export function raisedLimit({ code, details }: Pick<ReadErrorData, "code" | "details">): string | undefined {
  const limit = details?.limit;
  if (code !== "too-large" || limit === undefined) return undefined;
  const { field, share } = followed.get(limit.name) ?? { field: limit.name, share: 1 };
  if (!ownFields.has(field)) return undefined;
  const value = field === limit.name ? wanted(limit) : limit.value * share * usualFactor;
  return `Or raise the limit: --config FILE, with ${JSON.stringify({ limits: { [field]: Math.ceil(value) } })} in FILE.`;
}

/** What was met, where that is known: of what is counted as it comes it is only where counting ended. */
function wanted({ name, value, actual = 0 }: { name: string; value: number; actual?: number }): number {
  if (name === "maxDepth") return value + 1;
  return name !== "maxInflatedBytes" && actual > value ? actual : value * usualFactor;
}
