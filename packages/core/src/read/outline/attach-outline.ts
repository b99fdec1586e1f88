import type { Budget } from "../../contract/budget.ts";
import { ReadError } from "../../contract/errors.ts";
import type { NoOutline, Notice } from "../../contract/notices.ts";
import type { Outline, OutlineEntry, OutlineExcerpt } from "../../contract/outline.ts";
import type { ReadResult } from "../../contract/result.ts";
import { outlineBlock, outlineRows } from "../../render/outline-text.ts";
import { largestCount } from "../../text/lines/fit-prefix.ts";
import { type AnswerCost, type Pricing, type TextCost, utf8Bytes } from "../../text/lines/text-meter.ts";
import { type Call, maxLinesOf } from "../call.ts";
import { askOutline, type OutlinedFile } from "./ask-outline.ts";
import type { BegunOutline } from "./begin-outline.ts";

/** An answer that was cut, and the way to read it again with less room. */
export interface CutAnswer {
  readonly result: ReadResult;
  again(reserved: AnswerCost): Promise<ReadResult>;
  /** The outline, where it was begun before the answer. */
  readonly begun?: BegunOutline | undefined;
}

/** Ends an answer with an outline of the whole file, inside the budget of the answer; it comes without where that fails. */
export async function attachOutline(call: Call, file: OutlinedFile, answer: CutAnswer): Promise<ReadResult> {
  const { result, begun } = answer;
  const { fitted, notices } = await outlineInTime(call, file, begun);
  if (fitted === undefined) return { ...result, notices: [...result.notices, ...notices] };
  const { outline, cost } = fitted;
  return { ...(hasRoom(call, result, cost) ? charged(result, cost) : await answer.again(cost)), outline };
}

/** Lines are a limit of text and outline together; where `maxLines` sets none, `defaultLines` is one of the text alone. */
function linesInAll(call: Call): number {
  return Number.isFinite(call.budget.maxLines) ? maxLinesOf(call) : Number.POSITIVE_INFINITY;
}

function hasRoom(call: Call, { cost, parts }: ReadResult, { lines, tokens, bytes }: AnswerCost): boolean {
  const { maxTokens, maxBytes } = call.budget;
  const shown = parts.reduce((sum, part) => sum + (part.type === "text" ? part.lineCount : 0), 0);
  return cost.tokens + tokens <= maxTokens && cost.bytes + bytes <= maxBytes && shown + lines <= linesInAll(call);
}

/** What is known of an outline that nobody asked for. */
interface OutlineInTime {
  readonly fitted?: FittedOutline;
  readonly notices: readonly Notice[];
}

/** As much of an outline as a tenth of the budget holds, in the time of one that nobody asked for. */
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

/** What `info` tells of an outline. */
export interface OutlineForInfo {
  readonly outline?: OutlineExcerpt;
  readonly notices: readonly Notice[];
}

/** As much of an outline as the end of an answer has, without the answer. */
export async function outlineForInfo(call: Call, file: OutlinedFile): Promise<OutlineForInfo> {
  const { fitted, notices } = await outlineInTime(call, file);
  return fitted === undefined ? { notices } : { outline: fitted.outline, notices };
}

function charged(result: ReadResult, { tokens, bytes }: TextCost): ReadResult {
  const { cost } = result;
  return { ...result, cost: { ...cost, tokens: cost.tokens + tokens, bytes: cost.bytes + bytes } };
}

/** Nobody misses what an optional package would say. */
function isNotInstalled(error: unknown): boolean {
  return ReadError.is(error) && error.code === "unsupported-type";
}

function noOutline(error: unknown, timeMs: number): NoOutline {
  const isLate = ReadError.is(error) && error.code === "timed-out";
  return { type: "notice", code: "no-outline", reason: isLate ? "timed-out" : "failed", timeMs };
}

/** The share of a budget that an outline gets of an answer that is about something else. */
const share = 0.1;

/** The limits of the answer that an outline is a part of. */
type OutlineBudget = Pick<Budget, "maxLines" | "maxTokens" | "maxBytes">;

/** As much of an outline as fits, and what it costs. */
interface FittedOutline {
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

/** What of an outline is kept. */
interface Thinning {
  /** Levels that are whole, the outermost first. */
  readonly whole: number;
  /** Of the level below those, the entries that each entry around them keeps; all deeper ones go. */
  readonly kept: number;
}

/** An outline with less in it; each entry tells what is left out right behind it. */
function thinEntries(entries: readonly OutlineEntry[], { whole, kept }: Thinning): readonly OutlineEntry[] {
  if (whole > 0) return entries.map((entry) => withChildren(entry, { whole: whole - 1, kept }));
  return spread(entries, kept).map((entry) => withChildren(entry, { whole: 0, kept: 0 }));
}

function withChildren({ children = [], ...entry }: OutlineEntry, thinning: Thinning): OutlineEntry {
  const left = thinEntries(children, thinning);
  return left.length === 0 ? entry : { ...entry, children: left };
}

/**
 * So many of the entries of a level, the first one always, the others evenly over all of them, so that no part of a file
 * is without; constants and properties only where everything else is kept.
 */
function spread(entries: readonly OutlineEntry[], count: number): readonly OutlineEntry[] {
  const [first, ...others] = entries;
  if (first === undefined || count === 0) return [];
  const telling = others.filter((entry) => !isValue(entry));
  const few = evenly(telling, count - 1);
  const values = evenly(others.filter(isValue), count - 1 - few.length);
  return withGaps(entries, new Set([first, ...few, ...values]));
}

/** A header may begin with hundreds of constants, and the functions below them are what a reader looks for. */
function isValue({ kind, children = [] }: OutlineEntry): boolean {
  return (kind === "constant" || kind === "property") && children.length === 0;
}

function evenly(entries: readonly OutlineEntry[], count: number): readonly OutlineEntry[] {
  if (count >= entries.length) return entries;
  return Array.from({ length: count }, (_, at) => entries[Math.floor(((at + 0.5) * entries.length) / count)]).filter(
    (entry) => entry !== undefined,
  );
}

/** The kept entries, the first one among them, with what stands between each and the next. */
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
    // To tell of one entry takes as much room as the entry.
    return next === last ? group : [{ ...head, omittedAfter: gapOf(group.length - 1, next, last) }];
  });
}

function gapOf(entries: number, first: OutlineEntry, last: OutlineEntry): NonNullable<OutlineEntry["omittedAfter"]> {
  if (first.lines === undefined || last.lines === undefined) return { entries };
  return { entries, lines: { first: first.lines.first, last: Math.max(first.lines.first, last.lines.last) } };
}
