import type { EndingRun } from "../../contract/result.ts";

/** Whole lines taken apart from their line ends. */
export interface SplitLines {
  /** Joined by `\n`, with no newline after the last. */
  readonly text: string;
  readonly lineCount: number;
  /** One run for each stretch of equal line ends; a last line without one is in no run. */
  readonly endings: readonly EndingRun[];
}

/** Takes whole lines of a file apart: LF, CRLF and lone CR end lines; only the last line may lack one. */
export function splitLineEndings(raw: string): SplitLines {
  if (raw.includes("\r")) return splitMixed(raw);
  const lineFeeds = countLineFeeds(raw);
  const isClosed = raw.endsWith("\n");
  return {
    text: isClosed ? raw.slice(0, -1) : raw,
    lineCount: isClosed ? lineFeeds : lineFeeds + 1,
    endings: lineFeeds === 0 ? [] : [{ eol: "lf", lines: lineFeeds }],
  };
}

/** How many line feeds a text has. */
export function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function splitMixed(raw: string): SplitLines {
  const runs: { eol: EndingRun["eol"]; lines: number }[] = [];
  const text = raw.replace(/\r\n?|\n/g, (ending) => {
    const eol = nameOf(ending);
    const last = runs.at(-1);
    if (last?.eol === eol) last.lines += 1;
    else runs.push({ eol, lines: 1 });
    return "\n";
  });
  const ends = runs.reduce((sum, run) => sum + run.lines, 0);
  const isClosed = text.endsWith("\n");
  return { text: isClosed ? text.slice(0, -1) : text, lineCount: isClosed ? ends : ends + 1, endings: runs };
}

function nameOf(ending: string): EndingRun["eol"] {
  if (ending === "\r\n") return "crlf";
  return ending === "\r" ? "cr" : "lf";
}
