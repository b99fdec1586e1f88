import type { EndingRun } from "../../contract/result.ts";
import type { LineBlock } from "./line.ts";

/** Splits a block after its first `lineCount` lines. Both parts must have at least one line. */
export function splitBlock(block: LineBlock, lineCount: number): readonly [LineBlock, LineBlock] {
  const { firstColumn, rest, endings, matches, ...common } = block;
  const end = offsetOfLine(block.text, lineCount) - 1;
  const [headEndings, tailEndings] = splitRuns(endings ?? [], lineCount);
  const border = block.firstLine + lineCount;
  const head: LineBlock = {
    ...common,
    text: block.text.slice(0, end),
    lineCount,
    ...(endings === undefined ? {} : { endings: headEndings }),
    ...(firstColumn === undefined ? {} : { firstColumn }),
    ...(matches === undefined ? {} : { matches: matches.filter((line) => line < border) }),
  };
  const tail: LineBlock = {
    ...common,
    text: block.text.slice(end + 1),
    lineCount: block.lineCount - lineCount,
    firstLine: border,
    ...(endings === undefined ? {} : { endings: tailEndings }),
    ...(rest === undefined ? {} : { rest }),
    ...(matches === undefined ? {} : { matches: matches.filter((line) => line >= border) }),
  };
  return [head, tail];
}

/** Returns the block without its lines before `line`, or `undefined` if no line is left. */
export function dropBefore(block: LineBlock, line: number): LineBlock | undefined {
  const surplus = line - block.firstLine;
  if (surplus <= 0) return block;
  return surplus >= block.lineCount ? undefined : splitBlock(block, surplus)[1];
}

/** Returns the block without its lines after `line`, or `undefined` if no line is left. */
export function dropAfter(block: LineBlock, line: number): LineBlock | undefined {
  const kept = line - block.firstLine + 1;
  if (kept >= block.lineCount) return block;
  return kept <= 0 ? undefined : splitBlock(block, kept)[0];
}

/** Returns the offset at which the line after the first `count` lines starts. */
function offsetOfLine(text: string, count: number): number {
  let at = 0;
  for (let line = 0; line < count; line += 1) at = text.indexOf("\n", at) + 1;
  return at;
}

function splitRuns(runs: readonly EndingRun[], lineCount: number): readonly [EndingRun[], EndingRun[]] {
  const head: EndingRun[] = [];
  const tail: EndingRun[] = [];
  let left = lineCount;
  for (const run of runs) {
    const taken = Math.min(left, run.lines);
    if (taken > 0) head.push({ eol: run.eol, lines: taken });
    if (run.lines > taken) tail.push({ eol: run.eol, lines: run.lines - taken });
    left -= taken;
  }
  return [head, tail];
}
