import { ReadError } from "../contract/errors.ts";
import type { Extent } from "../contract/events.ts";
import type { MediaType } from "../contract/media-type.ts";
import type { Notice } from "../contract/notices.ts";
import type { PlacedLine } from "../contract/recognition.ts";
import type { CheckedRequest, ReadRequest } from "../contract/request.ts";
import type { Clip, Continuation, ReadResult, ResultPart, TextFacts, Stop } from "../contract/result.ts";
import { countEscapes, needsEscape } from "../render/escapes.ts";
import { markFact, requestWords } from "../render/quote.ts";
import type { Cut } from "../text/lines/answer.ts";
import { addExtent } from "../text/lines/sections.ts";
import { type ContinuationPoint, continueAfter, windowsFrom, windowsOf, windowText } from "./continuation.ts";
import type { Finished } from "./pull-answer.ts";
import type { PlaceUnit } from "../contract/place.ts";
import type { Pulled } from "../text/lines/pull.ts";

/** Facts about the file itself. */
export interface FileFacts {
  /** The path for messages. */
  readonly path: string;
  /** The exact path. */
  readonly relativePath: string;
  readonly mediaType: MediaType;
  readonly handler: string;
  readonly notices: readonly Notice[];
  readonly text?: TextFacts;
}

/**
 * Builds the answer. Throws if it is empty: all ranges are beyond the end, or the read failed before the first line.
 */
export function finishRead(finished: Finished, facts: FileFacts): ReadResult {
  const { collector, checked } = finished;
  const parts = withRecognisedBoxes(collector.lines.sections.parts(), checked);
  refuseLinesBeyond(finished, facts.path, parts);
  refusePagesBeyond(finished, facts.path);
  const cut = cutOf(finished);
  const isCut = cut !== undefined && isRangeCut(finished, cut);
  if (cut !== undefined && checked.overBudget === "refuse" && isOverBudget(finished, cut))
    throw overBudget(finished, cut, facts.path);
  const extents = withLineExtent(finished);
  return {
    ok: true,
    status: cut === undefined ? "complete" : "partial",
    path: facts.relativePath,
    mediaType: facts.mediaType,
    handler: facts.handler,
    parts,
    notices: [
      ...facts.notices,
      ...rangeNotices(finished, isCut ? cut : undefined),
      ...partNotices(finished, parts),
      ...recognisedNotices(parts),
      ...collector.notices,
      ...(isWholeFile(finished, facts, cut) ? imageNotices(finished, facts, parts) : []),
    ],
    extents,
    ...(facts.text === undefined ? {} : { text: facts.text }),
    cost: collector.cost(),
    ...(cut === undefined ? {} : { stopped: cut.stop, next: nextAfter(finished, parts, cut) }),
  };
}

/** Adds the places of recognised lines to the boxes, if the request asks for boxes. */
function withRecognisedBoxes(parts: readonly ResultPart[], { request }: CheckedRequest): readonly ResultPart[] {
  if (request.boxes !== true) return parts;
  return parts.map((part) => {
    if (part.type !== "text" || part.recognised === undefined) return part;
    const { unit, lines } = part.recognised;
    if (part.boxes !== undefined && part.boxes.unit !== unit) return part;
    const placed = [...(part.boxes?.lines ?? []), ...lines.map(({ line, box }) => ({ line, box }))];
    return { ...part, boxes: { ...part.boxes, unit, lines: placed.toSorted((one, other) => one.line - other.line) } };
  });
}

function nextAfter(finished: Finished, parts: readonly ResultPart[], { point }: KnownCut): Continuation {
  return continueAfter(finished.checked, withContextLeft(finished, parts, point), finished.total);
}

function partNotices({ collector, pulled }: Finished, parts: readonly ResultPart[]): Notice[] {
  const notices: Notice[] = [];
  const clips = parts.flatMap((part) => (part.type === "text" ? (part.clips ?? []) : []));
  const tooLong = clips.filter((clip) => !isCutByBudget(clip, pulled.cut)).length;
  const { maxLineCharacters } = collector.lines.budget;
  if (tooLong > 0) notices.push({ type: "notice", code: "lines-clipped", count: tooLong, maxLineCharacters });
  if (!collector.lines.meter.hasEscapes) return notices;
  const texts = parts.map((part) => (part.type === "text" ? part.text : "")).filter(needsEscape);
  if (texts.length === 0) return notices;
  return [...notices, { type: "notice", code: "escaped-characters", ...countEscapes(texts.join("\n")) }];
}

