import { isTextType, withSupertypes, type MediaType } from "../contract/media-type.ts";
import { labelOf } from "./extensions.ts";
import { jsonShapeOf } from "./json-prefix.ts";
import { mailTypeOf } from "./mail-type.ts";
import { markupTypeOf, type MarkupType } from "./markup-type.ts";
import { lacksStart } from "./required-start.ts";
import { separatedTypeOf } from "./separated-values.ts";

/** What kind of text a file is, and whether its bytes or its name told. */
export interface TextType {
  readonly mediaType: MediaType;
  readonly by: "text" | "name";
}

/** The start of a text file. */
export interface TextStart {
  readonly name: string;
  /** Decoded, without the byte order mark. */
  readonly text: string;
  readonly isWhole: boolean;
}

/** Kinds of text that HTML is part of: their name says more than a tag at the start. */
const aroundHtml: ReadonlySet<MediaType> = new Set([
  "text/markdown",
  "text/x-php",
  "text/x-vue",
  "text/x-template",
  "text/html",
]);

const openings: readonly (readonly [RegExp, MediaType])[] = [
  [/^BEGIN:VCALENDAR\b/i, "text/calendar"],
  [/^BEGIN:VCARD\b/i, "text/vcard"],
  [/^WEBVTT(?:[ \t\r\n]|$)/, "text/vtt"],
  [/^#EXTM3U\b/, "application/vnd.apple.mpegurl"],
  [/^WARC\/[01]\.\d\r?\n/, "application/warc"],
  [/^P[123]\s+(?:#.*\s+)?\d+\s+\d+\s/, "image/x-portable-anymap"],
  [/^diff --git /, "text/x-diff"],
  [/^#!.*\bpython/, "text/x-python"],
  [/^#!.*\b(?:ba|z|da|k|fi)?sh\b/, "text/x-shellscript"],
  [/^#!.*\b(?:node|deno|bun)\b/, "text/javascript"],
  [/^#!.*\bruby/, "text/x-ruby"],
  [/^#!.*\bperl/, "text/x-perl"],
];

/**
 * The kind of a text, by its start; the name decides where the start says nothing, and between kinds that the start
 * cannot tell apart. A name never makes text of bytes that are markup or a message.
 */
export function textTypeOf(start: TextStart): TextType {
  const text = start.text.trimStart();
  const label = fittingLabelOf(start.name, text);
  const markup = text.startsWith("<") ? markupTypeOf(text) : undefined;
  const strong = strongTypeOf(start.text, markup, label);
  if (strong !== undefined) return { mediaType: strong, by: "text" };
  if (label !== undefined && label !== "text/plain") return { mediaType: label, by: "name" };
  const weak = markup?.mediaType ?? openingOf(text) ?? jsonTypeOf(text, start.isWhole);
  return weak === undefined ? plainTypeOf(start, label) : { mediaType: weak, by: "text" };
}

/** Rows of values make a table only where the name does not say that it is plain text. */
function plainTypeOf({ text, isWhole }: TextStart, label: MediaType | undefined): TextType {
  if (label !== undefined) return { mediaType: label, by: "name" };
  return { mediaType: separatedTypeOf(text, isWhole) ?? "text/plain", by: "text" };
}

/** What no name overrules. */
function strongTypeOf(
  text: string,
  markup: MarkupType | undefined,
  label: MediaType | undefined,
): MediaType | undefined {
  if (markup?.isCertain === true) return isCloser(label, markup.mediaType) ? undefined : markup.mediaType;
  return label === "message/rfc822" ? undefined : mailTypeOf(text);
}

/** What the name says, if it is a kind of text at all. */
function textLabelOf(name: string): MediaType | undefined {
  const label = labelOf(name);
  return label !== undefined && isTextType(label) ? label : undefined;
}

/** What the name says, if the text can be that. */
function fittingLabelOf(name: string, text: string): MediaType | undefined {
  const label = textLabelOf(name);
  return lacksStart(label, text) ? undefined : label;
}

/** Whether the name says more than the markup does: a kind of it, or a kind of text that it is part of. */
function isCloser(label: MediaType | undefined, markup: MediaType): boolean {
  if (label === undefined) return false;
  if (markup === "text/html") return aroundHtml.has(label);
  return label !== markup && withSupertypes(label).includes(markup);
}

function openingOf(text: string): MediaType | undefined {
  return openings.find(([pattern]) => pattern.test(text))?.[1];
}

function jsonTypeOf(text: string, isWhole: boolean): MediaType | undefined {
  if (!text.startsWith("{") && !text.startsWith("[")) return undefined;
  const shape = jsonShapeOf(text, isWhole);
  if (shape === undefined) return undefined;
  return shape === "lines" ? "application/x-ndjson" : "application/json";
}
