import { ReadError } from "../../contract/errors.ts";
import type { OutlineEntry } from "../../contract/outline.ts";
import type { CheckedRequest } from "../../contract/request.ts";
import { askOutline, type OutlinedFile } from "./ask-outline.ts";
import type { Call } from "../call.ts";
import { quoted } from "../../render/quote.ts";
import { findSymbol } from "./find-symbol.ts";

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
