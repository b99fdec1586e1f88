import { ReadError } from "../../contract/errors.ts";
import { text, type HandlerEvent } from "../../contract/events.ts";
import type { Handler } from "../../contract/handler.ts";
import type { Notice } from "../../contract/notices.ts";
import type { Outline, OutlineEntry } from "../../contract/outline.ts";
import type { CheckedRequest } from "../../contract/request.ts";
import type { ReadResult } from "../../contract/result.ts";
import type { Sniff } from "../../contract/source.ts";
import { createConversion } from "../../documents/conversion.ts";
import type { OpenedFile } from "../../files/workspace/safe-open.ts";
import { outlineLines } from "../../render/outline-text.ts";
import { quoted } from "../../render/quote.ts";
import type { Call } from "../call.ts";
import { pullDocument } from "../read-document.ts";
import { askOutline, outlinedFile, type OutlinedFile } from "./ask-outline.ts";
import { findSymbol } from "./find-symbol.ts";

/** Reads the outline of a file in place of its content, as lines that can be paged and searched. */
export async function readOutline(
  call: Call,
  opened: OpenedFile,
  found: { readonly sniff: Sniff; readonly reader: Handler | undefined },
): Promise<ReadResult> {
  const file = await outlinedFile(call, opened, found);
  const { path } = opened;
  if (file === undefined) throw noOutlineOf(path, found.sniff.mediaType);
  if (call.checked.pages !== undefined) throw noPages(path);
  const whole = await askOutline(call, file, call.budget.documentTimeMs);
  const outline = chosenPart(whole, call.checked.select, path);
  const lines = outlineLines(outline);
  const conversion = createConversion(eventsOf(lines), {
    abort: new AbortController(),
    release: () => Promise.resolve(),
  });
  try {
    const { sniff, handler } = file;
    const result = await pullDocument(call, conversion, { file, sniff, handler });
    return { ...result, notices: [...noticesOf(outline, lines.length), ...result.notices] };
  } finally {
    await conversion.close();
  }
}

/** Creates the error for a file that no handler outlines. */
function noOutlineOf(path: string, mediaType: string): ReadError {
  return new ReadError("invalid-request", `No handler outlines ${path}, which is ${mediaType}.`, {
    hint: "Read it without `view`, with `offset` and `limit` for a part of it, or search it with `find`.",
    details: { mediaType },
  });
}

function chosenPart(outline: Outline, select: string | undefined, path: string): Outline {
  if (select === undefined) return outline;
  return { ...outline, entries: [findSymbol(outline, select, path)] };
}

async function* eventsOf(lines: readonly string[]): AsyncGenerator<HandlerEvent, void, undefined> {
  if (lines.length > 0) yield text(`${lines.join("\n")}\n`);
}

function noticesOf({ truncated, truncatedBy }: Outline, lines: number): readonly Notice[] {
  if (truncated === true) return [{ type: "notice", code: "outline-incomplete", ...truncatedBy }];
  return lines === 0 ? [{ type: "notice", code: "no-outline", reason: "none" }] : [];
}

function noPages(path: string): ReadError {
  return new ReadError(
    "invalid-request",
    `The outline of ${path} covers the whole file, and the request also has pages.`,
    {
      hint: 'Send either `pages` or view "outline".',
      details: { issues: [{ field: "pages", problem: "an outline covers the whole file" }] },
    },
  );
}

/**
 * Converts a call for a symbol of a text to a call for its lines. The content is that of the file, and `next` continues
 * by lines.
 */
export async function callForSymbol(call: Call, file: OutlinedFile, select: string): Promise<Call> {
  const { path } = file.opened;
  refuseLines(call.checked, path);
  const outline = await askOutline(call, file, call.budget.documentTimeMs);
  const { lines } = findSymbol(outline, select, path);
  if (lines === undefined) throw nowhere(select, path);
  return { ...call, checked: onlyLines(call.checked, lines) };
}

function onlyLines(checked: CheckedRequest, { first, last }: NonNullable<OutlineEntry["lines"]>): CheckedRequest {
  const { select: _, offset: __, limit: ___, ...rest } = checked.request;
  const request = { ...rest, lines: `${first}-${last}` };
  return { ...checked, request, select: undefined, ranges: [{ first, last }], isExplicitRange: true };
}

/** Throws if a request has both lines and a symbol, because they contradict each other. */
function refuseLines({ ranges, offset, column }: CheckedRequest, path: string): void {
  if (ranges === undefined && offset === 1 && column === 1) return;
  const field = ranges === undefined ? "offset" : "lines";
  throw new ReadError("invalid-request", `${field} and select name different lines of ${path}.`, {
    hint: `Send either \`select\` or \`${field}\`.`,
    details: { issues: [{ field, problem: "select names the lines" }] },
  });
}

function nowhere(select: string, path: string): ReadError {
  return new ReadError("out-of-range", `${path} has a part of that name, but its lines are not known.`, {
    hint: `Search for it with \`find\`: ${quoted(select, 100)}.`,
  });
}
