import type { PageContent, TextLine, TextRun } from "../model/page-content.ts";
import { outsideText, withoutTiny } from "./inline-text.ts";

/** The `select` that shows hidden text in its place, however much there is. */
export const hiddenSelect = "hidden";

/** Maximum share of the text of a page that marks of hidden text may take. */
const maxShare = 0.05;

/** A shorter page counts as one with this many characters, which a page of prose has, so that it shows a few words. */
const usualCharacters = 4000;

/** The text of a page whose hidden text is marked or left out. */
export interface ReadableContent {
  readonly content: PageContent;
  /** Marked lines to append to the text of the page; empty if there are none. */
  readonly marks: string;
  /** True if hidden text was replaced by one mark with its amount. */
  readonly isOmitted: boolean;
}

/** Marks the hidden text of a page. Replaces it by one mark if the marks take more than their share of the page. */
export function markedContent(marked: PageContent, showsHidden: boolean): ReadableContent {
  if (!hasHidden(marked)) return { content: marked, marks: outsideText(marked), isOmitted: false };
  const { content, tiny } = withoutTiny(marked);
  const beside = tiny + outsideText(marked);
  const whole = { content, marks: beside, isOmitted: false };
  const runs = hiddenRuns(marked);
  if (showsHidden || runs.length === 0) return whole;
  const characters = runs.reduce((sum, { text }) => sum + text.trim().length, 0);
  const mark = `⟦hidden · ${runs.length} × text, ${characters} characters: left out⟧\n`;
  const cost = beside.length + hiddenRuns({ ...content, outside: [] }).reduce((sum, run) => sum + markLength(run), 0);
  const pageLength = Math.max(usualCharacters, visibleLength(content) + cost);
  if (cost <= Math.max(mark.length, maxShare * pageLength)) return whole;
  return { content: withoutHidden(content), marks: mark, isOmitted: true };
}

/** Most pages have no hidden text. */
function hasHidden({ blocks, outside = [] }: PageContent): boolean {
  for (const { lines } of blocks) if (lines.some(holdsHidden)) return true;
  return outside.some(holdsHidden);
}

function holdsHidden({ runs }: TextLine): boolean {
  for (const { hidden } of runs) if (hidden !== undefined) return true;
  return false;
}

function hiddenRuns({ blocks, outside = [] }: PageContent): readonly TextRun[] {
  const lines = [...blocks.flatMap((block) => block.lines), ...outside];
  return lines.flatMap(({ runs }) => runs.filter(({ hidden }) => hidden !== undefined));
}

function markLength({ hidden, text }: TextRun): number {
  return `⟦hidden · ${hidden ?? ""}: ⟧`.length + text.trim().length;
}

function visibleLength({ blocks }: PageContent): number {
  let length = 0;
  for (const { lines } of blocks) {
    for (const { runs } of lines) for (const { hidden, text } of runs) length += hidden === undefined ? text.length : 0;
  }
  return length;
}

function withoutHidden(content: PageContent): PageContent {
  const blocks = content.blocks
    .map((block) => ({ ...block, lines: block.lines.map(visibleLine).filter((line) => line !== undefined) }))
    .filter(({ lines }) => lines.length > 0);
  return { ...content, blocks, outside: [] };
}

/** Returns a line with whitespace in place of hidden text; `undefined` if nothing else is in it. */
function visibleLine(line: TextLine): TextLine | undefined {
  if (line.runs.every(({ hidden }) => hidden === undefined)) return line;
  const runs = line.runs.map((run) => (run.hidden === undefined ? run : { text: " ", box: run.box, style: run.style }));
  return runs.every(({ text }) => text.trim() === "") ? undefined : { ...line, runs };
}
