import { shownForms } from "../lines/symbol-fonts.ts";
import { centreOf, holds, touch, unionOf } from "../model/boxes.ts";
import type { Box, HiddenReason, PageContent, TextRun } from "../model/page-content.ts";
import type { PageModel } from "../model/page-model.ts";
import {
  distance,
  type Glyph,
  type PaintedArea,
  type PaintedText,
  type PaintLog,
  paperColor,
  type Rgb,
} from "../model/paint-log.ts";
import { type PagePixels, withPixels } from "./page-pixels.ts";
import { figureShareOf } from "./page-quality.ts";

/** A page and its content, of which text may be marked already. */
export interface ReadPage {
  readonly page: Pick<PageModel, "withPaintLog" | "withPixels">;
  readonly content: PageContent;
}

/** A part that may be hidden, and the colour that is visible in its place if it is. */
interface Suspect extends HiddenPart {
  readonly run: TextRun;
  readonly shows: Rgb | undefined;
}

/** Minimum share of images that makes the page a scan, on which invisible text is its OCR result. */
const minScanShare = 0.5;

/** If this share of a box has one colour, nothing is visible in it except at its edges. */
const minBlankShare = 0.9;

/** If this share has one colour, nothing is drawn at all. */
const minEmptyShare = 0.97;

/** Maximum distance of a drawn colour from the one computed from inks. */
const maxShownDistance = 0.25;

/** Finds the parts of runs that are not visible. Replays the page, and renders it only if that is inconclusive. */
export function hiddenPartsOf(read: ReadPage): ReadonlyMap<TextRun, readonly HiddenPart[]> {
  const suspects = suspectsOn(read).filter((suspect) => !isRecognised(suspect, read.content));
  const certain = suspects.filter(isCertain);
  const open = suspects.filter((suspect) => !certain.includes(suspect));
  return groupByRun([...certain, ...provenByPixels(read, open)]);
}

function suspectsOn({ page, content }: ReadPage): readonly Suspect[] {
  const suspects = page.withPaintLog((log) => {
    const finder = createRunFinder(content);
    return candidatesIn(log).flatMap((candidate) => suspectsOf(candidate, finder));
  });
  return suspects ?? [];
}

function suspectsOf(candidate: Candidate, finder: RunFinder): readonly Suspect[] {
  const byRun = new Map<TextRun, Glyph[]>();
  for (const glyph of candidate.glyphs) {
    for (const run of saysNothing(glyph) ? [] : finder.find(glyph)) {
      const glyphs = byRun.get(run);
      const asShown = { ...glyph, character: formIn(run, glyph.character) ?? glyph.character };
      if (glyphs === undefined) byRun.set(run, [asShown]);
      else glyphs.push(asShown);
    }
  }
  const { reason, shows } = candidate;
  return Array.from(byRun)
    .filter(([run, glyphs]) => run.hidden === undefined && isPartOf(run.text, glyphs))
    .map(([run, glyphs]) => ({ reason, shows, glyphs, run, box: boxOfPart(run, glyphs) }));
}

/** Whitespace is never visible, and text without meaning hides nothing. */
function saysNothing({ character }: Glyph): boolean {
  return /[\s\ufffd]/u.test(character);
}

/** Returns the box of a run, narrowed to some of its characters if the line is horizontal. */
function boxOfPart({ box, text }: TextRun, glyphs: readonly Glyph[]): Box {
  const isLevel = box.x1 - box.x0 > box.y1 - box.y0;
  if (!isLevel || isWhole(text, glyphs)) return box;
  const first = glyphs.reduce((least, { at }) => Math.min(least, at.x), Infinity);
  const last = glyphs.reduce((most, { at }) => Math.max(most, at.x), -Infinity);
  const advancePt = (box.x1 - box.x0) / Math.max(1, text.length);
  return { ...box, x0: Math.max(box.x0, first), x1: Math.min(box.x1, last + advancePt) };
}

/** If no colour would be visible in place of the text, the painting order alone proves that it is covered. */
function isCertain({ reason, shows }: Candidate | Suspect): boolean {
  return reason === "covered" && shows === undefined;
}

