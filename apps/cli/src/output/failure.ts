import type { ReadErrorCode, ReadFailure } from "@reader/core";
import { options } from "../arguments/options.ts";
import { tell } from "./fault.ts";

/** What to do next, where this program has another answer than a tool for models. */
const hints: { readonly [Code in ReadErrorCode]?: string } = {
  "denied-by-policy": "If you mean to read it all the same, add --allow-secrets.",
  "timed-out": "Give it more time: --timeout SECONDS.",
  "outside-workspace": "Read a file inside the folders given with --root, or give another --root.",
  "not-a-file": "Read a regular file; what comes out of a pipe is read as in: command | reader -",
  encrypted: "Give its password: --password P.",
};

/** Tells on stderr why something could not be read. */
export async function showFailure({ error }: ReadFailure): Promise<void> {
  if (error.code === "aborted") return tell("Interrupted.");
  return tell(inOptions(error.message), hints[error.code] ?? inOptions(error.hint));
}

/** The core speaks of the fields of a request; here they are options: `maxBytes` becomes --max-bytes. */
function inOptions(words: string): string {
  return words.replace(/`([A-Za-z]+)`/g, (quoted, field: string) => {
    const name = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return options.some((option) => option.name === name) ? `--${name}` : quoted;
  });
}