/** True for types whose handlers say themselves why a model gets no image. */
function explainsImages(mediaType: MediaType): boolean {
  return mediaType === "application/pdf" || mediaType.startsWith("image/");
}

/** True if the answer shows whether the file has images: a part of a document may have none while another part has. */
function isWholeFile({ checked }: Finished, { handler }: FileFacts, cut: KnownCut | undefined): boolean {
  // A text never has images.
  if (handler === "text") return true;
  const { find, offset, ranges, pages, request } = checked;
  const namesPart = offset !== 1 || [find, ranges, pages, request.select].some((field) => field !== undefined);
  return cut === undefined && !namesPart;
}

/** Returns the notice that `view` had no effect, if images were requested and nothing else says why there are none. */
function imageNotices(
  { checked, collector }: Finished,
  { mediaType }: FileFacts,
  parts: readonly ResultPart[],
): readonly Notice[] {
  if (checked.request.view !== "image" || explainsImages(mediaType)) return [];
  if (parts.some(({ type }) => type === "image")) return [];
  const isExplained = collector.notices.some(({ code }) => code === "no-images" || code === "media-omitted");
  return isExplained ? [] : [{ type: "notice", code: "no-images", mediaType }];
}

/** True if the budget cut a line, however short it is. The reason for the stop then describes it. */
function isCutByBudget(clip: Clip, cut: Cut | undefined): boolean {
  return cut?.line === clip.line && cut.column === clip.column && cut.by !== "line-length";
}

/** Adds the number of lines, or a lower bound if the end was not reached. */
function withLineExtent({ collector, pulled, total }: Finished): readonly Extent[] {
  const extents = [...collector.extents];
  const extent = (lines: number, exact: boolean): Extent => ({ type: "extent", unit: "line", total: lines, exact });
  if (total !== undefined) addExtent(extents, extent(total, true));
  else if (pulled.lastSeen > 0) addExtent(extents, extent(pulled.lastSeen, false));
  return extents;
}

/** Minimum confidence of a line, in percent. Below it, a line is more often wrong than right. */
const unsureConfidence = 60;

/** Maximum number of runs of unsure lines in a notice. With more of them, the caller should look at the image. */
const maxRuns = 20;

/** Returns the notices about recognised lines of an answer, grouped by recogniser. */
function recognisedNotices(parts: readonly ResultPart[]): readonly Notice[] {
  const linesBy = new Map<string, PlacedLine[]>();
  for (const part of parts) {
    if (part.type !== "text" || part.recognised === undefined) continue;
    const { by, lines } = part.recognised;
    linesBy.set(by, [...(linesBy.get(by) ?? []), ...lines]);
  }
  return Array.from(linesBy, ([by, lines]) => noticeOf(by, lines));
}

function noticeOf(by: string, lines: readonly PlacedLine[]): Notice {
  // Weighted by characters, as recognisers do: a speck mistaken for a one-letter word must not count much.
  const weights = lines.map(({ words }) => words.reduce((sum, { text }) => sum + text.length, 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sum = lines.reduce((so, { confidence }, index) => so + confidence * (weights[index] ?? 1), 0);
  const unsure = runsOf(lines.filter(({ confidence }) => confidence < unsureConfidence).map(({ line }) => line));
  return {
    type: "notice",
    code: "text-recognised",
    by,
    lines: lines.length,
    confidence: Math.round(sum / total),
    ...(unsure.length === 0 ? {} : { unsureLines: listOf(unsure) }),
  };
}

type Run = readonly [first: number, last: number];

function listOf(runs: readonly Run[]): string {
  const shown = runs.slice(0, maxRuns).map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return [...shown, ...(runs.length > maxRuns ? ["…"] : [])].join(", ");
}

/** Merges line numbers into runs. An empty line between two paragraphs does not end a run. */
function runsOf(lines: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last !== undefined && line - last[1] <= 2) runs[runs.length - 1] = [last[0], line];
    else runs.push([line, line]);
  }
  return runs;
}

/**
 * Returns where a search continues after its answer ended in the context lines after a match: at that match, because a
 * search that starts after it would not find it. If the answer started with the match, it continues where it ended;
 * otherwise the same answer could repeat forever.
 */
function withContextLeft(
  finished: Finished,
  parts: readonly ResultPart[],
  point: ContinuationPoint,
): ContinuationPoint {
  const match = lastMatch(parts);
  if (match === undefined || match === firstLine(parts) || !isContext(finished, match, point)) return point;
  return { line: match, column: 1 };
}

