import type { Box, LineTag } from "@reader/pdf-pages";
import { type FlatSpan, type PlacedGlyph, stextScale } from "@reader/pdf-pages/lines";
import { withTurnedNumbers } from "./logical-order.ts";
import type { ObjectStyle, PageCharacter } from "./page-characters.ts";

/** Gap after which text continues in another cell or column, in ems. */
const widestGapEm = 0.8;
/** Maximum shift of the baseline within a span, in ems. */
const mostRaisedEm = 0.1;
/** Minimum step to a line of another block, and the overlap that lines of a block have at least, in ems. */
const blockStepEm = 1.7;

/** Joins characters of one style in one line to spans, and lines that follow each other to blocks. */
export function spansOf(characters: readonly PageCharacter[], tags: ReadonlyMap<number, LineTag>): readonly FlatSpan[] {
  const spans: FlatSpan[] = [];
  let run: PageCharacter[] = [];
  let block = 1;
  let last: PageCharacter | undefined;
  const close = (): void => {
    const [first] = run;
    if (first !== undefined) spans.push(spanOf(run, block, tags.get(first.style.content)));
    run = [];
  };
  for (const one of characters) {
    if (one.added === "line") {
      close();
      continue;
    }
    if (one.added === "space") {
      if (last !== undefined && run.length > 0) run.push({ ...one, box: emptyBoxAfter(last), y: last.y });
      continue;
    }
    if (last !== undefined && !continuesSpan(last, one)) {
      dropAddedSpace(run);
      close();
      if (startsBlock(last, one)) block += 1;
    }
    run.push(one);
    last = one;
  }
  close();
  return spans;
}

function emptyBoxAfter({ box }: PageCharacter): Box {
  return { ...box, x0: box.x1 };
}

/** The gap itself separates two spans. */
function dropAddedSpace(run: PageCharacter[]): void {
  if (run.at(-1)?.added === "space") run.pop();
}

function continuesSpan(last: PageCharacter, one: PageCharacter): boolean {
  if (!isSameStyle(last.style, one.style)) return false;
  const sizePt = one.style.font.size / stextScale;
  if (Math.abs(one.y - last.y) > mostRaisedEm * sizePt && Math.abs(one.x - last.x) > mostRaisedEm * sizePt)
    return false;
  const gapPt = Math.max(
    one.box.x0 - last.box.x1,
    last.box.x0 - one.box.x1,
    one.box.y0 - last.box.y1,
    last.box.y0 - one.box.y1,
  );
  return gapPt <= widestGapEm * sizePt;
}

function isSameStyle(one: ObjectStyle, other: ObjectStyle): boolean {
  if (one === other) return true;
  const [a, b] = [one.font, other.font];
  return (
    one.content === other.content &&
    a.name === b.name &&
    Math.abs(a.size - b.size) < 0.5 &&
    a.weight === b.weight &&
    a.style === b.style
  );
}

function startsBlock(last: PageCharacter, one: PageCharacter): boolean {
  const sizePt = Math.max(last.style.font.size, one.style.font.size) / stextScale;
  const step = one.y - last.y;
  return step < -0.5 * sizePt || step > blockStepEm * sizePt;
}

function spanOf(run: readonly PageCharacter[], block: number, tag: LineTag | undefined): FlatSpan {
  const [first] = run as readonly [PageCharacter];
  let { x0, y0, x1, y1 } = first.box;
  let text = "";
  for (const { box, text: sign } of run) {
    x0 = Math.min(x0, box.x0);
    y0 = Math.min(y0, box.y0);
    x1 = Math.max(x1, box.x1);
    y1 = Math.max(y1, box.y1);
    text += sign;
  }
  const scaled = (value: number): number => Math.round(value * stextScale);
  const bbox = { x: scaled(x0), y: scaled(y0), w: scaled(x1 - x0), h: scaled(y1 - y0) };
  const { font, isVertical } = first.style;
  const base = { x: scaled(first.x), y: scaled(first.y), text: withTurnedNumbers(text) };
  const span = { wmode: isVertical ? 1 : 0, bbox, font, ...base };
  return { span, block, tag };
}

/** Returns the characters with their positions, one entry per UTF-16 unit. */
export function glyphsOf(characters: readonly PageCharacter[]): readonly PlacedGlyph[] {
  return characters
    .filter(({ added }) => added !== "line")
    .flatMap(({ text, box }) => text.split("").map((sign) => ({ sign, x0: box.x0, x1: box.x1 })));
}
