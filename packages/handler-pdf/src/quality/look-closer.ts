import type { Painting } from "../extract/painting/painting.ts";
import { centreOf, holds, touch, unionOf } from "../model/boxes.ts";
import type { Box, HiddenReason, PageContent, TextRun } from "../model/page-content.ts";
import { figureShareOf } from "./judge-page.ts";
import { type PagePixels, withPixels } from "./page-pixels.ts";
import {
  distance,
  type Glyph,
  logPaint,
  type PaintedArea,
  type PaintedText,
  type PaintLog,
  paperColor,
  type Rgb,
} from "./paint-log.ts";

/** A page, with what was read of it. */
export interface ReadPage {
  readonly painting: Painting;
  readonly content: PageContent;
}

/** A part that may be hidden, and the colour that is seen in its place if it is. */
interface Suspect extends HiddenPart {
  readonly run: TextRun;
  readonly shows: Rgb | undefined;
}

/** From here on the pictures of a page are a scan, and what is invisible on them is what was recognised in it. */
const minScanShare = 0.5;

/** Where so much of a box has one colour, nothing is seen on it but at its edges. */
const minBlankShare = 0.9;

/** Where even more has one colour, nothing is drawn. */
const minEmptyShare = 0.97;

/** How far what is drawn may be from a colour that was computed from inks. */
const maxShownDistance = 0.25;

/** The parts of the runs of a page that are not seen: it is run again, and drawn where that must prove it. */
export function unseenParts(read: ReadPage): ReadonlyMap<TextRun, readonly HiddenPart[]> {
  const suspects = suspectsOn(read).filter((suspect) => !isRecognised(suspect, read.content));
  const certain = suspects.filter(isCertain);
  const open = suspects.filter((suspect) => !certain.includes(suspect));
  return groupByRun([...certain, ...provenByPixels(read, open)]);
}

function suspectsOn({ painting, content }: ReadPage): readonly Suspect[] {
  const log = logPaint(painting);
  try {
    const finder = createRunFinder(content);
    return candidatesIn(log).flatMap((candidate) => suspectsOf(candidate, finder));
  } finally {
    log.destroy();
  }
}

function suspectsOf(candidate: Candidate, finder: RunFinder): readonly Suspect[] {
  const byRun = new Map<TextRun, Glyph[]>();
  for (const glyph of candidate.glyphs) {
    for (const run of saysNothing(glyph) ? [] : finder.find(glyph)) {
      const glyphs = byRun.get(run);
      if (glyphs === undefined) byRun.set(run, [glyph]);
      else glyphs.push(glyph);
    }
  }
  const { reason, shows } = candidate;
  return Array.from(byRun)
    .filter(([run, glyphs]) => run.hidden === undefined && isPartOf(run.text, glyphs))
    .map(([run, glyphs]) => ({ reason, shows, glyphs, run, box: boxOfPart(run, glyphs) }));
}

/** White space is never seen, and what has no meaning hides none. */
function saysNothing({ character }: Glyph): boolean {
  return /[\s\ufffd]/u.test(character);
}

/** The box of a run, narrowed to some of its characters where the line runs across the page. */
function boxOfPart({ box, text }: TextRun, glyphs: readonly Glyph[]): Box {
  const isLevel = box.x1 - box.x0 > box.y1 - box.y0;
  if (!isLevel || isWhole(text, glyphs)) return box;
  const first = glyphs.reduce((least, { at }) => Math.min(least, at.x), Infinity);
  const last = glyphs.reduce((most, { at }) => Math.max(most, at.x), -Infinity);
  const advancePt = (box.x1 - box.x0) / Math.max(1, text.length);
  return { ...box, x0: Math.max(box.x0, first), x1: Math.min(box.x1, last + advancePt) };
}

/** Where no colour can be seen in place of the text, the order of painting alone says that it is covered. */
function isCertain({ reason, shows }: Suspect): boolean {
  return reason === "covered" && shows === undefined;
}

/** Text that is invisible on a scan, or under it, is what was recognised in it: it is the text of the page. */
function isRecognised(suspect: Suspect, content: PageContent): boolean {
  if (suspect.reason !== "invisible" && !isCertain(suspect)) return false;
  if (figureShareOf(content) < minScanShare) return false;
  const centre = centreOf(suspect.box);
  return content.images.some((image) => holds(image, centre));
}

function provenByPixels(read: ReadPage, suspects: readonly Suspect[]): readonly Suspect[] {
  const area = unionOf(suspects.map(({ box }) => box));
  if (area === undefined) return [];
  const isHidden = (pixels: PagePixels) => (suspect: Suspect) =>
    suspect.shows === undefined
      ? isOverNothing(suspect, { pixels, content: read.content, suspects })
      : isOneColor(suspect, pixels);
  return withPixels(read.painting, area, (pixels) => suspects.filter(isHidden(pixels))) ?? [];
}

