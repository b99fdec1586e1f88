import { ReadError } from "@reader/core/handler";

/** The error for bytes that a decoder of our own cannot read: `what` is a sentence. */
export function corrupt(what: string): ReadError {
  return new ReadError("corrupt", what, {
    hint: "Get an undamaged copy of the file, or open it in an image editor and export it as PNG.",
  });
}

/** The error for a kind of a format that is not read here. */
export function unsupported(what: string): ReadError {
  return new ReadError("unsupported-type", what, {
    hint: "Convert it to PNG first, with an image editor or ImageMagick.",
  });
}
