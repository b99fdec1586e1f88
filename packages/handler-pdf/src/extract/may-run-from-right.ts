import type { FlatSpan } from "../model/flat-spans.ts";

/** Hebrew is the first of the scripts that run from the right; the others follow, or are presentation forms. */
const first = 0x590;
const last = 0x8ff;
const firstForm = 0xfb1d;

/**
 * Whether a page may hold words that run from the right: a span begins or ends with a sign of theirs. Pages without any
 * are found out in less than a microsecond.
 */
export function mayRunFromRight(spans: readonly FlatSpan[]): boolean {
  return spans.some(
    ({ span: { text } }) => isFromRight(text.charCodeAt(0)) || isFromRight(text.charCodeAt(text.length - 1)),
  );
}

function isFromRight(unit: number): boolean {
  return (unit >= first && unit <= last) || unit >= firstForm;
}
