import type { ReadOutcome, ReadResult } from "../contract/result.ts";
import { shownRange } from "./notes-text.ts";
import { named } from "./quote.ts";
import { counted, grouped } from "./words.ts";

/**
 * One line, without a number, that says what the content behind it is of: `[file app.log · lines 1-1000 of 5000 ·
 * partial]`, `[file report.pdf · lines 1-40 of 40 · extracted from application/pdf]`. A failure has its path alone, and
 * only where something had been read before it.
 */
export function headerLine(outcome: ReadOutcome): string {
  if (!outcome.ok) return outcome.parts.length === 0 ? "" : `[file ${named(outcome.path)}]`;
  const kind = outcome.mediaType === "inode/directory" ? "folder" : "file";
  const facts = [`${kind} ${named(outcome.path)}`, ...linesWords(outcome), ...originWords(outcome)];
  return `[${facts.join(" · ")}]`;
}

function linesWords({ parts, extents, status }: ReadResult): string[] {
  if (status === "unchanged") return [status];
  const shown = parts.reduce((sum, part) => sum + (part.type === "text" ? part.lineCount : 0), 0);
  const total = extents.find(({ unit }) => unit === "line");
  const range = shownRange(parts);
  const lines = range === undefined ? counted(shown, "line") : `lines ${range.first}-${range.last}`;
  const of = total === undefined ? "" : ` of ${total.exact ? "" : "at least "}${grouped(total.total)}`;
  return [...(shown === 0 ? [] : [`${lines}${of}`]), ...(status === "partial" ? [status] : [])];
}

/** What is no text of its own was made from something. */
function originWords({ handler, mediaType }: ReadResult): string[] {
  return handler === "text" || mediaType === "inode/directory" ? [] : [`extracted from ${named(mediaType)}`];
}
