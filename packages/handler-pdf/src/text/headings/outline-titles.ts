import type { PDFDocument } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../../engine.ts";

/** As the engine gives it. */
interface OutlineItem {
  readonly title: string | undefined;
  readonly down?: readonly OutlineItem[];
}

/** Deeper levels and later entries are no help with headings. */
const maxTitles = 5000;
const maxLevel = 6;

/** The words of the bookmarks with their level, from 1. An outline that cannot be read gives none. */
export function outlineTitles(document: PDFDocument): ReadonlyMap<string, number> {
  const titles = new Map<string, number>();
  try {
    collect(document.loadOutline() ?? [], 1, titles);
  } catch (error) {
    // A broken outline says nothing of headings; the reader of the outline itself reports it.
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
  }
  return titles;
}

function collect(items: readonly OutlineItem[], level: number, titles: Map<string, number>): void {
  for (const item of items) {
    if (titles.size >= maxTitles) return;
    const words = titleWords(item.title ?? "");
    if (words !== "" && !titles.has(words)) titles.set(words, level);
    if (item.down !== undefined && level < maxLevel) collect(item.down, level + 1, titles);
  }
}

/** Letters and digits alone, because bookmarks leave out line ends and some signs. */
export function titleWords(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
