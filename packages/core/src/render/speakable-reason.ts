import { shortened } from "./words.ts";

const maxReasonCharacters = 200;

/** Matches what may be a path: quoted text with a slash or backslash, then any unquoted word with one. */
const quotedPath = /(["'`])[^"'`]*[\\/][^"'`]*\1/g;
const barePath = /[^\s"'`]*[\\/][^\s"'`]*/g;

/**
 * Returns the first line of a foreign error message, with an ellipsis for everything that may be a path of this
 * machine.
 */
export function speakableReason(message: unknown): string {
  if (typeof message !== "string") return "";
  const [line = ""] = message.slice(0, 10 * maxReasonCharacters).split(/[\r\n]/, 1);
  const safe = line.replace(quotedPath, "$1…$1").replace(barePath, "…");
  return shortened(safe.trim(), maxReasonCharacters).replace(/\.$/, "");
}