/** True if the answer ended before a line that is only shown as context after this match. */
function isContext({ checked, pulled }: Finished, match: number, { line, column, page }: ContinuationPoint): boolean {
  if (pulled.isCutAtMatch || column > 1 || page !== undefined) return false;
  const [window] = windowsFrom(windowsOf(checked), match);
  const lastOfContext = match + (checked.find?.contextLines ?? 0);
  return line > match && line <= Math.min(lastOfContext, window?.last ?? lastOfContext);
}

function lastMatch(parts: readonly ResultPart[]): number | undefined {
  const last = parts.findLast((part) => part.type === "text" && part.matches !== undefined);
  return last?.type === "text" ? last.matches?.at(-1) : undefined;
}

function firstLine(parts: readonly ResultPart[]): number | undefined {
  return parts.find((part) => part.type === "text")?.firstLine;
}

/** True if an explicit range was cut. A limit that the caller set does not count as a cut. */
function isRangeCut({ checked, collector }: Finished, { stop }: KnownCut): boolean {
  if (!checked.isExplicitRange || stop.by === "images" || stop.by === "line-length") return false;
  return stop.by !== "lines" || collector.lines.meter.lines < (checked.limit ?? Number.POSITIVE_INFINITY);
}

/** True if the requested content exceeds the budget. A limit that the caller set does not count. */
function isOverBudget(finished: Finished, cut: KnownCut): boolean {
  if (finished.checked.isExplicitRange) return isRangeCut(finished, cut);
  return cut.stop.by !== "images" && cut.stop.by !== "line-length";
}

/** Creates the error for content that exceeds the budget, with a request for the part that fits. */
function overBudget(finished: Finished, cut: KnownCut, path: string): ReadError {
  const { checked, collector } = finished;
  const request = fittingRequest(finished, cut.point);
  const { by, limit } = cut.stop;
  const units = checked.isExplicitRange || checked.pages !== undefined ? undefined : unitExtent(collector.extents);
  const message = `${askedPart(checked, path)} the budget of ${limit} ${by === "time" ? "ms" : by}${units === undefined ? "" : `; it has ${unitCount(units)}`}.`;
  return new ReadError("over-budget", message, {
    hint: `Ask for a part that fits: ${requestWords(request)}${units === undefined ? "" : ", or choose `pages`"}.`,
    details: { limit: { name: by, value: limit }, request: { ...request } },
  });
}

/**
 * Returns a request for the part of a range before the budget was used up. If not even one line fits, requests as much
 * as there is room for.
 */
function fittingRequest({ checked, collector }: Finished, point: ContinuationPoint): ReadRequest {
  const { overBudget: _, ...request } = checked.request;
  const wholeLines = collector.lines.meter.lines - (point.column > 1 ? 1 : 0);
  if (wholeLines < 1) return { ...request, overBudget: "cut" };
  if (checked.ranges === undefined) return { ...request, limit: wholeLines };
  const fitting = windowsOf(checked)
    .filter(({ first }) => first < point.line)
    .map((window) => ({ ...window, last: Math.min(window.last ?? point.line - 1, point.line - 1) }));
  return { ...request, lines: fitting.map(windowText).join(",") };
}

function askedPart(checked: CheckedRequest, path: string): string {
  if (checked.isExplicitRange) return `${askedRange(checked)} of ${path} exceed`;
  const { pages } = checked.request;
  return pages === undefined ? `${path} exceeds` : `\`pages\` ${markFact(pages)} of ${path} exceed`;
}

function askedRange(checked: CheckedRequest): string {
  const { lines, limit } = checked.request;
  if (lines !== undefined) return `lines ${lines}`;
  return checked.offset < 0
    ? `${limit} of the last ${-checked.offset} lines`
    : `lines ${checked.offset}-${checked.offset + (limit ?? 1) - 1}`;
}

/** Returns the notices about the requested ranges. */
function rangeNotices({ pulled, checked, total }: Finished, cut: KnownCut | undefined): Notice[] {
  const notices: Notice[] = pulled.beyond.map((window) => ({
    type: "notice",
    code: "range-beyond-end",
    asked: windowText(window),
    total: total ?? 0,
  }));
  const by = cut?.stop.by;
  if (by === "lines" || by === "bytes" || by === "tokens" || by === "time") {
    notices.push({
      type: "notice",
      code: "range-cut",
      asked: askedRange(checked),
      limit: by,
      value: cut?.stop.limit ?? 0,
    });
  }
  return notices;
}

