import type { CharacterLine, LineTag, PlacedCharacter } from "@reader/pdf-pages";
import { type FlatSpan, type PlacedGlyph, stextScale } from "@reader/pdf-pages/lines";
import { type Joins, mostRaisedInLineEm, styleAt } from "./joins.ts";
import { withTurnedNumbers } from "./logical-order.ts";
import { at, isLevel, type PageCharacters } from "./page-characters.ts";
import { added, isAccent } from "./painting-order.ts";

/** Minimum step to a line of another block, in ems. */
const blockStepEm = 1.7;

/** Joins characters of one style in one line to spans, and lines that follow each other to blocks. */
export function spansOf(
  characters: PageCharacters,
  { isInSpan, spaces }: Joins,
  tags: ReadonlyMap<number, LineTag>,
): readonly FlatSpan[] {
  const { count, added: kinds, texts } = characters;
  const spans: FlatSpan[] = [];
  let block = 1;
  /** The first character of the open span, -1 for none, and the last character of the page before this one. */
  let first = -1;
  let last = -1;
  let text = "";
  const close = (): void => {
    if (first >= 0) spans.push(spanOf(characters, { first, last, text, block, tags }));
    first = -1;
  };
  for (let index = 0; index < count; index += 1) {
    if (kinds[index] !== added.none) continue;
    text += " ".repeat(spaces[index] ?? 0);
    if (isInSpan[index] === 0) {
      close();
      if (last >= 0 && startsBlock(characters, last, index)) block += 1;
      first = index;
      text = "";
    }
    text += texts[index] ?? "";
    last = index;
  }
  close();
  return spans;
}

function startsBlock(characters: PageCharacters, last: number, one: number): boolean {
  const sizes = [last, one].map((index) => styleAt(characters, index).font.size / stextScale);
  const sizePt = Math.max(...sizes);
  const step = at(characters.y, one) - at(characters.y, last);
  return step < -mostRaisedInLineEm * sizePt || step > blockStepEm * sizePt;
}

/** Characters of one span, by their numbers. */
interface SpanCharacters {
  readonly first: number;
  readonly last: number;
  readonly text: string;
  readonly block: number;
  readonly tags: ReadonlyMap<number, LineTag>;
}

function spanOf(characters: PageCharacters, { first, last, text, block, tags }: SpanCharacters): FlatSpan {
  const { added: kinds } = characters;
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = first; index <= last; index += 1) {
    if (kinds[index] !== added.none) continue;
    x0 = Math.min(x0, at(characters.x0, index));
    y0 = Math.min(y0, at(characters.y0, index));
    x1 = Math.max(x1, at(characters.x1, index));
    y1 = Math.max(y1, at(characters.y1, index));
  }
  const scaled = (value: number): number => Math.round(value * stextScale);
  const bbox = { x: scaled(x0), y: scaled(y0), w: scaled(x1 - x0), h: scaled(y1 - y0) };
  const { font, content } = styleAt(characters, first);
  // An accent may be raised above the baseline.
  const base = isAccent(characters.texts[first]) && first < last ? first + 1 : first;
  const [x, y] = [scaled(at(characters.x, first)), scaled(at(characters.y, base))];
  const tag = tags.get(content);
  const shown = tag !== undefined && isPunctuationFromRight(characters, { first, last, text }) ? turned(text) : text;
  return { span: { wmode: 0, bbox, font, x, y, text: withTurnedNumbers(shown) }, block, tag };
}

const onlyPunctuation = /^[^\p{L}\p{N}]{2,}$/u;

/**
 * True for punctuation between right-to-left words, in reading order. Later stages expect it as displayed from the left;
 * without tags they turn it themselves.
 */
function isPunctuationFromRight(
  characters: PageCharacters,
  { first, last, text }: Pick<SpanCharacters, "first" | "last" | "text">,
): boolean {
  if (!onlyPunctuation.test(text) || !isLevel(characters, first)) return false;
  const { x } = characters;
  for (let index = first + 1; index <= last; index += 1) if (at(x, index) >= at(x, index - 1)) return false;
  return true;
}

function turned(text: string): string {
  return Array.from(text).toReversed().join("");
}

/** Returns the characters with their positions, one entry per UTF-16 unit, in the order of the spans. */
export function glyphsOf(characters: PageCharacters, { spaces }: Joins): readonly PlacedGlyph[] {
  const { count: all, texts, added: kinds, x0, x1 } = characters;
  const glyphs: PlacedGlyph[] = [];
  for (let index = 0; index < all; index += 1) {
    if (kinds[index] !== added.none) continue;
    const place = { x0: at(x0, index), x1: at(x1, index) };
    const [count = 0, from] = [spaces[index], glyphs.at(-1)?.x1 ?? place.x0];
    const width = (place.x0 - from) / count;
    for (let nth = 0; nth < count; nth += 1) {
      glyphs.push({ sign: " ", x0: from + nth * width, x1: from + (nth + 1) * width });
    }
    for (const sign of (texts[index] ?? "").split("")) glyphs.push({ sign, ...place });
  }
  return glyphs;
}

/** Returns the lines of a page as positions of characters. */
export function linesOf(characters: PageCharacters): readonly CharacterLine[] {
  const { count, texts, added: kinds, x0, x1, y } = characters;
  const lines: { y: number; signs: PlacedCharacter[] }[] = [];
  let isEnded = true;
  for (let index = 0; index < count; index += 1) {
    const [sign = "", base] = [texts[index], at(y, index)];
    isEnded ||= kinds[index] === added.line || Math.abs((lines.at(-1)?.y ?? base) - base) > 1;
    if (sign.trim() === "") continue;
    if (isEnded) lines.push({ y: base, signs: [] });
    isEnded = false;
    lines.at(-1)?.signs.push({ sign, x0: at(x0, index), x1: at(x1, index) });
  }
  return lines;
}
