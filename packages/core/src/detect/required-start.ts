import type { MediaType } from "../contract/media-type.ts";

/** Formats that are text, are read by a handler, and start with one character behind white space and a mark. */
const starts: Readonly<Record<MediaType, string>> = {
  "application/x-ipynb+json": "{",
  "application/rtf": "{",
  "image/svg+xml": "<",
};

/**
 * Whether a text cannot be what its name promises, because every file of that format starts in another way: plain text
 * under the name of a notebook is plain text, and so is an empty file.
 */
export function lacksStart(label: MediaType | undefined, text: string): boolean {
  const start = label !== undefined && Object.hasOwn(starts, label) ? starts[label] : undefined;
  return start !== undefined && !text.trimStart().startsWith(start);
}

/** Whether nothing but this very format belongs under its names. */
export function hasRequiredStart(label: MediaType): boolean {
  return Object.hasOwn(starts, label);
}