/** Invisible text on or under a scan is its OCR result, that is the text of the page. */
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
  return withPixels(read.page, area, (pixels) => suspects.filter(isHidden(pixels))) ?? [];
}

/** True if only the expected colour is visible, except at the edges, where table lines are. */
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
 * Invisible text over letters drawn as shapes is their text, as with a scan. Over nothing, or over other text, it is
 * hidden.
 */
function isOverNothing({ box, run }: Suspect, { pixels, content, suspects }: Surroundings): boolean {
  const seen = pixels.commonest(box);
  if (seen === undefined) return false;
  if (seen.share >= minEmptyShare) return true;
  const hidden = new Set(suspects.map((suspect) => suspect.run));
  const isSeenText = (other: TextRun): boolean => other !== run && !hidden.has(other) && touch(inset(other.box), box);
  return content.blocks.some(({ lines }) => lines.some(({ runs }) => runs.some(isSeenText)));
}

/** Returns a box without its edges, which contain rules and parts of other lines. */
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

/** Characters of one run that are not visible. */
export interface HiddenPart {
  readonly reason: HiddenReason;
  readonly glyphs: readonly Glyph[];
  /** Their box. */
  readonly box: Box;
}

/**
 * A part with this share of a run is the whole run: ligatures, marks and spaces are counted differently when painted.
 */
const wholeShare = 0.8;

/** Fewer characters cannot be located in a run reliably. */
const minPartCharacters = 3;

/** Maximum number of characters between two matches, for ligatures and marks that the text writes differently. */
const maxSkipped = 4;

/** Returns characters without whitespace. */
function compact(text: string): string {
  return text.replace(/\s+/gu, "");
}

/** True if these characters are all, or nearly all, of a text, in order. */
export function isWhole(text: string, glyphs: readonly Glyph[]): boolean {
  const wanted = compact(text);
  const painted = compact(glyphs.map(({ character }) => character).join(""));
  return inOrder(wanted, painted) >= Math.max(wanted.length, painted.length) * wholeShare;
}

/** Returns how many characters of `wanted` occur in `painted` in order. */
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

/**
 * Splits a run and marks the hidden part. Returns the whole run if all of it is hidden or the part cannot be located.
 */
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

/** True if these characters are a text or a contiguous part of it. */
export function isPartOf(text: string, glyphs: readonly Glyph[]): boolean {
  return isWhole(text, glyphs) || rangeOf(text, glyphs) !== undefined;
}

/** Returns the range of characters in a text that has whitespace between them. */
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

/** Characters that may be hidden, and what is visible in their place if they are. */
export interface Candidate {
  readonly reason: HiddenReason;
  readonly glyphs: readonly Glyph[];
  /** The single colour that is visible there; absent if no colour can prove it. */
  readonly shows?: Rgb;
}

/** Text with a lower alpha is invisible. */
const minVisibleAlpha = 0.1;

/** Maximum distance of colours that a reader cannot distinguish: 8 % of the range in each channel. */
const sameColorDistance = 0.08;

/** Watermarks are this faint but visible, because their letters are large. */
const faintest = 0.04;

const largeSizePt = 24;

/** Letters on an area may start slightly before it, in points. */
const edgePt = 2;

/** Maximum number of characters checked on a page. */
const maxGlyphs = 100_000;

/** Returns the text of a page that may be hidden, from what was painted before and after it. */
export function candidatesIn(log: PaintLog): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const shown: PaintedText[] = [];
  let glyphs = 0;
  for (const text of log.texts) {
    if (glyphs > maxGlyphs) break;
    const found = candidatesOf(text, log.areas).filter((one) => one.glyphs.length > 0);
    if (found.length === 0) shown.push(text);
    for (const one of found) glyphs += one.glyphs.length;
    candidates.push(...found);
  }
  return candidates.some(isCertain) ? withoutRepainted(candidates, shown) : candidates;
}

/**
 * Drops what is covered in one place of the content and painted again in another. Programs that draw a page in parts
 * paint a text for each part that it touches, and clip it away in most of them. All its characters must be painted
 * again, in their size and within their clip.
 */
