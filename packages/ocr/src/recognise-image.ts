import {
  type Box,
  ReadError,
  type RecognisableImage,
  type Recognised,
  type RecognisedLine,
} from "@reader/core/handler";
import { dropEngine, type Engine, greyMap, loadEngine, type TesseractApi } from "./engine/engine.ts";
import { type Language, otherLanguage } from "./engine/languages.ts";
import { blocksOf, standsUpright } from "./engine/read-lines.ts";
import { evenlyLit, onPaper } from "./image/even-light.ts";
import { withoutPanels } from "./image/panels.ts";
import { withoutRules } from "./image/rules.ts";
import { estimateSkew, straightened } from "./image/skew.ts";
import { arrange } from "./layout/arrange.ts";
import { withLettersForBars, withoutDoubles, withoutFalseGutters, withoutStacks } from "./layout/correct-blocks.ts";
import { withMarks } from "./marks/marks.ts";
import { boxMapper, type PageView, type Turn } from "./model/geometry.ts";
import { type Block, confidenceOf } from "./model/lines.ts";
import { withLeftOut } from "./reread/left-out.ts";
import { withCellsReread, withTablesReread } from "./reread/reread.ts";

/** Below this a page may be upside down: sound print is above 80, and print on its head was at 42. */
const minConfidence = 60;

/** Smaller angles, in radians (0.3 degrees), do no harm: the threshold of tesseract.js. */
const minSkew = 0.005;

/** The EXIF orientation that stands for a turn. */
const orientations: Readonly<Record<Turn, number>> = { 0: 1, 90: 6, 180: 3, 270: 8 };

/** Recognises the text of a picture; one that seems to be upside down is turned and tried again. */
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

/** Of print in another language the engine is as unsure as of bad print; which it is, it cannot tell. */
function adviceOn({ lines, confidence }: Attempt): Pick<Recognised, "advice"> {
  return lines.length > 0 && confidence < minConfidence ? { advice: otherLanguage } : {};
}

type Attempt = Omit<Recognised, "by">;

const nothing: Attempt = { lines: [], confidence: 0, turned: 0, skewDegrees: 0 };

/** Where nothing is found in even light, the picture is no page, and its print large: a sign, a logo. */
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
 * The engine itself turns print that runs downwards; print on its head, or upwards, it takes for another script. A piece
 * of the page tells which it is: a page of a language that is not expected takes twice as long as any, and only once.
 */
function isSurerOnItsHead(engine: Engine, image: RecognisableImage, { lines, confidence }: Attempt): boolean {
  const sample = sampleOf(image, lines);
  return sample === undefined || attemptAt(engine, sample, { turn: 180 }).confidence > confidence;
}

/** On some pages that are askew the engine finds no lines, and so no angle. */
function levelled(engine: Engine, image: RecognisableImage, first: Attempt): Attempt {
  const skew = estimateSkew(image);
  return Math.abs(skew) < minSkew ? first : attemptAt(engine, image, { turn: 0, skew });
}

/** How a picture is looked at. */
interface Look {
  readonly turn: Turn;
  /** The angle of its lines, in radians; that of the lines that the engine finds where not given. */
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

/** What the engine is shown, and by how much it was turned to be straight, in radians; 0 where it was straight enough. */
interface Shown {
  readonly shown: RecognisableImage;
  readonly skew: number;
}

/** Rules and panels are erased when they are level: askew they are steps, of which some are too short for a rule and stay. */
function shownStraight(engine: Engine, image: RecognisableImage, { turn, skew }: Look): Shown {
  if (skew !== undefined) return { shown: show(engine, straightened(image, skew), turn), skew };
  const shown = show(engine, image, turn);
  const found = foundSkew(engine.api);
  return Math.abs(found) < minSkew ? { shown, skew: 0 } : shownStraight(engine, image, { turn, skew: found });
}

function show(engine: Engine, image: RecognisableImage, turn: Turn): RecognisableImage {
  const shown = withoutRules(withoutPanels(image));
  engine.writeInput(greyMap(shown));
  if (engine.api.SetImageFile(orientations[turn], 0) === 1) throw noPicture();
  return shown;
}

function foundSkew(api: TesseractApi): number {
  api.FindLines();
  return api.GetGradient();
}

/** Print that runs downwards is arranged as it is seen after a quarter of a turn, and put back. */
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

/** The blocks of a page with what the engine finds when it is shown a part by itself. */
function withSecondLooks(api: TesseractApi, blocks: readonly Block[], view: PageView): readonly Block[] {
  const whole = withLeftOut(api, withoutStacks(blocks), view);
  return withCellsReread(api, withoutDoubles(withTablesReread(api, whole)));
}

/** Print whose lines run downwards is upright after three quarters of a turn. */
function turnOf(turn: Turn, isUpright: boolean): Turn {
  if (isUpright) return turn;
  return turn === 0 ? 270 : 90;
}

function mapped(line: RecognisedLine, toImage: (box: Box) => Box): RecognisedLine {
  const words = line.words.map((word) => ({ ...word, box: toImage(word.box) }));
  return { ...line, box: toImage(line.box), words };
}

function noPicture(): ReadError {
  return new ReadError("corrupt", "The picture whose text was to be recognised cannot be decoded.", {
    hint: 'Ask for the picture itself with view "image".',
  });
}

/** Of a page that was recognised, this share of its height. */
const share = 0.2;

/** A picture with less on it is its own sample. */
const minHeightPx = 1200;

/** The band of a picture, over its whole breadth, on which the most was recognised; `undefined` for a small picture. */
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
 * Of fewer characters than these the engine must be so sure. Icons gave one or two letters, at 34 to 62 %, where a
 * button's label is above 90; photographs without print gave up to 20, at 15 to 39; print of another script fills its
 * page.
 */
const specks = [
  { characters: 4, minConfidence: 75 },
  { characters: 12, minConfidence: 60 },
  { characters: 40, minConfidence: 40 },
];

/** A word that is one, among specks. */
const minWordCharacters = 3;
const minWordConfidence = 60;

/** Whether lines are text: a few letters of which the engine is that unsure are the leaves of a tree, or an icon. */
export function holdsPrint(lines: readonly RecognisedLine[]): boolean {
  const words = lines.flatMap((line) => line.words);
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const speck = specks.find((each) => characters < each.characters);
  if (speck === undefined || confidenceOf(lines) >= speck.minConfidence) return true;
  return words.some(({ text, confidence }) => text.length >= minWordCharacters && confidence >= minWordConfidence);
}
