import type { Budget } from "../../contract/budget.ts";
import { utf8Bytes, type AnswerCost, type Pricing } from "../../text/lines/text-meter.ts";
import { largestCount } from "../../text/lines/fit-prefix.ts";
import type { Outline, OutlineExcerpt } from "../../contract/outline.ts";
import { outlineBlock, outlineRows } from "../../render/outline-text.ts";
import { thinEntries, type Thinning } from "./thin-outline.ts";

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
 * What a tenth of a budget of lines, bytes and tokens holds of an outline, always of the whole file: the deepest levels
 * go first, and of the level that has room in part entries stay that are spread over all of it, with the count and the
 * lines of those between them. Undefined where there is nothing to say, or no room to say it.
 */
export function fitOutline(outline: Outline, budget: OutlineBudget, pricing: Pricing): FittedOutline | undefined {
  const { entries, summary } = outline;
  if (entries.length === 0 && summary === undefined) return undefined;
  const rows = outlineRows(entries);
  const fitted = (thinning: Thinning): FittedOutline => price(excerpt(outline, rows.length, thinning), pricing);
  const fits = ({ cost }: FittedOutline): boolean =>
    cost.lines <= budget.maxLines * share &&
    cost.tokens <= budget.maxTokens * share &&
    cost.bytes <= budget.maxBytes * share;
  const levels = rows.reduce((most, { depth }) => Math.max(most, depth + 1), 0);
  const whole = largestCount(levels, (each) => fits(fitted({ whole: each, kept: 0 })));
  // No more than there are lines are asked about: a level may have ten thousand entries.
  const most = Math.max(0, Math.min(rows.length, Math.floor(budget.maxLines * share)));
  const kept = whole === levels ? 0 : largestCount(most, (each) => fits(fitted({ whole, kept: each })));
  const best = fitted({ whole, kept });
  return fits(best) ? best : undefined;
}

function excerpt(outline: Outline, count: number, thinning: Thinning): OutlineExcerpt {
  const entries = thinEntries(outline.entries, thinning);
  const omitted = count - outlineRows(entries).length;
  return omitted === 0 ? outline : { ...outline, entries, omittedEntries: omitted };
}

function price(outline: OutlineExcerpt, { countTokens }: Pricing): FittedOutline {
  const text = outlineBlock(outline);
  const lines = text.split("\n").length;
  return { outline, cost: { lines, tokens: countTokens(text) + 1, bytes: utf8Bytes(text) + 1 } };
}
