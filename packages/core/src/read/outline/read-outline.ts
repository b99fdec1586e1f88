import { createConversion } from "../../documents/conversion.ts";
import { ReadError } from "../../contract/errors.ts";
import { text, type HandlerEvent } from "../../contract/events.ts";
import type { Notice } from "../../contract/notices.ts";
import type { Outline } from "../../contract/outline.ts";
import { outlineLines } from "../../render/outline-text.ts";
import type { ReadResult } from "../../contract/result.ts";
import { askOutline, type OutlinedFile } from "./ask-outline.ts";
import type { Call } from "../call.ts";
import { pullDocument } from "../read-document.ts";
import { findSymbol } from "./find-symbol.ts";

/** Reads the outline of a file in place of its content, as lines that can be paged and searched. */
export async function readOutline(call: Call, file: OutlinedFile): Promise<ReadResult> {
  const { path } = file.opened;
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
export function noOutlineOf(path: string, mediaType: string): ReadError {
  return new ReadError("invalid-request", `Nothing here makes an outline of ${path}, which is ${mediaType}.`, {
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
    `The outline of ${path} is that of all of it, and pages were asked for too.`,
    {
      hint: 'Send either `pages` or view "outline".',
      details: { issues: [{ field: "pages", problem: "an outline is of the whole" }] },
    },
  );
}
