import type { HiddenReason } from "../model/page-content.ts";
import { centreOf, holds, touch } from "../model/geometry.ts";
import { distance, paperColor, type Rgb } from "./paint.ts";
import type { Glyph, PaintLog, PaintedArea, PaintedText } from "./paint-log.ts";

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
