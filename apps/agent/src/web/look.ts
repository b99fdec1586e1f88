import type { Reader, ReadOutcome, ReadRequest, ReadResult, StopSignal } from "@reader/core";
import { documentLook, pictureLook, tableLook, textLook, type Sight } from "./look-kinds.ts";
import { person } from "./models.ts";
import type { Look, LookRequest } from "./wire/look.ts";

/** Lines of text that are shown at once. */
const linesAtOnce = 400;

/** Lines before the one that is looked for. */
const linesBefore = 12;

/** Rows of a table that are shown at once. */
const rowsAtOnce = 200;

/**
 * A file as a person sees it: pages and pictures as pictures, tables as tables, text as it stands. All of it comes
 * through the reader, with a person's capabilities, so that nothing is shown that a model could not ask for.
 */
export async function look(reader: Reader, request: LookRequest, signal: StopSignal): Promise<Look> {
  const send = (asked: ReadRequest): Promise<ReadOutcome> => reader.read(asked, { capabilities: person, signal });
  const outcome = await send(firstRequest(request));
  if (!outcome.ok) return failureLook(outcome);
  const found = await secondLook(send, outcome, request);
  return found.ok ? lookOf({ result: found, request }) : failureLook(found);
}

type Send = (request: ReadRequest) => Promise<ReadOutcome>;

function firstRequest(request: LookRequest): ReadRequest {
  const { mediaType = "", place, select } = request;
  const base = baseOf(request);
  if (mediaType.startsWith("image/")) return { ...base, view: "image" };
  if (mediaType === "application/pdf" && select === undefined) {
    return { ...base, view: "image", pages: String(place?.unit === "page" ? place.index : 1) };
  }
  return { ...base, ...windowOf(request) };
}

/** What every request for the file needs. */
function baseOf({ path, select, password }: LookRequest): ReadRequest {
  return { path, ...(select === undefined ? {} : { select }), ...(password === undefined ? {} : { password }) };
}

/** The lines or rows to show. */
function windowOf({ mediaType = "", line = 1, from, select }: LookRequest): Omit<ReadRequest, "path"> {
  const first = from ?? Math.max(1, line - linesBefore);
  // The rows of a table have no numbers from its end.
  if (isTable(mediaType) && select === undefined && first > 0) return { select: `${first}-${first + rowsAtOnce - 1}` };
  if (!isFlowing(mediaType)) return { offset: first, limit: linesAtOnce };
  return from === undefined ? {} : { offset: from };
}

/** What the first look could not know: that the file has pages, or that the place is further on. */
async function secondLook(send: Send, outcome: ReadResult, request: LookRequest): Promise<ReadOutcome> {
  const { place, mediaType, select } = request;
  if (mediaType === undefined && select === undefined && isSeenBetter(outcome.mediaType)) {
    return send(firstRequest({ ...request, mediaType: outcome.mediaType }));
  }
  if (place === undefined || isUnaddressed(place.unit) || !isFlowing(outcome.mediaType)) return outcome;
  if (outcome.parts.some(({ at }) => at?.unit === place.unit && at.index === place.index)) return outcome;
  return send({ ...baseOf(request), pages: String(place.index) });
}

function lookOf(sight: Sight): Look {
  const { mediaType, handler, parts } = sight.result;
  if (parts.every((part) => part.type === "text" && part.text === "")) {
    return { kind: "empty", message: "There is nothing in it to be seen." };
  }
  if (mediaType === "application/pdf" || mediaType.startsWith("image/")) {
    if (parts.some(({ type }) => type === "image")) return pictureLook(sight);
  }
  if (isTable(mediaType) && handler !== "text") return tableLook(sight, rowsAtOnce);
  return handler === "text" && mediaType !== "text/markdown" ? textLook(sight, linesAtOnce) : documentLook(sight);
}

function failureLook({ error: { message, hint } }: Extract<ReadOutcome, { ok: false }>): Look {
  return { kind: "nothing", message, hint };
}

function isTable(mediaType: string): boolean {
  return mediaType === "text/csv" || mediaType === "text/tab-separated-values";
}

function isSeenBetter(mediaType: string): boolean {
  return mediaType === "application/pdf" || mediaType.startsWith("image/") || isTable(mediaType);
}

/** Text that is no document is looked at in windows. */
function isFlowing(mediaType: string): boolean {
  return mediaType === "text/markdown" || !(mediaType === "" || mediaType.startsWith("text/"));
}

/** Places that no request names by their number. */
function isUnaddressed(unit: string): boolean {
  return unit === "entry" || unit === "section" || unit === "chapter";
}
