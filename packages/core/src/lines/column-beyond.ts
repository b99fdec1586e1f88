import { ReadError } from "../errors.ts";

/** The error for a column behind the end of its line. */
export function columnBeyond(line: number, column: number, total: number): ReadError {
  const message = `Line ${line} has ${total} characters; column ${column} is beyond its end.`;
  return new ReadError("out-of-range", message, {
    hint: `Go on with line ${line + 1}, or ask for a column up to ${total}.`,
    details: { total, unit: "character", line },
  });
}