/** Nothing but the expected colour is to be seen, away from the edges, where lines of tables are. */
function isOneColor({ box, shows }: Suspect, pixels: PagePixels): boolean {
  const seen = pixels.commonest(inset(box));
  if (seen === undefined || shows === undefined) return false;
  return seen.share >= minBlankShare && distance(seen.color, shows) < maxShownDistance;
}

interface Surroundings {
  readonly pixels: PagePixels;
  readonly content: PageContent;
  readonly suspects: readonly Suspect[];
}

/**
 * Invisible text over letters that were drawn as shapes is the text of what is seen, as a scan's is. Over nothing, or
 * over other text, it is not.
 */
function isOverNothing({ box, run }: Suspect, { pixels, content, suspects }: Surroundings): boolean {
  const seen = pixels.commonest(box);
  if (seen === undefined) return false;
  if (seen.share >= minEmptyShare) return true;
  const hidden = new Set(suspects.map((suspect) => suspect.run));
  const isSeenText = (other: TextRun): boolean => other !== run && !hidden.has(other) && touch(inset(other.box), box);
  return content.blocks.some(({ lines }) => lines.some(({ runs }) => runs.some(isSeenText)));
}

/** A box without its edges, which hold rules and the feet of other lines. */
function inset({ x0, y0, x1, y1 }: Box): Box {
  const byX = Math.min(1, (x1 - x0) / 4);
  const byY = (y1 - y0) / 5;
  return { x0: x0 + byX, y0: y0 + byY, x1: x1 - byX, y1: y1 - byY };
}

function groupByRun(suspects: readonly Suspect[]): ReadonlyMap<TextRun, readonly HiddenPart[]> {
  const groups = new Map<TextRun, HiddenPart[]>();
  for (const suspect of suspects) {
    const parts = groups.get(suspect.run);
    if (parts === undefined) groups.set(suspect.run, [suspect]);
    else parts.push(suspect);
  }
  return groups;
}

/** Characters of one run that are not seen. */
export interface HiddenPart {
  readonly reason: HiddenReason;
  readonly glyphs: readonly Glyph[];
  /** Where they stand. */
  readonly box: Box;
}

/** So much of a run is all of it: ligatures, marks and spaces are counted otherwise when they are painted. */
const wholeShare = 0.8;

/** Fewer characters cannot be found again inside a run with any certainty. */
const minPartCharacters = 3;

/** A ligature or a mark that the text has otherwise stands between two characters, not more. */
const maxSkipped = 4;

/** What is left of some characters when white space does not count. */
function compact(text: string): string {
  return text.replace(/\s+/gu, "");
}

/** Whether these characters are all, or nearly all, of a text, in its order. */
export function isWhole(text: string, glyphs: readonly Glyph[]): boolean {
  const wanted = compact(text);
  const painted = compact(glyphs.map(({ character }) => character).join(""));
  return inOrder(wanted, painted) >= Math.max(wanted.length, painted.length) * wholeShare;
}

/** How many of the characters of `wanted` are met in `painted` on the way through both. */
function inOrder(wanted: string, painted: string): number {
  let met = 0;
  let from = 0;
  for (const character of wanted) {
    const at = painted.indexOf(character, from);
    if (at < 0 || at > from + maxSkipped) continue;
    met += character.length;
    from = at + character.length;
  }
  return met;
}

/** A run in pieces, with the part marked; the run itself where it is all of it, or cannot be found inside it. */
export function splitRun(run: TextRun, { reason, glyphs, box }: HiddenPart): readonly TextRun[] {
  if (isWhole(run.text, glyphs)) return [{ ...run, hidden: reason }];
  const range = rangeOf(run.text, glyphs);
  if (range === undefined) return [run];
  const [start, end] = range;
  const pieces: TextRun[] = [
    { ...run, text: run.text.slice(0, start), box: { ...run.box, x1: Math.max(run.box.x0, box.x0) } },
    { ...run, text: run.text.slice(start, end), box, hidden: reason },
    { ...run, text: run.text.slice(end), box: { ...run.box, x0: Math.min(run.box.x1, box.x1) } },
  ];
  return pieces.filter(({ text }) => text !== "");
}

/** Whether these characters are a text or stand together inside it. */
export function isPartOf(text: string, glyphs: readonly Glyph[]): boolean {
  return isWhole(text, glyphs) || rangeOf(text, glyphs) !== undefined;
}

/** Where characters stand in a text that has white space between them. */
function rangeOf(text: string, glyphs: readonly Glyph[]): readonly [start: number, end: number] | undefined {
  const wanted = compact(glyphs.map(({ character }) => character).join(""));
  if (wanted.length < minPartCharacters) return undefined;
  const places = Array.from({ length: text.length }, (_, index) => index).filter((index) =>
    /\S/u.test(text.charAt(index)),
  );
  const first = compact(text).indexOf(wanted);
  const start = places[first];
  const last = places[first + wanted.length - 1];
  return first < 0 || start === undefined || last === undefined ? undefined : [start, last + 1];
}

