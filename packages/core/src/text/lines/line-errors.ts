import { ReadError } from "../../contract/errors.ts";
import { counted } from "../../render/words.ts";

/** Creates the error for a column after the end of its line. */
export function columnBeyond(line: number, column: number, total: number): ReadError {
  const message = `Line ${line} has ${counted(total, "character")}; column ${column} is beyond its end.`;
  return new ReadError("out-of-range", message, {
    hint: total === 0 ? "Leave column out." : `Leave column out, or ask for one from 1 to ${total}.`,
    details: { total, unit: "character", line },
  });
}

/** Creates the error for a part of a text file that is full of NUL bytes and control characters. */
export function nulError(path: string): ReadError {
  return new ReadError("binary", `${path} starts like text but contains NUL bytes: this part of it is binary.`, {
    hint: "Read another part of the file, or look at its bytes with a program for its format.",
  });
}
