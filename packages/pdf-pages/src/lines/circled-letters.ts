import { sharedHeight } from "../model/boxes.ts";
import { boxOf, type FlatSpan, stextScale } from "./spans.ts";

const circle = "\u20DD";

const circled: Readonly<Record<string, string>> = { c: "©", C: "©", R: "®", P: "℗" };

/**
 * Returns the spans of a page with `©` and `®` as one character. TeX paints a letter and a circle around it, which has
 * the place of the letter.
 */
export function withCircledLetters(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!spans.some(({ span }) => span.text.startsWith(circle))) return spans;
  const joined: FlatSpan[] = [];
  for (const one of spans) {
    const last = joined.at(-1);
    const whole = last === undefined ? undefined : inCircle(last, one);
    if (whole === undefined) joined.push(one);
    else joined.splice(-1, 1, ...whole);
  }
  return joined;
}

/** Returns a text whose last letter is in the circle of the next, and the rest of that. */
function inCircle(last: FlatSpan, next: FlatSpan): readonly FlatSpan[] | undefined {
  const { span } = next;
  const letter = last.span.text.trimEnd().at(-1) ?? "";
  const sign = circled[letter];
  if (sign === undefined || !span.text.startsWith(circle) || last.block !== next.block) return undefined;
  if (!isAroundEnd(last, next)) return undefined;
  const text = `${last.span.text.trimEnd().slice(0, -1)}${sign}`;
  const bbox = { ...last.span.bbox, w: Math.max(last.span.bbox.w, span.bbox.x + span.bbox.w - last.span.bbox.x) };
  const rest = span.text.slice(circle.length);
  const whole = { ...last, span: { ...last.span, text, bbox } };
  return rest.trim() === "" ? [whole] : [whole, { ...next, span: { ...span, text: rest } }];
}

/** True if the circle is at the end of a text and beside it. The letter and the circle may be smaller, and raised. */
function isAroundEnd({ span: last }: FlatSpan, { span }: FlatSpan): boolean {
  const [one, other] = [boxOf(last.bbox), boxOf(span.bbox)];
  const sizePt = Math.max(last.font.size, span.font.size) / stextScale;
  return sharedHeight(one, other) > 0.5 && other.x0 < one.x1 && other.x0 > one.x1 - 1.5 * sizePt;
}
