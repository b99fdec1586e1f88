import type { Json, Place } from "@reader/core";
import type { LookRequest, Seen, SeenBlock } from "../../../src/web/wire.ts";

/** Returns the place in the person's view of what a model was shown. */
export function aimOf(request: Json, seen: Seen): LookRequest {
  const { path, facts } = seen;
  const fields = isFields(request) ? request : {};
  const { password } = fields;
  const isWhole = aimingFields.every((field) => fields[field] === undefined);
  return {
    path,
    ...(facts === undefined ? {} : { mediaType: facts.mediaType }),
    ...(typeof password === "string" ? { password } : {}),
    ...(isWhole ? {} : partAim(fields["select"], seen)),
  };
}

function partAim(select: Json | undefined, { blocks }: Seen): Omit<LookRequest, "path"> {
  const { line, at: place, near } = firstMatchOf(blocks) ?? firstShownOf(blocks);
  return {
    // An archive member is another file; cells and rows are places in this one.
    ...(typeof select === "string" && place?.unit === "entry" ? { select } : {}),
    ...(place === undefined ? {} : { place: { unit: place.unit, index: place.index } }),
    ...(line === undefined ? {} : lineAim(line)),
    ...(near === undefined ? {} : { near }),
  };
}

/** A line of the answer, and where it is in the file. */
interface Target {
  readonly line?: number | undefined;
  readonly at?: Place | undefined;
  /** Words at the place. */
  readonly near?: string | undefined;
}

function firstShownOf(blocks: readonly SeenBlock[]): Target {
  const at = blocks.find((block) => block.kind === "place")?.at;
  const lines = blocks.flatMap((block) => (block.kind === "lines" ? block.text.split("\n") : []));
  return { line: firstLineOf(blocks), at, near: firstWords(lines) };
}

/** The first line that matches a search, which has a colon after its number. Its context may start on another page. */
function firstMatchOf(blocks: readonly SeenBlock[]): Target | undefined {
  let place: Place | undefined;
  for (const block of blocks) {
    if ("at" in block) place = block.at ?? place;
    if (block.kind !== "lines") continue;
    const text = block.text.split("\n").find((line) => /^-?\d+:/.test(line));
    if (text !== undefined) return { line: Number.parseInt(text, 10), at: place, near: firstWords([text]) };
  }
  return undefined;
}

/** The first line with words, without its number. */
function firstWords(lines: readonly string[]): string | undefined {
  return lines.map((line) => line.replace(/^-?\d+[\t:]/, "")).find((line) => /[\p{L}\p{N}]/u.test(line));
}

/** Line numbers are negative if the file was read from its end. */
function lineAim(line: number): Omit<LookRequest, "path"> {
  return line < 0 ? { from: line - linesBefore } : { line };
}

/** Number of lines to show before the requested one, as on the server. */
const linesBefore = 12;

/** Request fields that select a part of a file. */
const aimingFields = ["offset", "lines", "column", "pages", "select", "find"];

/** A cell of a sheet. */
export interface AimedCell {
  readonly column: string;
  readonly row: string;
}

/** The cell of a request, or the first cell of its range. */
export function aimedCell(request: Json): AimedCell | undefined {
  const select = isFields(request) ? request["select"] : undefined;
  const [, column, row] = /!\$?([A-Z]{1,3})\$?(\d+)(?::|$)/.exec(typeof select === "string" ? select : "") ?? [];
  return column === undefined || row === undefined ? undefined : { column, row };
}

/** The number of the first shown line. */
export function firstLineOf(blocks: readonly SeenBlock[]): number | undefined {
  return lineNumbers(blocks).next().value;
}

/** The numbers of the shown lines. */
export function* lineNumbers(blocks: readonly SeenBlock[]): Generator<number, undefined> {
  for (const block of blocks) {
    if (block.kind !== "lines") continue;
    for (const line of block.text.split("\n")) {
      const number = Number.parseInt(line, 10);
      if (!Number.isNaN(number)) yield number;
    }
  }
  return undefined;
}

/** True for an object with fields. */
export function isFields(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
