import { boxOf, type FlatSpan } from "../model/flat-spans.ts";
import { isInk } from "../model/plain-signs.ts";
import { stextScale } from "../model/stext-json.ts";

/** Signs that are set below each other, with the marks that go with them. */
const upright =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\u30FB-\u30FE\uFE10-\uFE4F\uFF01-\uFF9F]$/u;

/** So many signs below each other are a line; fewer may be a column of short words. */
const leastSigns = 4;

/** From one sign to the next, in heights of the type. */
const shortestStepEm = 0.7;
const longestStepEm = 1.6;

/** How far the middles of signs of one line are apart at most, in heights of the type. */
const slackEm = 0.3;

/**
 * Finds signs of Chinese and Japanese that some programs place one by one below each other, in fonts that do not say that
 * they run from top to bottom. Columns of a table are not among them: their signs are not painted one after the other.
 */
export function stackedSpans(spans: readonly FlatSpan[]): ReadonlySet<FlatSpan> {
  const stacked = new Set<FlatSpan>();
  let run: FlatSpan[] = [];
  const close = (): void => {
    if (run.length >= leastSigns) for (const span of run) stacked.add(span);
    run = [];
  };
  for (const one of spans) {
    const last = run.at(-1);
    if (last !== undefined && !goesDown(last, one)) close();
    if (isSign(one)) run.push(one);
  }
  close();
  return stacked;
}

function isSign({ span }: FlatSpan): boolean {
  return span.wmode !== 1 && isUpright(span.text);
}

/** Most text begins with a sign of ASCII, which tells sooner than the text without its spaces. */
function isUpright(text: string): boolean {
  return !isInk(text.charCodeAt(0)) && upright.test(text.trim());
}

function goesDown({ span: last }: FlatSpan, { span: next }: FlatSpan): boolean {
  if (!isUpright(next.text)) return false;
  const sizePt = last.font.size / stextScale;
  const [above, below] = [boxOf(last.bbox), boxOf(next.bbox)];
  const shiftPt = Math.abs(above.x0 + above.x1 - below.x0 - below.x1) / 2;
  const stepPt = (below.y0 + below.y1 - above.y0 - above.y1) / 2;
  return shiftPt <= slackEm * sizePt && stepPt >= shortestStepEm * sizePt && stepPt <= longestStepEm * sizePt;
}
