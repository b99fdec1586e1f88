import type { PageContent, TextRun } from "../model/page-content.ts";
import { mapRuns } from "./map-runs.ts";

/** Smaller letters are not read on paper. */
const tinySizePt = 2;

/** On a page of stamp size letters may be small: a part of its longer side. */
const tinyShare = 1 / 300;

/** Signs that only join or part their neighbours: TeX for Japanese sets them in a type of no size. */
const widthless = /[\u200B-\u200D\u2060\uFEFF]/gu;

/** Marks the runs whose letters are too small to be read; the same object where there are none. */
export function markTiny(content: PageContent): PageContent {
  const limitPt = Math.min(tinySizePt, Math.max(content.widthPt, content.heightPt) * tinyShare);
  if (!hasSmaller(content, limitPt)) return content;
  return mapRuns(content, (run) => [isTiny(run, limitPt) ? hiddenOf(run) : run]);
}

function hiddenOf(run: TextRun): TextRun {
  const text = run.text.replaceAll(widthless, "");
  return text.trim() === "" ? { ...run, text } : { ...run, hidden: "tiny" };
}

/** Whether any type is smaller, which on most pages none is. */
function hasSmaller({ blocks }: PageContent, limitPt: number): boolean {
  for (const { lines } of blocks) {
    for (const { runs } of lines) for (const { style } of runs) if (style.sizePt < limitPt) return true;
  }
  return false;
}

/**
 * The size alone does not tell: fonts whose letters are drawings of the page may have any unit. So it must also be
 * narrow and low.
 */
function isTiny({ style, text, box }: TextRun, limitPt: number): boolean {
  if (!(style.sizePt < limitPt) || text.trim() === "") return false;
  const widthPt = Math.max(box.x1 - box.x0, box.y1 - box.y0) / Math.max(1, text.trim().length);
  return widthPt < limitPt && Math.min(box.y1 - box.y0, box.x1 - box.x0) < limitPt * 1.5;
}
