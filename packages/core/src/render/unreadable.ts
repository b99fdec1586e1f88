import { ReadError } from "../errors.ts";
export function unreadable(path: string, mediaType: string): ReadError {
  return new ReadError(
    mediaType === "application/octet-stream" ? "binary" : "unsupported-type",
    `${path} is ${mediaType}.`,
    { details: { mediaType } },
  );
}
