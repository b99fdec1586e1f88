import type { Budget } from "../../contract/budget.ts";
import { ReadError } from "../../contract/errors.ts";
import type { NoOutline, Notice } from "../../contract/notices.ts";
import type { Outline, OutlineEntry, OutlineExcerpt } from "../../contract/outline.ts";
import type { ReadResult } from "../../contract/result.ts";
import { outlineBlock, outlineRows } from "../../render/outline-text.ts";
import { largestCount } from "../../text/lines/clip.ts";
import { type AnswerCost, type Pricing, type TextCost, utf8Bytes } from "../../text/lines/text-meter.ts";
import { type Call, maxLinesOf } from "../call.ts";
import { askOutline, type OutlinedFile, type BegunOutline } from "./ask-outline.ts";

/** A cut answer, and a function that reads it again with a smaller budget. */
export interface CutAnswer {
  readonly result: ReadResult;
  again(reserved: AnswerCost): Promise<ReadResult>;
  /** The outline, if it was started before the answer. */
  readonly begun?: BegunOutline | undefined;
}

/**
 * Appends an outline of the whole file within the budget of the answer. If the outline fails, returns the answer
 * without it.
 */
export async function attachOutline(call: Call, file: OutlinedFile, answer: CutAnswer): Promise<ReadResult> {
  const { result, begun } = answer;
  const { fitted, notices } = await outlineInTime(call, file, begun);
  if (fitted === undefined) return { ...result, notices: [...result.notices, ...notices] };
  const { outline, cost } = fitted;
  return { ...(hasRoom(call, result, cost) ? charged(result, cost) : await answer.again(cost)), outline };
}

/**
 * Returns the line limit for text and outline together. Without `maxLines` it is infinite, because `defaultLines`
 * limits the text alone.
 */
function linesInAll(call: Call): number {
  return Number.isFinite(call.budget.maxLines) ? maxLinesOf(call) : Number.POSITIVE_INFINITY;
}

function hasRoom(call: Call, { cost, parts }: ReadResult, { lines, tokens, bytes }: AnswerCost): boolean {
  const { maxTokens, maxBytes } = call.budget;
  const shown = parts.reduce((sum, part) => sum + (part.type === "text" ? part.lineCount : 0), 0);
  return cost.tokens + tokens <= maxTokens && cost.bytes + bytes <= maxBytes && shown + lines <= linesInAll(call);
}

/** The result of an outline that was not requested. */
interface OutlineInTime {
  readonly fitted?: FittedOutline;
  readonly notices: readonly Notice[];
}

/** Returns as much of an unrequested outline as fits a tenth of the budget, within `outlineTimeMs`. */
async function outlineInTime(call: Call, file: OutlinedFile, begun?: BegunOutline): Promise<OutlineInTime> {
  const timeMs = call.budget.outlineTimeMs;
  try {
    const outline = await (begun?.outline ?? askOutline(call, file, timeMs));
    const fitted = fitOutline(outline, { ...call.budget, maxLines: linesInAll(call) }, call.state.pricing);
    return fitted === undefined ? { notices: [] } : { fitted, notices: [] };
  } catch (error) {
    if (call.signal?.aborted === true) throw error;
    return { notices: isNotInstalled(error) ? [] : [noOutline(error, timeMs)] };
  }
}

/** The outline in the result of `info`. */
export interface OutlineForInfo {
  readonly outline?: OutlineExcerpt;
  readonly notices: readonly Notice[];
}

/** Returns the same outline excerpt that would end an answer. */
export async function outlineForInfo(call: Call, file: OutlinedFile): Promise<OutlineForInfo> {
  const { fitted, notices } = await outlineInTime(call, file);
  return fitted === undefined ? { notices } : { outline: fitted.outline, notices };
}

function charged(result: ReadResult, { tokens, bytes }: TextCost): ReadResult {
  const { cost } = result;
  return { ...result, cost: { ...cost, tokens: cost.tokens + tokens, bytes: cost.bytes + bytes } };
}

/** An optional package that is not installed needs no notice. */
function isNotInstalled(error: unknown): boolean {
  return ReadError.is(error) && error.code === "unsupported-type";
}