/** Throws `out-of-range` if all requested line ranges are beyond the end, unless the rules ask for a notice instead. */
function refuseLinesBeyond({ pulled, total, checked }: Finished, path: string, parts: readonly ResultPart[]): void {
  const [first] = pulled.beyond;
  if (first === undefined || parts.length > 0 || total === undefined) return;
  // A range that exists may show nothing because a search found nothing in it.
  if (pulled.beyond.length < windowsOf(checked).length) return;
  if (checked.rules.linesBeyond === "note") return;
  const what = total === 1 ? "1 line" : `${total} lines`;
  const orLast = checked.rules.negativeOffset === "refuse" ? "" : ", or -N for the last N lines";
  throw new ReadError("out-of-range", `${path} has ${what}; line ${first.first} is beyond its end.`, {
    hint:
      total === 0 ? "The file is empty: there is nothing to read." : `Ask for an offset from 1 to ${total}${orLast}.`,
    details: { total, unit: "line" },
  });
}

/** Throws `out-of-range` if the requested pages run past the last one and the rules refuse that. */
function refusePagesBeyond({ collector, checked }: Finished, path: string): void {
  if (checked.rules.pagesBeyond !== "refuse" || checked.pages === undefined) return;
  const extent = unitExtent(collector.extents);
  const beyond = checked.pages.find((range) => "last" in range && (range.last ?? 0) > (extent?.total ?? Infinity));
  if (extent === undefined || beyond === undefined) return;
  const { unit, total } = extent;
  const message = `${path} has ${unitCount(extent)}; \`pages\` ${markFact(String(checked.request.pages))} run past the last one.`;
  throw new ReadError("out-of-range", message, {
    hint: `Ask for \`pages\` from 1 to ${total}.`,
    details: { total, unit },
  });
}

/** Returns the size of a document in its units. Returns `undefined` if it has no units or their number is unknown. */
function unitExtent(extents: readonly Extent[]): (Extent & { readonly unit: PlaceUnit }) | undefined {
  for (const { unit, ...extent } of extents) if (unit !== "line" && extent.exact) return { unit, ...extent };
  return undefined;
}

/** Formats a size as `1 page` or `12 entries`. */
function unitCount({ unit, total }: Extent): string {
  if (total === 1) return `1 ${unit}`;
  return `${total} ${unit === "entry" ? "entries" : `${unit}s`}`;
}

/** The point and the reason of a cut, as data. */
interface KnownCut {
  readonly stop: Stop;
  readonly point: ContinuationPoint;
}

/** Returns the cut of a finished pull. A failure after some content counts as a cut by time. */
function cutOf(finished: Finished): KnownCut | undefined {
  const { pulled, collector, deadline } = finished;
  if (pulled.failure !== undefined) {
    const stop: Stop = { by: "time", limit: deadline.timeMs, used: Math.round(deadline.elapsedMs()) };
    return { stop, point: { line: (pulled.lastDone ?? 0) + 1, column: 1, ...nextPageOf(pulled) } };
  }
  if (pulled.cut === undefined) return undefined;
  const page = collector.fullAt?.index;
  return { stop: stopOf(pulled.cut.by, finished), point: { ...pulled.cut, ...(page === undefined ? {} : { page }) } };
}

/**
 * A read that ended before a page was recognised continues with that page, because skipping the earlier pages by line
 * would cost the same time again.
 */
function nextPageOf({ failure, lastPlace }: Pulled): Pick<ContinuationPoint, "page"> {
  const isBeforePage = ReadError.is(failure) && failure.details?.unit === "page";
  return isBeforePage && lastPlace?.unit === "page" ? { page: lastPlace.index + 1 } : {};
}

function stopOf(by: Stop["by"], { collector, maxLines, reservedLines }: Finished): Stop {
  const { meter, budget } = collector.lines;
  switch (by) {
    case "lines":
      return { by, limit: maxLines + reservedLines, used: meter.lines + reservedLines };
    case "bytes":
      return { by, limit: budget.maxBytes, used: meter.bytes };
    case "tokens":
      return { by, limit: budget.maxTokens, used: meter.tokens };
    case "images":
      return { by, limit: budget.maxImages, used: collector.cost().images };
    case "line-length":
      return { by, limit: budget.maxClipScanBytes, used: budget.maxClipScanBytes };
    case "time":
      return { by, limit: budget.maxLineCharacters, used: budget.maxLineCharacters };
  }
}
