import { ReadError } from "@reader/core/handler";

/** Creates the error for bytes that one of our own decoders cannot read. `what` is a sentence. */
export function corrupt(what: string): ReadError {
  return new ReadError("corrupt", what, {
    hint: "Get an undamaged copy of the file, or open it in an image editor and export it as PNG.",
  });
}

/** Creates the error for an unsupported variant of a format. */
export function unsupported(what: string): ReadError {
  return new ReadError("unsupported-type", what, {
    hint: "Convert it to PNG first, with an image editor or ImageMagick.",
  });
}
