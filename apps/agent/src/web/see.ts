import { extname } from "node:path/posix";
import {
  escapeName,
  humanLine,
  renderTexts,
  type Budget,
  type Extent,
  type ReadOutcome,
  type Reader,
  type ReadResult,
  type StopSignal,
} from "@reader/core";
import { capabilitiesOf } from "./models.ts";
import { seenBlocks } from "./seen-blocks.ts";
import { seenNotes } from "./seen-notes.ts";
import type { Seen, SeenFacts, SeenRequest } from "./wire/seen.ts";

/** Reads as a model would, and tells exactly what it gets. Never rejects for a fault of the file or the request. */
export async function see(reader: Reader, { request, model }: SeenRequest, signal: StopSignal): Promise<Seen> {
  const capabilities = capabilitiesOf(model);
  const input = typeof request === "object" && request !== null ? request : String(request ?? "");
  const start = performance.now();
  const outcome = await reader.read(input, { capabilities, signal });
  const milliseconds = performance.now() - start;
  const { content, notes } = renderTexts(outcome);
  const path = pathOf(input) ?? outcome.path;
  return {
    summary: humanLine(outcome),
    path,
    milliseconds,
    blocks: seenBlocks(outcome, content, { capabilities, path }),
    notes: seenNotes(notes, outcome.notices),
    ...verdictOf(outcome, reader.budget),
  };
}

/** As it was asked for: the path of an answer is relative to its root, and several roots may have it. */
function pathOf(input: object | string): string | undefined {
  if (typeof input === "string") return input;
  return "path" in input && typeof input.path === "string" ? input.path : undefined;
}

function verdictOf(outcome: ReadOutcome, budget: Budget): Pick<Seen, "facts" | "error"> {
  if (outcome.ok) return { facts: factsOf(outcome, budget) };
  const { code, message, hint } = outcome.error;
  return { error: { code, message, hint } };
}

function factsOf(result: ReadResult, budget: Budget): SeenFacts {
  const { status, mediaType, path, handler, notices, extents, next } = result;
  const remaining = next?.remaining?.lines;
  return {
    status,
    mediaType: escapeName(mediaType),
    extension: escapeName(extname(path)),
    nameDisagrees: notices.some(({ code }) => code === "name-disagrees"),
    handler,
    extents: extents.map(extentWords),
    meter: meterOf(result, budget),
    ...(next === undefined
      ? {}
      : { next: { request: next.request, ...(remaining === undefined ? {} : { remaining }) } }),
  };
}

function meterOf({ cost }: ReadResult, { maxTokens, maxBytes, maxImages }: Budget): SeenFacts["meter"] {
  return { tokens: cost.tokens, bytes: cost.bytes, images: cost.images, maxTokens, maxBytes, maxImages };
}

function extentWords({ unit, total, exact }: Extent): string {
  const noun = total === 1 ? unit : pluralOf(unit);
  return `${exact ? "" : "at least "}${total.toLocaleString("en-GB").replaceAll(",", "\u202f")} ${noun}`;
}

function pluralOf(unit: string): string {
  return unit === "entry" ? "entries" : `${unit}s`;
}
