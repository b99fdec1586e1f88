import type { Box, PageContent, TextRun } from "../model/page-content.ts";
import { garbledFontReason, garbledReason, isLetterSoup, type JudgedText } from "./garbled-text.ts";
import { mergeTallies, tallyOf, visibleCharacters } from "./tally.ts";

/** What the text layer of a page is worth, and how much of the page is pictures. */
export interface PageVerdict {
  /** Partial is what is sound where it is, beside a picture of print that has most of the page's words. */
  readonly layer: "sound" | "partial" | "none" | "garbled";
  /** One sentence that can be shown; absent where the layer is sound. */
  readonly reason?: string;
  /** How much of the page's area is pictures, 0 to 1. */
  readonly figureShare: number;
}

/** So many characters tell of a page; what a page has beyond them is like the rest. */
const maxJudgedCharacters = 20_000;

/** Fewer visible characters beside a picture of the whole page are a stamp, a number or a watermark on a scan. */
const maxStrayCharacters = 16;

/** Where a scan has a text layer of its own, that has more characters than headers, numbers and stamps. */
const maxCharactersOnScan = 400;

/** From here on a picture is the page. */
const minScanShare = 0.6;

const soupReason = "It was recognised in a picture, and most of its words are none.";

const partialReason = "It has only a little of what is printed in the picture.";

/** A font with less of the text can be garbled without harm to the rest; its own characters are too few to tell. */
const minFontShare = 0.3;

/** What only a look at the page tells; that costs time, and is asked only where the answer matters. */
export interface PageLooks {
  /** Whether the text is unseen on a scan. */
  readonly isRecognised: () => boolean;
  /** Whether lines of print are seen beside the text. */
  readonly showsPrint: () => boolean;
}

const noLooks: PageLooks = { isRecognised: () => false, showsPrint: () => false };

/** Judges the text layer of a page, and how much of the page is pictures. */
export function judgePage(content: PageContent, looks: PageLooks = noLooks): PageVerdict {
  const figureShare = figureShareOf(content);
  const fonts = judgedByFont(content);
  const page = { tally: mergeTallies(fonts.map(({ tally }) => tally)), texts: fonts.flatMap(({ texts }) => texts) };
  const visible = visibleCharacters(page.tally);
  const isScan = figureShare >= minScanShare;
  if (visible === 0 || (isScan && visible <= maxStrayCharacters)) {
    return { layer: "none", reason: noTextReason(visible, isScan), figureShare };
  }
  const garbled = garbledReason(page) ?? reasonOfAFont(fonts, visible);
  if (garbled !== undefined) return { layer: "garbled", reason: garbled, figureShare };
  return { ...(isScan ? layerOnScan({ page, visible }, looks) : { layer: "sound" }), figureShare };
}

interface ScanText {
  readonly page: JudgedText;
  readonly visible: number;
}

/** What text on a scan is worth that would be sound elsewhere. */
function layerOnScan({ page, visible }: ScanText, looks: PageLooks): Pick<PageVerdict, "layer" | "reason"> {
  const isSoup = isLetterSoup(page.texts, page.tally.ascii);
  const isShort = visible <= maxCharactersOnScan;
  if (!isSoup && !isShort) return { layer: "sound" };
  if (looks.isRecognised()) return isSoup ? { layer: "garbled", reason: soupReason } : { layer: "sound" };
  return isShort && looks.showsPrint() ? { layer: "partial", reason: partialReason } : { layer: "sound" };
}

function noTextReason(visible: number, isScan: boolean): string {
  if (visible > 0) return "It is a picture with hardly any text beside it.";
  return isScan ? "It is a picture without a text layer." : "It has no text layer.";
}

/** A wrong character map is the fault of one font: the other fonts of a page hide it in the counts of all. */
function reasonOfAFont(fonts: readonly JudgedText[], visible: number): string | undefined {
  if (fonts.length < 2) return undefined;
  for (const font of fonts) {
    const reason = visibleCharacters(font.tally) > visible * minFontShare ? garbledFontReason(font) : undefined;
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function judgedByFont(content: PageContent): readonly JudgedText[] {
  return [...textsByFont(content)].map(([font, texts]) => ({ tally: tallyOf(texts, font), texts }));
}

/** The texts of each font, by its name, as far as they are judged. */
function textsByFont({ blocks }: PageContent): ReadonlyMap<string, readonly string[]> {
  const byFont = new Map<string, string[]>();
  let characters = 0;
  for (const { lines } of blocks) {
    for (const { runs } of lines) {
      for (const run of runs.length === 1 ? runs : joinedByFont(runs)) {
        if (characters >= maxJudgedCharacters) return byFont;
        characters += addRun(byFont, run);
      }
    }
  }
  return byFont;
}

/** The runs of a line with neighbours of one font in one: some programs place each letter alone, which hides its words. */
function joinedByFont(runs: readonly TextRun[]): readonly TextRun[] {
  const joined: TextRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last === undefined || last.style.font !== run.style.font) joined.push(run);
    else joined[joined.length - 1] = { ...last, text: last.text + run.text };
  }
  return joined;
}

/** Adds a run to its font, and gives how many of its characters are judged. */
function addRun(byFont: Map<string, string[]>, { text, style }: TextRun): number {
  const judged = text.length > maxJudgedCharacters ? text.slice(0, maxJudgedCharacters) : text;
  const texts = byFont.get(style.font);
  if (texts === undefined) byFont.set(style.font, [judged]);
  else texts.push(judged);
  return judged.length;
}

/** Cells a side of the grid that areas are counted on: fine enough for a share, and each page costs the same. */
const gridSide = 40;

/** How much of the page's area lies under pictures, 0 to 1; pictures that overlap count once. */
export function figureShareOf({ images, widthPt, heightPt }: PageContent): number {
  if (images.length === 0 || !(widthPt > 0) || !(heightPt > 0)) return 0;
  const cells = new Uint8Array(gridSide * gridSide);
  for (const box of images) cover(cells, scaled(box, gridSide / widthPt, gridSide / heightPt));
  let covered = 0;
  for (const cell of cells) covered += cell;
  return covered / cells.length;
}

function scaled(box: Box, byX: number, byY: number): Box {
  return { x0: box.x0 * byX, y0: box.y0 * byY, x1: box.x1 * byX, y1: box.y1 * byY };
}

/** A cell is covered where its centre is. */
function cover(cells: Uint8Array, box: Box): void {
  const firstColumn = Math.max(0, Math.ceil(box.x0 - 0.5));
  const endColumn = Math.min(gridSide, Math.ceil(box.x1 - 0.5));
  const endRow = Math.min(gridSide, Math.ceil(box.y1 - 0.5));
  for (let row = Math.max(0, Math.ceil(box.y0 - 0.5)); row < endRow; row++) {
    if (endColumn > firstColumn) cells.fill(1, row * gridSide + firstColumn, row * gridSide + endColumn);
  }
}
