import type { Budget } from "../budget.ts";
import { utf8Bytes, type AnswerCost, type Pricing } from "../lines/text-meter.ts";
import { largestCount } from "../lines/fit-prefix.ts";
import type { Outline, OutlineEntry, OutlineExcerpt } from "../outline.ts";
import { outlineBlock, outlineRows, type OutlineRow } from "../render/outline-text.ts";

/** The share of a budget that an outline gets of an answer that is about something else. */
const share = 0.1;

/** The limits of the answer that an outline is a part of. */
export type OutlineBudget = Pick<Budget, "maxLines" | "maxTokens" | "maxBytes">;

/** As much of an outline as fits, and what it costs. */
export interface FittedOutline {
  readonly outline: OutlineExcerpt;
  readonly cost: AnswerCost;
}

/**
 * What a tenth of a budget of lines, bytes and tokens holds of an outline: the deepest levels go first, and of the
 * level that has room in part its first entries stay, constants and properties after all others. Undefined where there is nothing to say, or no room to say it.
 */
export function fitOutline(outline: Outline, budget: OutlineBudget, pricing: Pricing): FittedOutline | undefined {
  const { entries, summary } = outline;
  if (entries.length === 0 && summary === undefined) return undefined;
  const ranked = byDepth(entries);
  const fitted = (count: number): FittedOutline => price(excerpt(outline, ranked, count), pricing);
  const fits = ({ cost }: FittedOutline): boolean =>
    cost.lines <= budget.maxLines * share &&
    cost.tokens <= budget.maxTokens * share &&
    cost.bytes <= budget.maxBytes * share;
  // What is not counted here, such as the line that says what is left out, is priced with the rest.
  const most = Math.max(0, Math.min(ranked.length, Math.floor(budget.maxLines * share)));
  const count = largestCount(most, (each) => fits(fitted(each)));
  const best = fitted(count);
  return fits(best) ? best : undefined;
}

/** All entries, the outermost first, each level in the order of the document, what only has a value last. */
function byDepth(entries: readonly OutlineEntry[]): readonly OutlineEntry[] {
  return outlineRows(entries)
    .toSorted((left, right) => left.depth - right.depth || Number(isValue(left)) - Number(isValue(right)))
    .map(({ entry }) => entry);
}

/** A header may begin with hundreds of constants, and the functions below them are what a reader looks for. */
function isValue({ entry: { kind, children = [] } }: OutlineRow): boolean {
  return (kind === "constant" || kind === "property") && children.length === 0;
}

function excerpt(outline: Outline, ranked: readonly OutlineEntry[], count: number): OutlineExcerpt {
  if (count === ranked.length) return outline;
  const kept = new Set(ranked.slice(0, count));
  return { ...outline, entries: keep(outline.entries, kept), omittedEntries: ranked.length - count };
}

/** An entry stands behind those around it in the ranking, so that none is kept without them. */
function keep(entries: readonly OutlineEntry[], kept: ReadonlySet<OutlineEntry>): readonly OutlineEntry[] {
  return entries
    .filter((entry) => kept.has(entry))
    .map(({ children = [], ...entry }) => {
      const left = keep(children, kept);
      return left.length === 0 ? entry : { ...entry, children: left };
    });
}

function price(outline: OutlineExcerpt, { countTokens }: Pricing): FittedOutline {
  const text = outlineBlock(outline);
  const lines = text.split("\n").length;
  return { outline, cost: { lines, tokens: countTokens(text) + 1, bytes: utf8Bytes(text) + 1 } };
}
