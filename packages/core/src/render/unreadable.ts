import { ReadError } from "../contract/errors.ts";
import { isTextType, type MediaType } from "../contract/media-type.ts";
import { describeType } from "./type-descriptions.ts";

/**
 * Creates the error for a file that is not text and that no handler accepts, with its detected type and what would read
 * it. The code is `binary` if the type is unknown, or if text is followed by other bytes, and `unsupported-type`
 * otherwise. `path` is relative to the workspace.
 */
export function unreadable(path: string, mediaType: MediaType): ReadError {
  const { words, package: reader, advice } = describeType(mediaType);
  const isKnown = reader !== undefined || (mediaType !== "application/octet-stream" && !isTextType(mediaType));
  const hint =
    reader === undefined ? advice : `Add the handler of ${reader} to the reader, or convert the file to text.`;
  return new ReadError(isKnown ? "unsupported-type" : "binary", `${path} is ${words}, and no handler reads it.`, {
    ...(hint === undefined ? {} : { hint }),
    details: { mediaType, ...(reader === undefined ? {} : { package: reader }) },
  });
}
