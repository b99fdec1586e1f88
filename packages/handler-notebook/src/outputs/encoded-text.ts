import type { EncodedImage } from "./images.ts";

/** Minimum length of encoded data that is replaced in a text, in characters: some 190 bytes. */
const minBlockCharacters = 256;

/**
 * Matches the start of a run of the base64 alphabets (the standard one and that of URLs). The lookbehind keeps matching
 * linear. The end is searched separately, because a pattern for the whole run would take memory for each character and
 * fail on a long one.
 */
const runStart = new RegExp(String.raw`(?<![\w+/-])[\w+/-]{${minBlockCharacters}}`, "g");
const noRun = /[^\w+/-]/g;
const padding = /={0,2}/y;

/** Matches five lines of wrapped base64. Line breaks may be escaped, as in JSON. */
const wrappedStart = /(?<![\w+/-])(?:[\w+/-]{60,80}(?:\r?\n|\\n)){5}/g;
const wrappedLine = /[\w+/-]{60,80}(?:\r?\n|\\n)/y;
const wrappedEnd = /(?:[\w+/-]{1,80}={0,2})?/y;

/** Matches a data URI up to its data. */
const dataUri = /data:([a-z]{1,40}\/[\w.+-]{1,100})(?:;[\w.-]{1,100}=[\w.-]{1,100}){0,8};base64,/gi;
const noData = /[^\w+/=-]/g;

/** Matches the Markdown before the address of an image. */
const imageStart = /!\[([^\]\n]{0,200})\]\($/;
const mostImageStart = 204;

/** Replaces blocks of base64 by placeholders. Keeps digests and long words in one letter case. */
export function replaceBase64(text: string): string {
  if (text.length < minBlockCharacters) return text;
  const unwrapped = replaceBlocks(text, wrappedStart, wrappedEndIn);
  return replaceBlocks(unwrapped, runStart, (within, from) => endOf(padding, within, firstOf(noRun, within, from)));
}

function replaceBlocks(text: string, start: RegExp, endIn: (text: string, from: number) => number): string {
  let [replaced, at] = ["", 0];
  start.lastIndex = 0;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const end = endIn(text, start.lastIndex);
    replaced += text.slice(at, match.index) + placeholderFor(text.slice(match.index, end));
    at = end;
    start.lastIndex = end;
  }
  return at === 0 ? text : replaced + text.slice(at);
}

function wrappedEndIn(text: string, from: number): number {
  let end = from;
  for (let next = endOf(wrappedLine, text, end); next > end; next = endOf(wrappedLine, text, end)) end = next;
  return endOf(wrappedEnd, text, end);
}

/** Returns the end of a match of a sticky pattern at an offset, or the offset. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** Returns the offset of the first match of a one-character pattern, or the end of the text. */
function firstOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}

/** A text without its embedded images, and the images. */
export interface ExtractedImages {
  readonly text: string;
  readonly images: readonly EncodedImage[];
}

/** Replaces base64 data URIs in Markdown by placeholders, and returns their images. */
export function extractDataUris(markdown: string): ExtractedImages {
  if (!markdown.includes("base64,")) return { text: markdown, images: [] };
  const images: EncodedImage[] = [];
  let [text, at] = ["", 0];
  dataUri.lastIndex = 0;
  for (let match = dataUri.exec(markdown); match !== null; match = dataUri.exec(markdown)) {
    const end = firstOf(noData, markdown, dataUri.lastIndex);
    const mediaType = (match[1] ?? "").toLowerCase();
    const alt = imageStart.exec(markdown.slice(Math.max(at, match.index - mostImageStart), match.index))?.[1];
    if (mediaType.startsWith("image/")) images.push({ mediaType, data: markdown.slice(dataUri.lastIndex, end), alt });
    text += `${markdown.slice(at, match.index)}embedded:${mediaType}`;
    at = end;
    dataUri.lastIndex = end;
  }
  return { text: text + markdown.slice(at), images };
}

function placeholderFor(block: string): string {
  const isMixed = /[a-z]/.test(block) && /[A-Z]/.test(block) && /\d/.test(block);
  if (!isMixed) return block;
  const end = /(?:\n|\\n)?$/.exec(block)?.[0] ?? "";
  return `(base64, ${block.length - end.length} characters, not shown)${end}`;
}
