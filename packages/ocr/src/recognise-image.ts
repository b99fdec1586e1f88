import { ReadError } from "@reader/core/handler";
import type { Box, RecognisableImage, Recognised, RecognisedLine } from "@reader/core/internal";
import { dropEngine, type Engine, greyMap, loadEngine, type TesseractApi } from "./engine/engine.ts";
import { type Language, otherLanguage } from "./engine/languages.ts";
import { blocksOf, standsUpright } from "./engine/read-lines.ts";
import { evenlyLit, onPaper } from "./image/brightness.ts";
import { withoutPanels, withoutRules } from "./image/rules-and-panels.ts";
import { estimateSkew, straightened } from "./image/skew.ts";
import { arrange, withLettersForBars, withoutDoubles, withoutFalseGutters, withoutStacks } from "./layout/blocks.ts";
import { withMarks } from "./marks/marks.ts";
import { boxMapper, type PageView, type Turn } from "./model/geometry.ts";
import { type Block, confidenceOf } from "./model/lines.ts";
import { withCellsReread, withLeftOut, withTablesReread } from "./reread/reread.ts";

/** Confidence below which a page may be upside down. Clean print is above 80; upside-down print was at 42. */
const minConfidence = 60;

/** Minimum angle that is corrected, in radians (0.3 degrees), as in tesseract.js. */
const minSkew = 0.005;

/** EXIF orientation by rotation. */
const orientations: Readonly<Record<Turn, number>> = { 0: 1, 90: 6, 180: 3, 270: 8 };

/** Recognises the text of an image. An image that seems upside down is rotated and tried again. */
export async function recogniseImage(image: RecognisableImage, languages: readonly Language[]): Promise<Recognised> {
  const engine = await loadEngine(languages);
  try {
    const paper = onPaper(image);
    const found = litOf(engine, paper);
    const attempt = holdsPrint(found.lines) ? found : nothing;
    return { by: `Tesseract (${languages.map(({ name }) => name).join("+")})`, ...attempt, ...adviceOn(attempt) };
  } catch (error) {
    dropEngine();
    throw error;
  } finally {
    engine.writeInput(new Uint8Array());
  }
}

/** Adds advice at low confidence, which may be caused by another language or by bad print. */
function adviceOn({ lines, confidence }: Attempt): Pick<Recognised, "advice"> {
  return lines.length > 0 && confidence < minConfidence ? { advice: otherLanguage } : {};
}

type Attempt = Omit<Recognised, "by">;

const nothing: Attempt = { lines: [], confidence: 0, turned: 0, skewDegrees: 0 };

/**
 * Recognises with even light first. If nothing is found, the image is not a page but has large print, such as a sign or
 * logo.
 */
function litOf(engine: Engine, image: RecognisableImage): Attempt {
  const lit = evenlyLit(image);
  const found = lit === undefined ? nothing : bestOf(engine, lit);
  return found.lines.length === 0 ? bestOf(engine, image) : found;
}

function bestOf(engine: Engine, image: RecognisableImage): Attempt {
  const first = attemptAt(engine, image, { turn: 0 });
  if (first.lines.length === 0) return levelled(engine, image, first);
  if (first.confidence >= minConfidence || !isSurerOnItsHead(engine, image, first)) return first;
  const turned = attemptAt(engine, image, { turn: 180 });
  return turned.confidence > first.confidence ? turned : first;
}

/**
 * True if the page is probably upside down. The engine handles print that runs downwards, but reads upside-down or
 * upward print as another script. Trying a sample of the page first saves time for pages in an unexpected language.
 */
function isSurerOnItsHead(engine: Engine, image: RecognisableImage, { lines, confidence }: Attempt): boolean {
  const sample = sampleOf(image, lines);
  return sample === undefined || attemptAt(engine, sample, { turn: 180 }).confidence > confidence;
}

/** Deskews a page by our own estimate if the engine found no lines and so no angle. */
function levelled(engine: Engine, image: RecognisableImage, first: Attempt): Attempt {
  const skew = estimateSkew(image);
  return Math.abs(skew) < minSkew ? first : attemptAt(engine, image, { turn: 0, skew });
}

/** How an attempt rotates the image. */
interface Look {
  readonly turn: Turn;
  /** The angle of its lines, in radians. Detected by the engine if not given. */
  readonly skew?: number;
}

function attemptAt(engine: Engine, image: RecognisableImage, look: Look): Attempt {
  const { api } = engine;
  const { turn } = look;
  try {
    const { shown, skew } = shownStraight(engine, image, look);
    api.Recognize(null);
    const { lines, isUpright } = arranged(api, { image: shown, turn });
    const toImage = boxMapper(image, turn, skew);
    return {
      lines: lines.map((line) => mapped(line, toImage)),
      confidence: confidenceOf(lines),
      turned: turnOf(turn, isUpright),
      skewDegrees: skew === 0 ? 0 : Math.round((-skew * 1800) / Math.PI) / 10,
    };
  } finally {
    api.Clear();
  }
}

