import type { MediaType } from "../contract/media-type.ts";

/**
 * Text formats that a handler reads, with the characters that each starts with, after whitespace and a byte order mark.
 */
const starts: Readonly<Record<MediaType, string>> = {
  "application/x-ipynb+json": "{",
  "application/rtf": "{\\rt",
  "image/svg+xml": "<",
};

/**
 * True if a text cannot be of the type that its name promises, because every file of that format starts differently.
 * Plain text with the name of a notebook is plain text, and so is an empty file.
 */
export function lacksStart(label: MediaType | undefined, text: string): boolean {
  const start = label !== undefined && Object.hasOwn(starts, label) ? starts[label] : undefined;
  return start !== undefined && !text.trimStart().startsWith(start);
}

/** True if no other format is valid under the extensions of this one. */
export function hasRequiredStart(label: MediaType): boolean {
  return Object.hasOwn(starts, label);
}
