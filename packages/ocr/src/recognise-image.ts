import {
  ReadError,
  type Box,
  type Recognised,
  type RecognisableImage,
  type RecognisedLine,
} from "@reader/core/handler";
import { confidenceOf } from "./confidence-of.ts";
import { dropEngine, loadEngine, type Engine, type TesseractApi } from "./engine.ts";
import { evenlyLit } from "./even-light.ts";
import { estimateSkew } from "./estimate-skew.ts";
import { boxMapper, type Turn } from "./geometry.ts";
import { greyMap } from "./grey-map.ts";
import { otherLanguage, type Language } from "./languages.ts";
import { arrange } from "./layout/arrange.ts";
import type { Block } from "./layout/block.ts";
import { withoutFalseGutters } from "./layout/without-false-gutters.ts";
import { withLeftOut } from "./left-out.ts";
import { withMarks } from "./marks/with-marks.ts";
import { onPaper } from "./on-paper.ts";
import type { PageView } from "./page-view.ts";
import { blocksOf, standsUpright } from "./read-lines.ts";
import { sampleOf } from "./sample-of.ts";
import { straightened } from "./straightened.ts";
import { withLettersForBars } from "./letters-for-bars.ts";
import { withCellsReread } from "./reread-cells.ts";
import { withTablesReread } from "./reread-tables.ts";
import { holdsPrint } from "./holds-print.ts";
import { withoutDoubles } from "./without-doubles.ts";
import { withoutPanels } from "./without-panels.ts";
import { withoutStacks } from "./without-stacks.ts";
import { withoutRules } from "./without-rules.ts";

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
