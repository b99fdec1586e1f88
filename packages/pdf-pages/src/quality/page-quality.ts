import { centreOf, holds } from "../model/boxes.ts";
import type { Box, PageContent, TextRun } from "../model/page-content.ts";
import type { PageModel, Vector } from "../model/page-model.ts";
import {
  type AssessedText,
  garbledFontReason,
  garbledReason,
  isGarbledRecognition,
  lostSymbolsReason,
} from "./garbled-text.ts";
import { type FontText, soundFontsOf } from "./sound-fonts.ts";
import { mergeTallies, tallyOf, visibleCharacters } from "./tally.ts";

/** The quality of the text layer of a page, and the share of images. */
export interface PageQuality {
  /** Partial: sound, but most words of the page are in an image of print beside it. */
  readonly layer: "sound" | "partial" | "none" | "garbled";
  /** One sentence for display; absent if the layer is sound. */
  readonly reason?: string;
  /** The fonts whose words are sound although the layer is garbled; absent if there are hardly any such words. */
  readonly soundFonts?: ReadonlySet<string>;
  /** Share of the page covered by images, 0 to 1. */
  readonly figureShare: number;
}

/** Number of characters that are enough to assess a page. */
const maxAssessedCharacters = 20_000;

/** Maximum number of visible characters that are a stamp, a number or a watermark on a scan of the whole page. */
const maxStrayCharacters = 16;

/** A real text layer of a scan has more characters than headers, numbers and stamps. */
const maxCharactersOnScan = 400;

/** Minimum share of an image that makes the page a scan. */
const minScanShare = 0.6;

const garbledRecognitionReason = "It was recognised in an image, and most of its words are not real words.";

const partialReason = "It has only a little of what is printed in the image.";

/**
 * A font with a smaller share of the text may be garbled without affecting the rest; its own text is too short to
 * assess.
 */
const minFontShare = 0.3;
/** The same for a font of symbols, of which nothing is known. */
const minSymbolShare = 0.1;

/** Checks that need rendering or replaying the page, called only if the result depends on them. */
export interface QualityChecks {
  /** True if the text is invisible on a scan. */
  readonly isRecognised: () => boolean;
  /** True if lines of print are visible beside the text. */
  readonly showsPrint: () => boolean;
  /** The same for print away from all lines of the text. The places of recognised text are rough. */
  readonly showsPrintApart: () => boolean;
}

const noChecks: QualityChecks = { isRecognised: () => false, showsPrint: () => false, showsPrintApart: () => false };

/** Assesses the text layer of a page and the share of images. */
export function assessPage(content: PageContent, checks: QualityChecks = noChecks): PageQuality {
  const figureShare = figureShareOf(content);
  const fonts = assessedByFont(content);
  const page = { tally: mergeTallies(fonts.map(({ tally }) => tally)), texts: fonts.flatMap(({ texts }) => texts) };
  const visible = visibleCharacters(page.tally);
  const isScan = figureShare >= minScanShare;
  if (visible === 0 || (isScan && visible <= maxStrayCharacters)) {
    return { layer: "none", reason: noTextReason(visible, isScan), figureShare };
  }
  const garbled = garbledReason(page) ?? reasonOfAFont(fonts, visible);
  if (garbled !== undefined) return { ...garbledLayer(fonts, garbled), figureShare };
  return { ...(isScan ? layerOnScan({ page, visible }, checks) : { layer: "sound" }), figureShare };
}

function garbledLayer(
  fonts: readonly FontText[],
  reason: string,
): Pick<PageQuality, "layer" | "reason" | "soundFonts"> {
  const soundFonts = soundFontsOf(fonts);
  return { layer: "garbled", reason, ...(soundFonts === undefined ? {} : { soundFonts }) };
}

interface ScanText {
  readonly page: AssessedText;
  readonly visible: number;
}

