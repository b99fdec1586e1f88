import type { Box, PageContent, TextRun } from "../model/page-content.ts";
import type { Painting } from "../extract/painting/painting.ts";
import { figureShareOf } from "./figure-share.ts";
import { centreOf, holds, touch, unionOf } from "../model/geometry.ts";
import { candidatesIn, type Candidate } from "./hidden-candidates.ts";
import { distance, type Rgb } from "./paint.ts";
import { logPaint, type Glyph } from "./paint-log.ts";
import { withPixels, type PagePixels } from "./page-pixels.ts";
import { createRunFinder, type RunFinder } from "./run-finder.ts";
import { isPartOf, isWhole, type HiddenPart } from "./split-run.ts";

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
