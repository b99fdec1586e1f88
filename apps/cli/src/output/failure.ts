import { escapeName, noticeText, type ReadErrorCode, type ReadErrorData, type ReadFailure } from "@reader/core";
import { options } from "../arguments/options.ts";
import { tell, tellLine } from "./fault.ts";
import { printable } from "./printable.ts";

/** What to do next, where this program has another answer than a tool for models. */
const hints: { readonly [Code in ReadErrorCode]?: string } = {
  "denied-by-policy": "If you mean to read it all the same, add --allow-secrets.",
  "timed-out": "Give it more time: --timeout SECONDS.",
  "outside-workspace": "Read a file inside the folders given with --root, or give another --root.",
  "not-a-file": "Read a regular file; what comes out of a pipe is read as in: command | reader -",
  encrypted: "Give its password: --password P.",
};

/** Tells on stderr why the path that was typed could not be read. */
export async function showFailure({ error, notices }: ReadFailure, path: string): Promise<void> {
  const { message, hint } = wordsFor(error, path);
  await tell(message, hint);
  for (const notice of notices) await tellLine(`  ${printable(inOptions(noticeText(notice)))}`);
}

/** An error as this program says it. */
export function wordsFor(error: ReadErrorData, path: string): { readonly message: string; readonly hint?: string } {
  if (error.code === "aborted") return { message: "Interrupted." };
  return { message: messageFor(error, path), hint: hints[error.code] ?? inOptions(error.hint) };
}

/** A file outside of the working directory is told by its place in its own folder, as which it may have namesakes. */
function messageFor(error: ReadErrorData, path: string): string {
  const message = inOptions(error.message);
  const typed = escapeName(path);
  if (path === "-" || error.code === "invalid-request" || message.includes(typed)) return message;
  const place = endsOf(typed).find((end) => message.startsWith(`${end} `));
  return place === undefined ? `${path}: ${message}` : `${typed}${message.slice(place.length)}`;
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
