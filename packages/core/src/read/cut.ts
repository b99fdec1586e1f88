import type { Stop } from "../contract/result.ts";
import type { ContinuationPoint } from "./continuation.ts";
import type { Finished } from "./finished.ts";
import type { Pulled } from "../text/lines/pull.ts";
import { ReadError } from "../contract/errors.ts";

/** The point and the reason of a cut, as data. */
export interface KnownCut {
  readonly stop: Stop;
  readonly point: ContinuationPoint;
}

/** Returns the cut of a finished pull. A failure after some content counts as a cut by time. */
export function cutOf(finished: Finished): KnownCut | undefined {
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