/** The image given to the engine, and the angle by which it was deskewed, in radians. */
interface Shown {
  readonly shown: RecognisableImage;
  readonly skew: number;
}

/** Deskews the image before rules and panels are erased, because skewed rules are too short to be detected. */
function shownStraight(engine: Engine, image: RecognisableImage, { turn, skew }: Look): Shown {
  if (skew !== undefined) return { shown: show(engine, straightened(image, skew), turn), skew };
  const shown = show(engine, image, turn);
  const found = foundSkew(engine.api);
  return Math.abs(found) < minSkew ? { shown, skew: 0 } : shownStraight(engine, image, { turn, skew: found });
}

function show(engine: Engine, image: RecognisableImage, turn: Turn): RecognisableImage {
  const shown = withoutRules(withoutPanels(image));
  engine.writeInput(greyMap(shown));
  if (engine.api.SetImageFile(orientations[turn], 0) === 1) throw undecodable();
  return shown;
}

function foundSkew(api: TesseractApi): number {
  api.FindLines();
  return api.GetGradient();
}

/** Arranges the lines of a page. Print that runs downwards is rotated by 90°, arranged and rotated back. */
function arranged(
  api: TesseractApi,
  view: PageView,
): { readonly lines: readonly RecognisedLine[]; readonly isUpright: boolean } {
  const { widthPx, heightPx } = view.image;
  const blocks = withoutDoubles(blocksOf(api.GetJSONText()));
  const isUpright = standsUpright(blocks.flat());
  if (isUpright) {
    const whole = withSecondLooks(api, withoutFalseGutters(blocks), view);
    return { lines: withMarks(arrange(withLettersForBars(whole)), view), isUpright };
  }
  const there = boxMapper({ widthPx: heightPx, heightPx: widthPx }, 90, 0);
  const back = boxMapper({ widthPx, heightPx }, 270, 0);
  const upright = blocks.map((block) => block.map((line) => mapped(line, there)));
  return { lines: arrange(withoutFalseGutters(upright)).map((line) => mapped(line, back)), isUpright };
}

/** Improves blocks by recognising parts of the page separately. */
function withSecondLooks(api: TesseractApi, blocks: readonly Block[], view: PageView): readonly Block[] {
  const whole = withLeftOut(api, withoutStacks(blocks), view);
  return withCellsReread(api, withoutDoubles(withTablesReread(api, whole)));
}

/** Returns the rotation of the print. Print that runs downwards is upright after 270°. */
function turnOf(turn: Turn, isUpright: boolean): Turn {
  if (isUpright) return turn;
  return turn === 0 ? 270 : 90;
}

function mapped(line: RecognisedLine, toImage: (box: Box) => Box): RecognisedLine {
  const words = line.words.map((word) => ({ ...word, box: toImage(word.box) }));
  return { ...line, box: toImage(line.box), words };
}

function undecodable(): ReadError {
  return new ReadError("corrupt", "The image for text recognition cannot be decoded.", {
    hint: 'Ask for the image itself with view "image".',
  });
}

/** Height of the sample as a share of the page. */
const share = 0.2;

/** Minimum height from which a sample is used, in pixels. */
const minHeightPx = 1200;

/** Returns the horizontal band with the most recognised characters, or `undefined` for a small image. */
export function sampleOf(
  { data, widthPx, heightPx }: RecognisableImage,
  lines: readonly RecognisedLine[],
): RecognisableImage | undefined {
  if (heightPx < minHeightPx) return undefined;
  const bandHeight = Math.ceil(heightPx * share);
  const words = lines.flatMap((line) => line.words);
  const starts = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((each) => Math.floor(each * heightPx));
  const held = starts.map((start) => {
    const inside = words.filter(({ box }) => box.y0 >= start && box.y1 <= start + bandHeight);
    return { start, characters: inside.reduce((sum, { text }) => sum + text.length, 0) };
  });
  const { start } = held.reduce((best, each) => (each.characters > best.characters ? each : best));
  const end = Math.min(heightPx, start + bandHeight);
  return { data: data.subarray(start * widthPx, end * widthPx), widthPx, heightPx: end - start };
}

/**
 * Minimum confidence for few characters. Icons gave one or two letters at 34 to 62 %, button labels are above 90 %.
 * Photographs without print gave up to 20 characters at 15 to 39 %. Print in another script fills its page.
 */
const specks = [
  { characters: 4, minConfidence: 75 },
  { characters: 12, minConfidence: 60 },
  { characters: 40, minConfidence: 40 },
];

/** Minimum length and confidence of a word that proves print. */
const minWordCharacters = 3;
const minWordConfidence = 60;

/** True if lines are text. A few letters with low confidence are usually leaves of a tree or an icon. */
export function holdsPrint(lines: readonly RecognisedLine[]): boolean {
  const words = lines.flatMap((line) => line.words);
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const speck = specks.find((each) => characters < each.characters);
  if (speck === undefined || confidenceOf(lines) >= speck.minConfidence) return true;
  return words.some(({ text, confidence }) => text.length >= minWordCharacters && confidence >= minWordConfidence);
}
