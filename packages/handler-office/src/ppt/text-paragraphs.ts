import { createNumbering } from "../slides/numbering.ts";
import type { SlideParagraph, SlideRun } from "../slides/slide.ts";
import { paragraphAt, type TextEntry } from "./text-entry.ts";

/** Where the links of a document lead, by their numbers. */
export type Links = ReadonlyMap<number, string>;

/** The paragraphs of a text that hold something. */
export function textParagraphs(entry: TextEntry, links: Links): readonly SlideParagraph[] {
  const labelNext = createNumbering();
  const paragraphs: SlideParagraph[] = [];
  let start = 0;
  for (const words of entry.text.split("\r")) {
    if (words.trim() !== "") {
      const { level, hasBullet } = paragraphAt(entry, start);
      const label = labelNext(level, { type: hasBullet ? "bullet" : "none" });
      paragraphs.push({ runs: runsOf(entry, { start, end: start + words.length }, links), level, label });
    }
    start += words.length + 1;
  }
  return paragraphs;
}

function runsOf(entry: TextEntry, { start, end }: { start: number; end: number }, links: Links): readonly SlideRun[] {
  const runs: SlideRun[] = [];
  let at = start;
  for (const link of entry.links.toSorted((one, other) => one.start - other.start)) {
    const address = links.get(link.id);
    const from = Math.max(at, link.start);
    const to = Math.min(end, link.end);
    if (address === undefined || to <= from) continue;
    runs.push({ text: shown(entry.text.slice(at, from)) }, { text: shown(entry.text.slice(from, to)), link: address });
    at = to;
  }
  runs.push({ text: shown(entry.text.slice(at, end)) });
  return runs.filter(({ text }) => text !== "");
}

function shown(text: string): string {
  return text.replaceAll("\v", "\n");
}

/** All words of a text on one line. */
export function textLine({ text }: TextEntry): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}
