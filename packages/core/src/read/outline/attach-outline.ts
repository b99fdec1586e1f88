import { ReadError } from "../../contract/errors.ts";
import type { AnswerCost, TextCost } from "../../text/lines/text-meter.ts";
import type { NoOutline, Notice } from "../../contract/notices.ts";
import type { OutlineExcerpt } from "../../contract/outline.ts";
import type { ReadResult } from "../../contract/result.ts";
import { askOutline, type OutlinedFile } from "./ask-outline.ts";
import type { BegunOutline } from "./begin-outline.ts";
import { maxLinesOf, type Call } from "../call.ts";
import { fitOutline, type FittedOutline } from "./fit-outline.ts";

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
