import type { PDFObject, PDFPage } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../engine/engine.ts";
import type { Painting } from "../extract/painting/painting.ts";
import { centreOf, holds } from "../model/boxes.ts";
import type { Box, PageContent, TextRun } from "../model/page-content.ts";
import {
  concat,
  cornersOf,
  createScanState,
  type Finding,
  grown,
  identity,
  type ScanFrame,
  type ScannedPaint,
  type ScanState,
  visiblePartOf,
  type Transform,
} from "../model/hidden-text-scan.ts";
import type { HiddenPart, ReadPage } from "./hidden-text.ts";
import { scanContent, type ScanResources } from "./scan-content.ts";

/**
 * Maximum number of images compared with the text. A page with more consists of tiles, of which the first are enough.
 */
const maxImages = 64;

/**
 * Marks the runs of a page that are not visible. Usually a scan of the content shows that nothing can be hidden.
 * Otherwise the page is replayed, and what still seems hidden is rendered and checked.
 */
export async function markHidden(painting: Painting, content: PageContent): Promise<PageContent> {
  const placed = markTiny(content);
  if (!hasText(content)) return placed;
  const finding = mayHideText(painting.page, painting.fast?.scanned);
  const areImagesBehind = painting.fast?.areImagesBehind === true;
  if (finding === undefined && (areImagesBehind || !hasImageAtText(content))) return placed;
  const parts = await partsOrNone({ painting, content: placed });
  if (parts.size === 0) return placed;
  const { splitRun } = await import("./hidden-text.ts");
  const splitAll = (run: TextRun): readonly TextRun[] =>
    (parts.get(run) ?? []).reduce<readonly TextRun[]>(
      (runs, part) => runs.flatMap((piece) => (piece.hidden === undefined ? splitRun(piece, part) : [piece])),
      [run],
    );
  return withoutHiddenPunctuation(mapRuns(placed, splitAll));
}