/** Characters that may not be seen, with what must be seen in their place if they are not. */
export interface Candidate {
  readonly reason: HiddenReason;
  readonly glyphs: readonly Glyph[];
  /** The one colour of what is seen there; absent where no colour can prove it. */
  readonly shows?: Rgb;
}

/** Text of less alpha is not seen. */
const minVisibleAlpha = 0.1;

/** Two colours whose parts differ by less cannot be told apart by a reader: 8 % of the range. */
const sameColorDistance = 0.08;

/** Watermarks are as faint as this and seen, for their letters are large. */
const faintest = 0.04;

const largeSizePt = 24;

/** Letters on an area may begin a little before it. */
const edgePt = 2;

/** Characters that are looked at on a page. */
const maxGlyphs = 100_000;

/** What of a page's text may not be seen, by what was painted before and after it. */
export function candidatesIn(log: PaintLog): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let glyphs = 0;
  for (const text of log.texts) {
    if (glyphs > maxGlyphs) break;
    for (const found of candidatesOf(text, log.areas)) {
      if (found.glyphs.length === 0) continue;
      glyphs += found.glyphs.length;
      candidates.push(found);
    }
  }
  return candidates;
}

/** Text may have the colour of what is behind it, which something in front of it hides as well. */
function candidatesOf(text: PaintedText, areas: readonly PaintedArea[]): readonly Candidate[] {
  if (text.paint === undefined) return [{ reason: "invisible", glyphs: text.glyphs() }];
  const { alpha } = text.paint;
  const faint = alpha < minVisibleAlpha ? text.glyphs().filter((glyph) => !isSeenAt(alpha, glyph)) : [];
  if (faint.length > 0) return [{ reason: "invisible", glyphs: faint }];
  if (text.isClippedAway) return [{ reason: "covered", glyphs: text.glyphs() }];
  const touching = areas.filter(({ box }) => touch(box, text.box));
  const alike = partOfSameColor(text, text.paint.color, touching);
  const covers = touching.filter(({ order }) => order > text.order);
  const covered = covers.length === 0 ? undefined : coveredPart(text, covers);
  return [
    ...(alike === undefined ? [] : [{ reason: "same-colour", glyphs: alike, shows: text.paint.color } as const]),
    ...(covered === undefined ? [] : [covered]),
  ];
}

/** Whether a letter is large enough to be seen by so little of a difference. */
function isSeenAt(difference: number, { sizePt }: Glyph): boolean {
  return difference >= faintest && sizePt >= largeSizePt;
}

/** The characters on the last area before the text, or on the paper, where that has their colour; no picture has. */
function partOfSameColor(
  text: PaintedText,
  color: Rgb,
  touching: readonly PaintedArea[],
): readonly Glyph[] | undefined {
  const centre = centreOf(text.box);
  const behind = touching.findLast(({ box, order }) => order < text.order && holds(box, centre));
  const shown = behind === undefined ? paperColor : behind.paint?.color;
  const difference = shown === undefined ? 1 : distance(color, shown);
  if (difference >= sameColorDistance) return undefined;
  const isOn = ({ at }: Glyph): boolean => behind === undefined || holds(behind.box, at, edgePt);
  return text.glyphs().filter((glyph) => isOn(glyph) && !isSeenAt(difference, glyph));
}

/** The characters over which something is painted later; what is seen there is the last of it. */
function coveredPart(text: PaintedText, covers: readonly PaintedArea[]): Candidate | undefined {
  const last = covers.at(-1);
  const glyphs = text.glyphs().filter(({ at }) => covers.some(({ box }) => holds(box, at)));
  if (last === undefined || glyphs.length === 0) return undefined;
  const shows = last.paint?.color;
  return shows === undefined ? { reason: "covered", glyphs } : { reason: "covered", glyphs, shows };
}

/** Finds the runs of a page that a painted character may be of: several where text stands over text. */
export interface RunFinder {
  find(glyph: Glyph): readonly TextRun[];
}

const bandPt = 12;

/** What a character may lie outside of the box of its run: boxes are rounded, and marks lean out. */
const slackPt = 1.5;

/** Looks runs up by place and character. */
export function createRunFinder(content: PageContent): RunFinder {
  const bands = new Map<number, TextRun[]>();
  for (const block of content.blocks) {
    for (const line of block.lines) for (const run of line.runs) addToBands(bands, run);
  }
  return {
    find({ character, at }) {
      const near = bands.get(Math.floor(at.y / bandPt)) ?? [];
      return near.filter(({ box, text }) => holds(box, at, slackPt) && text.includes(character));
    },
  };
}

function addToBands(bands: Map<number, TextRun[]>, run: TextRun): void {
  const last = Math.min(Math.floor((run.box.y1 + slackPt) / bandPt), Math.floor(run.box.y0 / bandPt) + 200);
  for (let band = Math.floor((run.box.y0 - slackPt) / bandPt); band <= last; band++) {
    const runs = bands.get(band);
    if (runs === undefined) bands.set(band, [run]);
    else runs.push(run);
  }
}
