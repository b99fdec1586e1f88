import { sharedHeight } from "../model/boxes.ts";
import type { Box, PageContent, TextLine, TextRun } from "../model/page-content.ts";
import type { PageLink } from "../model/page-model.ts";

/** Adds the target to each run that is an external link. */
export function markLinks(content: PageContent, links: readonly PageLink[]): PageContent {
  if (links.length === 0) return content;
  const blocks = content.blocks.map((block) => ({ ...block, lines: block.lines.map((line) => linkLine(line, links)) }));
  return { ...content, blocks };
}

function linkLine(line: TextLine, links: readonly PageLink[]): TextLine {
  const here = links.filter((link) => touches(line.box, link.box));
  if (here.length === 0 || line.direction === "vertical") return line;
  return { ...line, runs: line.runs.flatMap((run) => splitRun(run, here)) };
}

function touches(line: Box, link: Box): boolean {
  return sharedHeight(line, link) > 0.5 && Math.min(line.x1, link.x1) > Math.max(line.x0, link.x0);
}

/**
 * Splits a run where links start and end. Positions of characters are estimated from their number, so splits are moved
 * to word edges.
 */
function splitRun(run: TextRun, links: readonly PageLink[]): readonly TextRun[] {
  const parts: TextRun[] = [];
  let from = 0;
  for (const link of links.toSorted((one, other) => one.box.x0 - other.box.x0)) {
    const [start, end] = wordsUnder(run, link.box);
    if (start < from || end <= start) continue;
    if (start > from) parts.push({ ...run, text: run.text.slice(from, start) });
    parts.push({ ...run, text: run.text.slice(start, end), link: link.uri });
    from = end;
  }
  if (from < run.text.length) parts.push({ ...run, text: run.text.slice(from) });
  return parts;
}

function wordsUnder(run: TextRun, box: Box): readonly [number, number] {
  const { text } = run;
  const widthPt = run.box.x1 - run.box.x0;
  if (widthPt <= 0) return [0, 0];
  const at = (x: number): number => Math.max(0, Math.min(text.length, ((x - run.box.x0) / widthPt) * text.length));
  const start = nearestEdge(text, at(box.x0));
  const end = nearestEdge(text, at(box.x1));
  const words = text.slice(start, end);
  return [start + words.length - words.trimStart().length, end - (words.length - words.trimEnd().length)];
}

/** Returns the nearest start or end of a word. */
function nearestEdge(text: string, position: number): number {
  let best = position < text.length / 2 ? 0 : text.length;
  for (let index = 1; index < text.length; index += 1) {
    const isEdge = /\s/u.test(text.charAt(index)) !== /\s/u.test(text.charAt(index - 1));
    if (isEdge && Math.abs(index - position) < Math.abs(best - position)) best = index;
  }
  return best;
}