/** A page that cannot be replayed or rendered keeps its text. What of it is hidden is unknown. */
async function partsOrNone(read: ReadPage): Promise<ReadonlyMap<TextRun, readonly HiddenPart[]>> {
  const { hiddenPartsOf } = await import("./hidden-text.ts");
  try {
    return hiddenPartsOf(read);
  } catch (error) {
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    return new Map();
  }
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

/**
 * Maximum compressed size of a scanned stream. Deflate expands at most 1032 times. A larger or doubly compressed stream
 * gets the closer check without a scan.
 */
const maxScannedBytes = 65_536;

/** Maximum depth and number of forms. Beyond it the page gets the closer check. */
const maxDepth = 6;
const maxForms = 40;

/** Maximum number of annotation appearances scanned. */
const maxAnnotations = 100;

interface Scan {
  readonly state: ScanState;
  forms: number;
  depth: number;
}

/**
 * Returns what could hide text on a page, found in its content without painting it, or `undefined` if nothing can. If
 * the content was scanned while it was read, `scanned` holds the finding, and only annotations are scanned.
 */
function mayHideText(page: PDFPage, scanned?: ScannedPaint): Finding | undefined {
  if (scanned?.finding !== undefined) return scanned.finding;
  const object = page.getObject();
  const scan: Scan = { state: { ...createScanState(), ...scanned }, forms: 0, depth: 0 };
  try {
    if (scanned === undefined) scanPage(object, scan);
    freeing(object.get("Annots"), (annotations) => scanAppearances(annotations, scan));
  } catch (error) {
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    // A damaged page: the closer check decides by what the engine paints.
    scan.state.finding ??= "cover";
  } finally {
    object.destroy();
  }
  return scan.state.finding;
}

function scanPage(page: PDFObject, scan: Scan): void {
  freeing(page.getInheritable("Resources"), (resources) => {
    freeing(page.get("Contents"), (contents) => scanContents(contents, resources, scan));
  });
}

/** Frees an object of the engine after use. */
function freeing<Result>(object: PDFObject, use: (object: PDFObject) => Result): Result {
  try {
    return use(object);
  } finally {
    object.destroy();
  }
}

function scanContents(contents: PDFObject, resources: PDFObject, scan: Scan): void {
  if (!contents.isArray()) {
    scanStream(contents, resources, scan);
    return;
  }
  for (let index = 0; index < contents.length; index++) {
    freeing(contents.get(index), (part) => scanStream(part, resources, scan));
  }
}

function scanStream(stream: PDFObject, resources: PDFObject, scan: Scan): void {
  if (scan.state.finding !== undefined || !stream.isStream()) return;
  if (!isSmall(stream)) {
    scan.state.finding = "cover";
    return;
  }
  const buffer = stream.readStream();
  let content: string;
  try {
    content = Buffer.from(buffer.asUint8Array()).toString("latin1");
  } finally {
    buffer.destroy();
  }
  scanContent(content, namedIn(resources, scan), scan.state);
}

function isSmall(stream: PDFObject): boolean {
  const isFilteredOnce = freeing(stream.get("Filter"), (filter) => !filter.isArray() || filter.length < 2);
  return isFilteredOnce && freeing(stream.get("Length"), (length) => length.asNumber() <= maxScannedBytes);
}

function namedIn(resources: PDFObject, scan: Scan): ScanResources {
  return {
    isTransparent: (name) =>
      freeing(resources.get("ExtGState", name, "ca"), (alpha) => alpha.isNumber() && alpha.asNumber() < 0.1),
    scanForm: (name) => freeing(resources.get("XObject", name), (form) => scanForm(form, resources, scan)),
  };
}

function scanForm(form: PDFObject, outer: PDFObject, scan: Scan): void {
  const isForm = freeing(form.get("Subtype"), (subtype) => subtype.isName() && subtype.asName() === "Form");
  if (!isForm) return;
  if (scan.depth >= maxDepth || ++scan.forms > maxForms) {
    scan.state.finding = "cover";
    return;
  }
  scan.depth++;
  const { frame } = scan.state;
  scan.state.frame = frameOf(form, frame);
  freeing(form.get("Resources"), (own) => scanStream(form, own.isDictionary() ? own : outer, scan));
  scan.state.frame = frame;
  scan.depth--;
}

/** A form has its own space and shows nothing outside its box. */
function frameOf(form: PDFObject, frame: ScanFrame): ScanFrame {
  const matrix = concat(freeing(form.get("Matrix"), transformIn), frame.matrix);
  const { x0, y0, x1, y1 } = freeing(form.get("BBox"), rectangleIn);
  const box = grown(undefined, matrix, cornersOf([x0, y0, x1 - x0, y1 - y0]));
  return { ...frame, matrix, clip: visiblePartOf(box, frame.clip) };
}

function transformIn(list: PDFObject): Transform {
  const [a, b, c, d, e, f] = numbersIn(list);
  return a === undefined || b === undefined || c === undefined ? identity : [a, b, c, d ?? 1, e ?? 0, f ?? 0];
}

function rectangleIn(list: PDFObject): Box {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersIn(list);
  return { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) };
}

function numbersIn(list: PDFObject): readonly number[] {
  const length = list.isArray() ? Math.min(list.length, 6) : 0;
  return Array.from({ length }, (_, index) => freeing(list.get(index), (number) => number.asNumber()));
}

function scanAppearances(annotations: PDFObject, scan: Scan): void {
  if (!annotations.isArray()) return;
  const count = Math.min(annotations.length, maxAnnotations);
  for (let index = 0; index < count; index++) {
    freeing(annotations.get(index), (annotation) => scanAppearance(annotation, scan));
  }
}

function scanAppearance(annotation: PDFObject, scan: Scan): void {
  freeing(annotation.get("AP", "N"), (form) => {
    if (!form.isStream()) return;
    scan.state.frame = { ...createScanState().frame, matrix: matrixOnto(annotation, form) };
    freeing(form.get("Resources"), (own) => scanStream(form, own, scan));
  });
}

/**
 * Returns the matrix that maps the box of an appearance to the rectangle of its annotation. A rotated one may be
 * anywhere.
 */
function matrixOnto(annotation: PDFObject, form: PDFObject): Transform {
  const from = freeing(form.get("BBox"), rectangleIn);
  const onto = freeing(annotation.get("Rect"), rectangleIn);
  const [a, b, c, d] = freeing(form.get("Matrix"), transformIn);
  const isUpright = a > 0 && d > 0 && b === 0 && c === 0;
  const byX = isUpright ? (onto.x1 - onto.x0) / (from.x1 - from.x0) : Number.NaN;
  const byY = isUpright ? (onto.y1 - onto.y0) / (from.y1 - from.y0) : Number.NaN;
  return [byX, 0, 0, byY, onto.x0 - from.x0 * byX, onto.y0 - from.y0 * byY];
}
