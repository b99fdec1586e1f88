import type { Extent } from "../contract/events.ts";
import type { Cut } from "../text/lines/answer.ts";
import { addExtent } from "../text/lines/sections.ts";
import type { MediaType } from "../contract/media-type.ts";
import type { Notice } from "../contract/notices.ts";
import { countEscapes, needsEscape } from "../render/escapes.ts";
import type { Clip, Continuation, ReadResult, ResultPart, TextFacts } from "../contract/result.ts";
import { withContextLeft } from "./context-left.ts";
import { continueAfter } from "./continuation.ts";
import { cutOf, type KnownCut } from "./cut.ts";
import type { Finished } from "./finished.ts";
import { isOverBudget, isRangeCut, overBudget, rangeNotices } from "./range-cut.ts";
import { refuseLinesBeyond, refusePagesBeyond } from "./range-beyond.ts";
import { recognisedNotices } from "./recognised-notice.ts";

/** What is known of the file itself. */
export interface FileFacts {
  /** For messages. */
  readonly path: string;
  /** Exact. */
  readonly relativePath: string;
  readonly mediaType: MediaType;
  readonly handler: string;
  readonly notices: readonly Notice[];
  readonly text?: TextFacts;
}

/** Makes the answer; throws where there is none: nothing but ranges beyond the end, or a failure before the first line. */
export function finishRead(finished: Finished, facts: FileFacts): ReadResult {
  const { collector, checked } = finished;
  const parts = collector.lines.sections.parts();
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
    ],
    extents,
    ...(facts.text === undefined ? {} : { text: facts.text }),
    cost: collector.cost(),
    ...(cut === undefined ? {} : { stopped: cut.stop, next: nextAfter(finished, parts, cut) }),
  };
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

/** Whether it is the budget that ends a line, however short that is: what stopped the answer says so. */
function isCutByBudget(clip: Clip, cut: Cut | undefined): boolean {
  return cut?.line === clip.line && cut.column === clip.column && cut.by !== "line-length";
}

/** Tells how many lines there are, or at least how many were seen. */
function withLineExtent({ collector, pulled, total }: Finished): readonly Extent[] {
  const extents = [...collector.extents];
  const extent = (lines: number, exact: boolean): Extent => ({ type: "extent", unit: "line", total: lines, exact });
  if (total !== undefined) addExtent(extents, extent(total, true));
  else if (pulled.lastSeen > 0) addExtent(extents, extent(pulled.lastSeen, false));
  return extents;
}
