import { stextScale } from "@reader/pdf-pages/lines";
import type { Pdfium } from "../engine/engine.ts";
import { floatAt, withMemory } from "../engine/memory.ts";
import type { PaintedText } from "./page-objects.ts";
import { at, isLevel, noStyle, type PageCharacters } from "./page-characters.ts";

/** The text objects of a page: their numbers in painting order by their handles, and the objects by number. */
export interface PaintedTexts {
  readonly orderOf: ReadonlyMap<number, number>;
  readonly at: (order: number) => PaintedText | undefined;
}

/** What tells gaps from text that is painted without characters of its own. */
interface GapSearch {
  /** The numbers of the characters after the gaps that the engine saw. */
  readonly after: readonly number[];
  readonly painted: PaintedTexts;
  readonly ownerOf: (object: number) => number;
}

/** Ends characters where their gaps begin, and marks the gaps at which the engine added a space. */
export function setGaps(engine: Pdfium, characters: PageCharacters, search: GapSearch): void {
  const widthOf = createWidths(engine);
  for (const index of search.after) setTrueEnd(characters, index - 1, widthOf);
  for (let index = 1; index < characters.count; index += 1) setSharedEnd(characters, index - 1, search);
  for (const index of search.after) characters.isAfterGap[index] = Number(isGap(characters, index, search));
}

/** Maximum number of objects that are searched between two characters. */
const maxBetween = 20;

/** Returns the objects that are painted from the one of a character to the next one, which is not among them. */
function paintedUntil(
  characters: PageCharacters,
  next: number,
  { orderOf, at: paintedAt }: PaintedTexts,
): readonly (PaintedText | undefined)[] {
  const [first, end] = [next - 1, next].map((index) => orderOf.get(objectAt(characters, index)));
  if (first === undefined || end === undefined || end <= first || end - first > maxBetween) return [];
  return Array.from({ length: end - first }, (_, step) => paintedAt(first + step));
}

/** Ends the last character of a text of several objects at the end of all of them. */
function setSharedEnd(characters: PageCharacters, index: number, { painted, ownerOf }: GapSearch): void {
  const object = objectAt(characters, index);
  if (!isFollowedByOthers(painted, object, objectAt(characters, index + 1)) || !isLevel(characters, index)) return;
  const shared = paintedUntil(characters, index + 1, painted).slice(1);
  if (shared.some((one) => one === undefined || ownerOf(one.object) !== object)) return;
  for (const one of shared) characters.x1[index] = Math.max(at(characters.x1, index), one?.box.x1 ?? 0);
}

function objectAt({ styles }: PageCharacters, index: number): number {
  return styles[index]?.object ?? 0;
}

/** True if other objects are painted between two. Nearly always the next one follows at once. */
function isFollowedByOthers({ orderOf }: PaintedTexts, object: number, next: number): boolean {
  return next !== object && orderOf.get(next) !== (orderOf.get(object) ?? 0) + 1;
}

/** Minimum gap between words, in ems. */
const spaceGapEm = 0.15;

/** Between text objects, the engine measures from the characters and not from all that is painted. */
function isGap(characters: PageCharacters, index: number, { painted }: GapSearch): boolean {
  const { object, font } = characters.styles[index] ?? noStyle;
  if (characters.styles[index - 1]?.object === object) return object !== 0;
  const before = paintedUntil(characters, index, painted);
  if (before.length === 0 || !isLevel(characters, index)) return false;
  const end = before.reduce((last, one) => Math.max(last, one?.box.x1 ?? last), -Infinity);
  return at(characters.x, index) - end >= (spaceGapEm * font.size) / stextScale;
}

type WidthReader = (object: number, text: string) => number;

/**
 * Ends the box of a character where the next one would start without a gap: the engine widens a box by what the glyph
 * draws beyond its width, such as the top of an italic f, and that hides the gap.
 */
function setTrueEnd(characters: PageCharacters, index: number, widthOf: WidthReader): void {
  if (!isLevel(characters, index) || isLigature(characters, index)) return;
  const { x, x1 } = characters;
  const { object, font } = characters.styles[index] ?? noStyle;
  const widthEm = widthOf(object, characters.texts[index] ?? "");
  const end = at(x, index) + (widthEm * font.size) / stextScale;
  if (widthEm > 0 && end < at(x1, index)) x1[index] = end;
}

/** True if the character shares a glyph with the one before: its width is that of another glyph. */
function isLigature({ x, y, styles }: PageCharacters, index: number): boolean {
  const isSamePlace = at(x, index - 1) === at(x, index) && at(y, index - 1) === at(y, index);
  return index > 0 && isSamePlace && styles[index - 1] === styles[index];
}

/** Creates a function that returns the width of a character in ems, or 0 if it is unknown. */
function createWidths(engine: Pdfium): WidthReader {
  const widths = new Map<number, Map<string, number>>();
  return (object, text) => {
    if (object === 0) return 0;
    const font = engine.pdfium.wasmExports.FPDFTextObj_GetFont(object);
    const known = widths.get(font) ?? new Map<string, number>();
    widths.set(font, known);
    const width = known.get(text) ?? measure(engine, font, text);
    known.set(text, width);
    return width;
  };
}

function measure(engine: Pdfium, font: number, text: string): number {
  return withMemory(engine, 4, (width) => {
    const isKnown = font !== 0 && engine.FPDFFont_GetGlyphWidth(font, text.codePointAt(0) ?? 0, 1, width);
    return isKnown ? floatAt(engine, width) : 0;
  });
}
