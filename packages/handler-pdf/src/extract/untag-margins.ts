import { boxOf, type FlatSpan } from "../model/flat-spans.ts";
import { stextScale } from "../model/stext-json.ts";

/** A part of an element that stands so many heights of its type below the part before it is looked at. */
const leapEm = 2;

/** Spans of one block of the engine, with their place on the page. */
interface Part {
  readonly spans: readonly FlatSpan[];
  readonly y0: number;
  readonly y1: number;
}

/**
 * Takes the tags from headers and footers that have none of their own: a browser paints them after the text and marks
 * them as no part of it, and the engine counts them to the element that came last. They leap from it to above or below
 * of everything else on the page, which nothing of an element does that goes on in another column.
 */
export function untagMargins(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (spans.every(({ tag }) => tag === undefined)) return spans;
  const parts = partsOf(spans);
  const suspects = new Set(suspectsOf(parts));
  if (suspects.size === 0) return spans;
  const others = parts.filter((part) => !suspects.has(part));
  const top = others.reduce((least, part) => Math.min(least, part.y0), Infinity);
  const bottom = others.reduce((most, part) => Math.max(most, part.y1), -Infinity);
  return parts.flatMap((part) => {
    const isMargin = suspects.has(part) && (part.y1 <= top || part.y0 >= bottom);
    return isMargin ? part.spans.map(({ span, block }) => ({ span, block, tag: undefined })) : part.spans;
  });
}

function partsOf(spans: readonly FlatSpan[]): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let index = 1; index <= spans.length; index += 1) {
    if (spans[index]?.block === spans[from]?.block && index < spans.length) continue;
    parts.push(partOf(spans.slice(from, index)));
    from = index;
  }
  return parts;
}

function partOf(spans: readonly FlatSpan[]): Part {
  let y0 = Infinity;
  let y1 = -Infinity;
  for (const { span } of spans) {
    const box = boxOf(span.bbox);
    y0 = Math.min(y0, box.y0);
    y1 = Math.max(y1, box.y1);
  }
  return { spans, y0, y1 };
}

/** The parts of elements that leap away from what came before them in the same element, and all that follows those. */
function suspectsOf(parts: readonly Part[]): readonly Part[] {
  const suspects: Part[] = [];
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    if (before !== undefined && isSameElement(before, part) && (leaps(before, part) || suspects.at(-1) === before))
      suspects.push(part);
  }
  return suspects;
}

function isSameElement(before: Part, part: Part): boolean {
  const tag = part.spans[0]?.tag;
  return tag !== undefined && before.spans[0]?.tag?.element === tag.element;
}

function leaps(before: Part, part: Part): boolean {
  const sizePt = (part.spans[0]?.span.font.size ?? 0) / stextScale;
  return part.y1 <= before.y0 || part.y0 - before.y1 > leapEm * sizePt;
}