/** Assesses text on a scan that would be sound elsewhere. */
function layerOnScan({ page, visible }: ScanText, checks: QualityChecks): Pick<PageQuality, "layer" | "reason"> {
  const isGarbled = isGarbledRecognition(page.texts, page.tally.ascii);
  const isShort = visible <= maxCharactersOnScan;
  if (!isGarbled && !isShort) return { layer: "sound" };
  const isRecognised = checks.isRecognised();
  if (isRecognised && isGarbled) return { layer: "garbled", reason: garbledRecognitionReason };
  const isPartial = isShort && (isRecognised ? checks.showsPrintApart() : checks.showsPrint());
  return isPartial ? { layer: "partial", reason: partialReason } : { layer: "sound" };
}

function noTextReason(visible: number, isScan: boolean): string {
  if (visible > 0) return "It is an image with hardly any text beside it.";
  return isScan ? "It is an image without a text layer." : "It has no text layer.";
}

/** A wrong character map affects one font, and the other fonts of a page hide it in the total counts. */
function reasonOfAFont(fonts: readonly AssessedText[], visible: number): string | undefined {
  if (fonts.length < 2) return undefined;
  for (const font of fonts) {
    const share = visibleCharacters(font.tally) / visible;
    const reason = share > minFontShare ? garbledFontReason(font) : undefined;
    const lost = share > minSymbolShare ? lostSymbolsReason(font) : undefined;
    if ((reason ?? lost) !== undefined) return reason ?? lost;
  }
  return undefined;
}

function assessedByFont(content: PageContent): readonly FontText[] {
  return [...textsByFont(content)].map(([font, texts]) => ({ font, tally: tallyOf(texts, font), texts }));
}

/** Returns the assessed text of each font by name. */
function textsByFont({ blocks }: PageContent): ReadonlyMap<string, readonly string[]> {
  const byFont = new Map<string, string[]>();
  let characters = 0;
  for (const { lines } of blocks) {
    for (const { runs } of lines) {
      for (const run of runs.length === 1 ? runs : joinedByFont(runs)) {
        if (characters >= maxAssessedCharacters) return byFont;
        characters += addRun(byFont, run);
      }
    }
  }
  return byFont;
}

/** Joins adjacent runs of one font: some programs place each letter alone, which hides the words. */
function joinedByFont(runs: readonly TextRun[]): readonly TextRun[] {
  const joined: TextRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last === undefined || last.style.font !== run.style.font) joined.push(run);
    else joined[joined.length - 1] = { ...last, text: last.text + run.text };
  }
  return joined;
}

/** Adds a run to its font. Returns how many of its characters are assessed. */
function addRun(byFont: Map<string, string[]>, { text, style }: TextRun): number {
  const assessed = text.length > maxAssessedCharacters ? text.slice(0, maxAssessedCharacters) : text;
  const texts = byFont.get(style.font);
  if (texts === undefined) byFont.set(style.font, [assessed]);
  else texts.push(assessed);
  return assessed.length;
}

/** Number of grid cells per side for measuring areas: precise enough for a share, at a fixed cost per page. */
const gridSide = 40;

/** Returns the share of the page covered by images, 0 to 1. Overlaps count once. */
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

/** A cell is covered if its centre is. */
function cover(cells: Uint8Array, box: Box): void {
  const firstColumn = Math.max(0, Math.ceil(box.x0 - 0.5));
  const endColumn = Math.min(gridSide, Math.ceil(box.x1 - 0.5));
  const endRow = Math.min(gridSide, Math.ceil(box.y1 - 0.5));
  for (let row = Math.max(0, Math.ceil(box.y0 - 0.5)); row < endRow; row++) {
    if (endColumn > firstColumn) cells.fill(1, row * gridSide + firstColumn, row * gridSide + endColumn);
  }
}

/** A page with more text is shown as text, whatever is drawn beside it. */
const maxCharacters = 1500;

/** Minimum number of shapes. Fewer are ornaments: a frame, a logo, a slide background. */
const minShapes = 8;

