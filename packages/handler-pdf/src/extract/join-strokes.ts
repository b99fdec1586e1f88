import type { FlatSpan } from "../model/flat-spans.ts";

const stroke = "\u0338";

/** A stroke that the engine puts to what stands before, and the sign of mathematics behind it, in one span. */
const strokeBefore = /\u0338 ?([=<>\u2190-\u22FF])/gu;

/** A sign that the next span begins with. */
const signAtStart = /^ ?([=<>\u2190-\u22FF])/u;

/** Makes one sign of a stroke and the sign of mathematics that it goes through, which TeX paints after it: `≠`. */
export function joinStrokes(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!spans.some(hasStroke)) return spans;
  const joined = [...spans];
  for (const [index, one] of spans.entries()) if (hasStroke(one)) joinAt(joined, index);
  return joined;
}

function hasStroke({ span }: FlatSpan): boolean {
  return span.text.includes(stroke);
}

function joinAt(spans: FlatSpan[], index: number): void {
  const [one, next] = [spans[index], spans[index + 1]];
  if (one === undefined) return;
  const text = one.span.text.replaceAll(strokeBefore, (found, sign: string) => struck(sign) ?? found);
  const inNext = next !== undefined && next.block === one.block && text.endsWith(stroke) ? next.span.text : "";
  const whole = struck(signAtStart.exec(inNext)?.[1] ?? "");
  replaceText(spans, index, whole === undefined ? text : text.slice(0, -stroke.length));
  if (whole !== undefined) replaceText(spans, index + 1, inNext.replace(signAtStart, whole));
}

/** Parted from what stands before it, as the sign was from the stroke. */
function struck(sign: string): string | undefined {
  const whole = (sign + stroke).normalize("NFC");
  return sign !== "" && whole.length === 1 ? ` ${whole}` : undefined;
}

function replaceText(spans: FlatSpan[], index: number, text: string): void {
  const one = spans[index];
  if (one !== undefined && one.span.text !== text) spans[index] = { ...one, span: { ...one.span, text } };
}
