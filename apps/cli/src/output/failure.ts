import type { ReadErrorCode, ReadErrorData, ReadFailure } from "@reader/core";
import { options } from "../arguments/options.ts";
import { tell } from "./fault.ts";
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
export async function showFailure({ error }: ReadFailure, path: string): Promise<void> {
  const { message, hint } = wordsFor(error, path);
  await tell(message, hint);
}

/** An error as this program says it. */
export function wordsFor(error: ReadErrorData, path: string): { readonly message: string; readonly hint?: string } {
  if (error.code === "aborted") return { message: "Interrupted." };
  const message = inOptions(error.message);
  // A file outside of the working directory is told by its place in its own folder, as which it may have namesakes.
  const isNamed = path === "-" || error.code === "invalid-request" || message.includes(printable(path));
  return { message: isNamed ? message : `${path}: ${message}`, hint: hints[error.code] ?? inOptions(error.hint) };
}

/** The core speaks of the fields of a request; here they are options: `maxBytes` becomes --max-bytes. */
function inOptions(words: string): string {
  return words.replace(/`([A-Za-z]+)`/g, (quoted, field: string) => {
    const name = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return options.some((option) => option.name === name) ? `--${name}` : quoted;
  });
}