/** Maximum number of shapes checked. They show what a drawing is. */
const maxShapes = 5000;

/** Minimum side of a shape in points. Thinner ones are rules and axes, smaller ones dots and ticks. */
const minSidePt = 2;

/** A shape of nearly the whole page is its background. */
const maxShapeShare = 0.9;

/** Number of grid squares per side. A touched square counts fully, because a curve fills the area around it. */
const drawingGridSide = 16;

/** Minimum share of touched squares at which the page is mainly a drawing. */
const minTouchedShare = 0.3;

/** Maximum text of a page with only a title and labels for its drawing. */
const maxLabelCharacters = 600;

/** Minimum share of touched squares for such a page. */
const minTouchedBesideLabels = 0.15;

/** Minimum width and height of a chart curve, of which one is enough. An ornament is smaller or runs off the page. */
const minCurveSidePt = 72;

/** Shapes this close to the edge of the page, as a share of it, are ornaments. */
const edgeShare = 0.02;

/** True if a page is mainly a drawing of lines and areas, such as a chart or plan, with little text. */
export function hasDrawing({ content, vectors }: Pick<PageModel, "content" | "vectors">): boolean {
  const characters = content.hasVectors === true ? charactersOf(content) : Infinity;
  if (characters > maxCharacters) return false;
  const inked = vectors().filter(({ isPaper }) => !isPaper);
  const shapes = inked.slice(0, maxShapes).filter((shape) => isFigurative(shape, content));
  const isLabelled = characters <= maxLabelCharacters;
  const isDrawn = shapes.length >= minShapes || (isLabelled && shapes.some((shape) => isCurve(shape, content)));
  return isDrawn && touchedShare(shapes, content) >= (isLabelled ? minTouchedBesideLabels : minTouchedShare);
}

/** True if a shape may be a chart curve, a pie slice or the outline of a map. */
function isCurve({ box, isRectangle }: Vector, { widthPt, heightPt }: PageContent): boolean {
  const isLarge = Math.min(box.x1 - box.x0, box.y1 - box.y0) >= minCurveSidePt;
  if (isRectangle || !isLarge) return false;
  const isBesideSides = box.x0 > widthPt * edgeShare && box.x1 < widthPt * (1 - edgeShare);
  return isBesideSides && box.y0 > heightPt * edgeShare && box.y1 < heightPt * (1 - edgeShare);
}

function charactersOf({ blocks }: PageContent): number {
  let count = 0;
  for (const { lines } of blocks) for (const { runs } of lines) for (const { text } of runs) count += text.length;
  return count;
}

/** Rectangles around text are cells and backgrounds. */
function isFigurative({ box, isRectangle }: Vector, content: PageContent): boolean {
  const widthPt = box.x1 - box.x0;
  const heightPt = box.y1 - box.y0;
  if (!(Math.min(widthPt, heightPt) >= minSidePt)) return false;
  if (widthPt * heightPt > maxShapeShare * content.widthPt * content.heightPt) return false;
  return !isRectangle || !content.blocks.some(({ lines }) => lines.some((line) => holds(box, centreOf(line.box))));
}

function touchedShare(shapes: readonly Vector[], { widthPt, heightPt }: PageContent): number {
  const squares = new Uint8Array(drawingGridSide * drawingGridSide);
  for (const { box } of shapes) {
    const [first, end] = [squareAt(box.x0, widthPt), squareAt(box.x1, widthPt) + 1];
    for (let row = squareAt(box.y0, heightPt); row <= squareAt(box.y1, heightPt); row++) {
      squares.fill(1, row * drawingGridSide + first, row * drawingGridSide + end);
    }
  }
  return squares.reduce((sum, square) => sum + square, 0) / squares.length;
}

function squareAt(placePt: number, lengthPt: number): number {
  return Math.max(0, Math.min(drawingGridSide - 1, Math.floor((placePt / lengthPt) * drawingGridSide)));
}
