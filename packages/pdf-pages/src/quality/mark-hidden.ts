import { centreOf, holds } from "../model/boxes.ts";
import type { PageContent, TextRun } from "../model/page-content.ts";
import type { PageModel } from "../model/page-model.ts";

/**
 * Maximum number of images compared with the text. A page with more consists of tiles, of which the first are enough.
 */
const maxImages = 64;

/**
 * Marks the runs of a page that are not visible. Usually a scan of the content shows that nothing can be hidden.
 * Otherwise the page is replayed, and what still seems hidden is rendered and checked.
 */
export async function markHidden(page: PageModel): Promise<PageContent> {
  const { content } = page;
  const placed = markTiny(content);
  const risk = hasText(content) ? page.hidingRisk() : "none";
  if (risk === "none" || (risk === "images" && !hasImageAtText(content))) return placed;
  const { hiddenPartsOf, splitRun } = await import("./hidden-text.ts");
  const parts = hiddenPartsOf({ page, content: placed });
  if (parts.size === 0) return placed;
  const splitAll = (run: TextRun): readonly TextRun[] =>
    (parts.get(run) ?? []).reduce<readonly TextRun[]>(
      (runs, part) => runs.flatMap((piece) => (piece.hidden === undefined ? splitRun(piece, part) : [piece])),
      [run],
    );
  return withoutHiddenPunctuation(mapRuns(placed, splitAll));
}

function hasText(content: PageContent): boolean {
  return content.blocks.some(({ lines }) => lines.some(({ runs }) => runs.some(({ text }) => text.trim() !== "")));
}

/** An image may have been painted over the text. */
function hasImageAtText({ images, blocks }: PageContent): boolean {
  return images
    .slice(0, maxImages)
    .some((image) => blocks.some(({ lines }) => lines.some(({ box }) => holds(image, centreOf(box)))));
}

/** Smaller letters are unreadable on paper, in points. */
const tinySizePt = 2;

/** On a stamp-sized page letters may be smaller: a share of its longer side. */
const tinyShare = 1 / 300;

/** Zero-width characters that join or separate their neighbours. TeX for Japanese sets them at size zero. */
const widthless = /[\u200B-\u200D\u2060\uFEFF]/gu;

/** Marks runs with unreadably small letters. Returns the same object if there are none. */
export function markTiny(content: PageContent): PageContent {
  const limitPt = Math.min(tinySizePt, Math.max(content.widthPt, content.heightPt) * tinyShare);
  if (!hasSmaller(content, limitPt)) return content;
  return mapRuns(content, (run) => [isTiny(run, limitPt) ? hiddenOf(run) : run]);
}

function hiddenOf(run: TextRun): TextRun {
  const text = run.text.replaceAll(widthless, "");
  return text.trim() === "" ? { ...run, text } : { ...run, hidden: "tiny" };
}

/** True if any font size is below the limit, which is rare. */
function hasSmaller({ blocks }: PageContent, limitPt: number): boolean {
  for (const { lines } of blocks) {
    for (const { runs } of lines) for (const { style } of runs) if (style.sizePt < limitPt) return true;
  }
  return false;
}

/** The font size alone is not conclusive: Type 3 fonts may use any unit. So the box must be small too. */
function isTiny({ style, text, box }: TextRun, limitPt: number): boolean {
  if (!(style.sizePt < limitPt) || text.trim() === "") return false;
  const widthPt = Math.max(box.x1 - box.x0, box.y1 - box.y0) / Math.max(1, text.trim().length);
  return widthPt < limitPt && Math.min(box.y1 - box.y0, box.x1 - box.x0) < limitPt * 1.5;
}

/** Punctuation, spaces, and symbols for a space. */
const signs = /^[\p{P}\p{Z}\u2422\u2423]*$/u;

/**
 * Replaces hidden punctuation by the whitespace that is visible: programs reserve space with an invisible dot, and
 * separate code words by a space symbol in the colour of paper.
 */
function withoutHiddenPunctuation(content: PageContent): PageContent {
  return mapRuns(content, (run) => [saysNothing(run) ? asSpace(run) : run]);
}

function saysNothing({ hidden, text }: TextRun): boolean {
  return hidden !== undefined && signs.test(text);
}

function asSpace({ box, style }: TextRun): TextRun {
  return { text: " ", box, style };
}

/** Replaces runs of content. Returns the same object if nothing changes. */
function mapRuns(content: PageContent, map: (run: TextRun) => readonly TextRun[]): PageContent {
  let isChanged = false;
  const blocks = content.blocks.map((block) => ({
    ...block,
    lines: block.lines.map((line) => {
      const runs = line.runs.flatMap(map);
      if (runs.every((run, index) => run === line.runs[index])) return line;
      isChanged = true;
      return { ...line, runs };
    }),
  }));
  return isChanged ? { ...content, blocks } : content;
}