function noOutline(error: unknown, timeMs: number): NoOutline {
  const isLate = ReadError.is(error) && error.code === "timed-out";
  return { type: "notice", code: "no-outline", reason: isLate ? "timed-out" : "failed", timeMs };
}

/** Share of the budget for an unrequested outline. */
const share = 0.1;

/** The limits of the answer that contains the outline. */
type OutlineBudget = Pick<Budget, "maxLines" | "maxTokens" | "maxBytes">;

/** An outline excerpt that fits, and its cost. */
interface FittedOutline {
  readonly outline: OutlineExcerpt;
  readonly cost: AnswerCost;
}

/**
 * Fits an outline of the whole file into a tenth of a budget of lines, bytes and tokens. Drops the deepest levels
 * first. Of the level that fits in part, keeps entries spread evenly over it, with the count and the lines of those
 * between them. Returns `undefined` if there is nothing to show or no room for it.
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
  // Tries at most as many entries as there are lines: a level may have ten thousand entries.
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

/** Which entries of an outline are kept. */
interface Thinning {
  /** Number of complete levels, from the outermost. */
  readonly whole: number;
  /** Number of children that each entry keeps on the next level. All deeper levels are dropped. */
  readonly kept: number;
}

/** Thins an outline. Each entry reports how many entries are omitted directly after it. */
function thinEntries(entries: readonly OutlineEntry[], { whole, kept }: Thinning): readonly OutlineEntry[] {
  if (whole > 0) return entries.map((entry) => withChildren(entry, { whole: whole - 1, kept }));
  return spread(entries, kept).map((entry) => withChildren(entry, { whole: 0, kept: 0 }));
}

function withChildren({ children = [], ...entry }: OutlineEntry, thinning: Thinning): OutlineEntry {
  const left = thinEntries(children, thinning);
  return left.length === 0 ? entry : { ...entry, children: left };
}

/**
 * Selects `count` entries of a level: always the first, and the others spread evenly, so that every part of a file is
 * represented. Constants and properties are selected only if everything else is kept.
 */
function spread(entries: readonly OutlineEntry[], count: number): readonly OutlineEntry[] {
  const [first, ...others] = entries;
  if (first === undefined || count === 0) return [];
  const named = others.filter((entry) => !isValue(entry));
  const few = evenly(named, count - 1);
  const values = evenly(others.filter(isValue), count - 1 - few.length);
  return withGaps(entries, new Set([first, ...few, ...values]));
}

/**
 * True for a constant or property. A header may start with hundreds of constants, but readers look for the functions
 * below them.
 */
function isValue({ kind, children = [] }: OutlineEntry): boolean {
  return (kind === "constant" || kind === "property") && children.length === 0;
}

function evenly(entries: readonly OutlineEntry[], count: number): readonly OutlineEntry[] {
  if (count >= entries.length) return entries;
  return Array.from({ length: count }, (_, at) => entries[Math.floor(((at + 0.5) * entries.length) / count)]).filter(
    (entry) => entry !== undefined,
  );
}

/** Returns the kept entries, which include the first one, each with the gap to the next kept entry. */
function withGaps(entries: readonly OutlineEntry[], kept: ReadonlySet<OutlineEntry>): readonly OutlineEntry[] {
  const groups: OutlineEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group === undefined || kept.has(entry)) groups.push([entry]);
    else group.push(entry);
  }
  return groups.flatMap((group) => {
    const [head, next] = group;
    const last = group.at(-1);
    if (head === undefined || next === undefined || last === undefined) return group;
    // Describing a gap of one entry takes as much room as the entry.
    return next === last ? group : [{ ...head, omittedAfter: gapOf(group.length - 1, next, last) }];
  });
}

function gapOf(entries: number, first: OutlineEntry, last: OutlineEntry): NonNullable<OutlineEntry["omittedAfter"]> {
  if (first.lines === undefined || last.lines === undefined) return { entries };
  return { entries, lines: { first: first.lines.first, last: Math.max(first.lines.first, last.lines.last) } };
}
