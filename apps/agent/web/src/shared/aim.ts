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
  const match = firstMatchOf(blocks);
  const line = match?.line ?? firstLineOf(blocks);
  const place = match?.at ?? blocks.find((block) => block.kind === "place")?.at;
  return {
    // An archive member is another file; cells and rows are places in this one.
    ...(typeof select === "string" && place?.unit === "entry" ? { select } : {}),
    ...(place === undefined ? {} : { place: { unit: place.unit, index: place.index } }),
    ...(line === undefined ? {} : lineAim(line)),
    ...nearOf(match === undefined ? blocks : [match.block]),
  };
}

interface Match {
  readonly line: number;
  readonly at?: Place;
  /** The matching line alone. */
  readonly block: SeenBlock;
}

/** The first line that matches a search, which has a colon after its number. Its context may start on another page. */
function firstMatchOf(blocks: readonly SeenBlock[]): Match | undefined {
  for (const block of blocks) {
    const text = block.kind === "lines" ? block.text.split("\n").find((line) => /^-?\d+:/.test(line)) : undefined;
    if (block.kind !== "lines" || text === undefined) continue;
    return {
      line: Number.parseInt(text, 10),
      block: { kind: "lines", text },
      ...(block.at === undefined ? {} : { at: block.at }),
    };
  }
  return undefined;
}

/** The first line with words, without its number. */
function nearOf(blocks: readonly SeenBlock[]): { readonly near?: string } {
  const lines = blocks.flatMap((block) => (block.kind === "lines" ? block.text.split("\n") : []));
  const near = lines.map((line) => line.replace(/^-?\d+[\t:]/, "")).find((line) => /[\p{L}\p{N}]/u.test(line));
  return near === undefined ? {} : { near };
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
