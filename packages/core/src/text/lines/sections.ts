import type { Extent } from "../../contract/events.ts";
import type { Place } from "../../contract/place.ts";
import type { LineBoxes, RecognisedText } from "../../contract/recognition.ts";
import type { Clip, EndingRun, ResultPart, TextSection } from "../../contract/result.ts";
import type { LineBlock } from "./line.ts";

/** Collects blocks into sections: consecutive lines of one place become one part of the answer. */
export interface Sections {
  /** True if adding this block would start a new section. */
  startsSection(block: LineBlock): boolean;
  addLines(block: LineBlock, clip?: Clip): void;
  addPart(part: ResultPart): void;
  /** Returns the parts in order. */
  parts(): ResultPart[];
  /** Returns the line endings of the added lines. */
  endings(): EndingRun[];
}

interface OpenSection {
  text: string;
  readonly head: Omit<TextSection, "text" | "lineCount" | "clips" | "matches">;
  lineCount: number;
  readonly clips: Clip[];
  readonly matches: number[];
  recognised: RecognisedText | undefined;
  boxes: LineBoxes | undefined;
}

/** Creates an empty collection. */
export function createSections(): Sections {
  const entries: (OpenSection | ResultPart)[] = [];
  const runs: { eol: EndingRun["eol"]; lines: number }[] = [];
  return {
    startsSection: (block) => !continues(entries.at(-1), block),
    addLines(block, clip) {
      const section = openSection(entries, block);
      // Not an array joined at the end, because that would copy every block once more.
      section.text = section.lineCount === 0 ? block.text : `${section.text}\n${block.text}`;
      section.lineCount += block.lineCount;
      section.matches.push(...(block.matches ?? []));
      section.recognised = withLines(section.recognised, block.recognised, block);
      section.boxes = withLines(section.boxes, block.boxes, block);
      if (clip !== undefined) section.clips.push(clip);
      for (const run of block.endings ?? []) addRun(runs, run);
    },
    addPart: (part) => void entries.push(part),
    parts: () => entries.map((entry) => (isOpen(entry) ? closed(entry) : entry)),
    endings: () => runs,
  };
}

/** True if two places are the same. */
export function isSamePlace(left: Place | undefined, right: Place | undefined): boolean {
  return left?.unit === right?.unit && left?.index === right?.index && left?.label === right?.label;
}

/** Adds an extent of a file. Replaces an earlier extent of the same unit. */
export function addExtent(extents: Extent[], extent: Extent): void {
  const at = extents.findIndex((each) => each.unit === extent.unit);
  if (at < 0) extents.push(extent);
  else extents[at] = extent;
}

function isOpen(entry: OpenSection | ResultPart): entry is OpenSection {
  return "head" in entry;
}

function continues(entry: OpenSection | ResultPart | undefined, block: LineBlock): boolean {
  if (entry === undefined || !isOpen(entry) || block.firstColumn !== undefined) return false;
  return entry.head.firstLine + entry.lineCount === block.firstLine && isSamePlace(entry.head.at, block.at);
}

function openSection(entries: (OpenSection | ResultPart)[], block: LineBlock): OpenSection {
  const last = entries.at(-1);
  if (last !== undefined && isOpen(last) && continues(last, block)) return last;
  const section: OpenSection = {
    head: {
      type: "text",
      firstLine: block.firstLine,
      ...(block.firstColumn === undefined ? {} : { firstColumn: block.firstColumn }),
      ...(block.at === undefined ? {} : { at: block.at }),
    },
    text: "",
    lineCount: 0,
    clips: [],
    matches: [],
    recognised: undefined,
    boxes: undefined,
  };
  entries.push(section);
  return section;
}

function closed(section: OpenSection): TextSection {
  return {
    ...section.head,
    text: section.text,
    lineCount: section.lineCount,
    ...(section.clips.length === 0 ? {} : { clips: section.clips }),
    ...(section.matches.length === 0 ? {} : { matches: section.matches }),
    ...(section.recognised === undefined ? {} : { recognised: section.recognised }),
    ...(section.boxes === undefined ? {} : { boxes: section.boxes }),
  };
}

/** Adds the facts about lines that lie within a block. After a split, both parts still list the lines of the whole. */
function withLines<Facts extends { readonly lines: readonly { readonly line: number }[] }>(
  known: Facts | undefined,
  facts: Facts | undefined,
  { firstLine, lineCount }: LineBlock,
): Facts | undefined {
  if (facts === undefined) return known;
  const own = facts.lines.filter(({ line }) => line >= firstLine && line < firstLine + lineCount);
  return own.length === 0 ? known : { ...facts, lines: [...(known?.lines ?? []), ...own] };
}

function addRun(runs: { eol: EndingRun["eol"]; lines: number }[], run: EndingRun): void {
  const last = runs.at(-1);
  if (last?.eol === run.eol) last.lines += run.lines;
  else runs.push({ ...run });
}
