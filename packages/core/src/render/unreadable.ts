import { ReadError } from "../contract/errors.ts";
import { isTextType, type MediaType } from "../contract/media-type.ts";
import { describeType } from "./type-descriptions.ts";

/**
 * The error for a file that is no text and that no handler takes: what it is by its bytes, and what would read it.
 * `binary` where nobody knows what it is, or where its text is broken off by other bytes, `unsupported-type` otherwise. `path` is relative to the workspace.
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