function withoutRepainted(candidates: readonly Candidate[], shown: readonly PaintedText[]): readonly Candidate[] {
  const certain = candidates.filter(isCertain);
  const sizes = new Map(certain.flatMap(({ glyphs }) => glyphs.map((glyph) => [placeOf(glyph), 0])));
  let glyphs = 0;
  for (const text of shown) {
    if (!text.isWhole) continue;
    if (glyphs > maxGlyphs) break;
    for (const glyph of text.glyphs()) {
      glyphs += 1;
      const place = placeOf(glyph);
      const sizePt = sizes.get(place);
      if (sizePt !== undefined && sizePt < glyph.sizePt) sizes.set(place, glyph.sizePt);
    }
  }
  const isPaintedAgain = (glyph: Glyph): boolean => (sizes.get(placeOf(glyph)) ?? 0) > minSizeShare * glyph.sizePt;
  return candidates.filter((one) => !isCertain(one) || !one.glyphs.every(isPaintedAgain));
}

/** Minimum size of a character that is painted again, as a share of its size. */
const minSizeShare = 0.9;

function placeOf({ character, at }: Glyph): string {
  return `${Math.round(at.x)} ${Math.round(at.y)} ${character}`;
}

/** Text may have the colour of its background, and also be covered by something in front of it. */
function candidatesOf(text: PaintedText, areas: readonly PaintedArea[]): readonly Candidate[] {
  if (text.paint === undefined) return [{ reason: "invisible", glyphs: text.glyphs() }];
  const { alpha } = text.paint;
  const faint = alpha < minVisibleAlpha ? text.glyphs().filter((glyph) => !isVisibleAt(alpha, glyph)) : [];
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

/** True if a letter is large enough to be visible at this colour difference. */
function isVisibleAt(difference: number, { sizePt }: Glyph): boolean {
  return difference >= faintest && sizePt >= largeSizePt;
}

/**
 * Returns the characters on the last area before the text, or on the paper, if it has their colour. Images have no
 * colour.
 */
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
  return text.glyphs().filter((glyph) => isOn(glyph) && !isVisibleAt(difference, glyph));
}

/** Returns the characters that something covers later. The last cover is visible there. */
function coveredPart(text: PaintedText, covers: readonly PaintedArea[]): Candidate | undefined {
  const last = covers.at(-1);
  const glyphs = text.glyphs().filter(({ at }) => covers.some(({ box }) => holds(box, at)));
  if (last === undefined || glyphs.length === 0) return undefined;
  const shows = last.paint?.color;
  return shows === undefined ? { reason: "covered", glyphs } : { reason: "covered", glyphs, shows };
}

/** Finds the runs that a painted character may belong to: several if text overlaps. */
export interface RunFinder {
  find(glyph: Glyph): readonly TextRun[];
}

const bandPt = 12;

/** Maximum distance of a character outside the box of its run, in points: boxes are rounded, and marks stick out. */
const slackPt = 1.5;

/** Indexes runs by position and character. */
export function createRunFinder(content: PageContent): RunFinder {
  const bands = new Map<number, TextRun[]>();
  for (const block of content.blocks) {
    for (const line of block.lines) for (const run of line.runs) addToBands(bands, run);
  }
  return {
    find({ character, at }) {
      const near = bands.get(Math.floor(at.y / bandPt)) ?? [];
      return near.filter((run) => holds(run.box, at, slackPt) && formIn(run, character) !== undefined);
    },
  };
}

/** Returns a painted character as the text of a run has it, if it does. */
function formIn({ text }: TextRun, character: string): string | undefined {
  return shownForms(character).find((form) => text.includes(form));
}

function addToBands(bands: Map<number, TextRun[]>, run: TextRun): void {
  const last = Math.min(Math.floor((run.box.y1 + slackPt) / bandPt), Math.floor(run.box.y0 / bandPt) + 200);
  for (let band = Math.floor((run.box.y0 - slackPt) / bandPt); band <= last; band++) {
    const runs = bands.get(band);
    if (runs === undefined) bands.set(band, [run]);
    else runs.push(run);
  }
}
