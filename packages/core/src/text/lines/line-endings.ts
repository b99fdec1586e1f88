import type { EndingRun } from "../../contract/result.ts";

/** Whole lines, separated from their line endings. */
export interface SplitLines {
  /** The lines joined by line feeds, without one after the last. */
  readonly text: string;
  readonly lineCount: number;
  /** One run for each sequence of equal line endings. A last line without an ending is in no run. */
  readonly endings: readonly EndingRun[];
}

/** Separates whole lines of a file from their line endings: LF, CRLF and lone CR. Only the last line may lack one. */
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

/** Counts the line feeds of a text. */
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
