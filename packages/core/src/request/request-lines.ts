import type { FieldReader } from "./request-fields.ts";
import type { RequestRules } from "../contract/request-rules.ts";

/** Which lines a request names. */
export interface LineFields {
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  readonly column: number | undefined;
  readonly lines: string | undefined;
}

/** Reads the fields that name lines and brings them together: an end line becomes a limit, a tail an offset. */
export function resolveLineFields(reader: FieldReader, rules: RequestRules): LineFields {
  const offset = readOffset(reader, rules);
  const end = reader.integer("end", Number.MIN_SAFE_INTEGER);
  const limit = reader.integer("limit", 1);
  const column = reader.integer("column", 1);
  const lines = reader.text("lines");
  if (lines !== undefined) {
    if (offset !== undefined || end !== undefined || limit !== undefined) {
      const problem = "lines is given together with offset, limit or an end line";
      reader.refuse({ field: "lines", problem, fix: "send either lines, or offset and limit" });
    }
    return { offset: undefined, limit: undefined, column, lines };
  }
  return { offset, limit: limitOf(reader, { offset, limit, end }), column, lines };
}

function readOffset(reader: FieldReader, { negativeOffset }: RequestRules): number | undefined {
  const offset = reader.integer("offset", Number.MIN_SAFE_INTEGER);
  const tail = reader.integer("tail", 1);
  const isRefused = negativeOffset === "refuse" && (offset ?? 1) < 0;
  if (offset === 0 || isRefused) {
    const orNegative = negativeOffset === "refuse" ? "" : ", or a negative offset to count from the end";
    const fix = `send offset 1 for the first line${orNegative}`;
    reader.refuse({ field: "offset", problem: `offset is ${offset}, and lines count from 1`, fix });
  }
  if (tail === undefined) return offset;
  if (offset !== undefined && offset !== -tail) {
    const problem = `offset is ${offset} and tail is ${tail}, which name different lines`;
    reader.refuse({ field: "offset", problem, fix: "send only one of them" });
  }
  if (negativeOffset === "refuse") {
    const problem = `tail is ${tail}, and lines count from 1`;
    reader.refuse({ field: "offset", problem, fix: "send offset, the number of the first line" });
  }
  return -tail;
}

interface Span {
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  readonly end: number | undefined;
}

function limitOf(reader: FieldReader, span: Span): number | undefined {
  const { offset = 1, limit, end } = span;
  // Tools that know no open end write it as -1, and so does "to the end" counted from the end.
  if (end === undefined || end === -1) return limit;
  if (end === 0 || offset < 0 !== end < 0) {
    const problem = `the end line is ${end} and offset is ${offset}`;
    reader.refuse({
      field: "limit",
      problem,
      fix: "send offset and limit, both counted from the same end of the file",
    });
    return limit;
  }
  const count = end - offset + 1;
  if (count < 1) {
    const problem = `the end line ${end} lies before the first line ${offset}`;
    reader.refuse({ field: "limit", problem, fix: "send an end line after the first one" });
  }
  // A limit that the range does not reach is what tools send that always send one, and contradicts nothing.
  if (limit !== undefined && limit < count) {
    const problem = `limit is ${limit} and the end line is ${end}, which is ${count} lines`;
    reader.refuse({ field: "limit", problem, fix: "send only one of them" });
  }
  return count;
}
