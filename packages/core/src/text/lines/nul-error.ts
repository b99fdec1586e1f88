import { ReadError } from "../../contract/errors.ts";

/** Creates the error for text with NUL bytes where it would be shown: that part of the file is not text. */
export function nulError(path: string): ReadError {
  return new ReadError("binary", `${path} starts like text but holds NUL bytes: this part of it is binary.`, {
    hint: "Read another part of the file, or look at its bytes with a program for its format.",
  });
}
