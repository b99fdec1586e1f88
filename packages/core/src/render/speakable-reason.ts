import { shortened } from "./words.ts";

const maxReasonCharacters = 200;

/** What may be a path: words in quotes with a slash of either kind, then any word with one. */
const quotedPath = /(["'`])[^"'`]*[\\/][^"'`]*\1/g;
const barePath = /[^\s"'`]*[\\/][^\s"'`]*/g;

/** The first line of what somebody's error says, with an ellipsis for everything that may be a path of this machine. */
export function speakableReason(message: unknown): string {
  if (typeof message !== "string") return "";
  const [line = ""] = message.slice(0, 10 * maxReasonCharacters).split(/[\r\n]/, 1);
  const safe = line.replace(quotedPath, "$1…$1").replace(barePath, "…");
  return shortened(safe.trim(), maxReasonCharacters).replace(/\.$/, "");
}
