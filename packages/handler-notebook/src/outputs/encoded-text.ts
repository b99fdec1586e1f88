import type { EncodedImage } from "./images.ts";

/** Minimum length of encoded data that is replaced in a text, in characters: some 190 bytes. */
const minWallCharacters = 256;

/**
 * Where a run of the base64 alphabets starts (the second is that of URLs); the look-behind keeps matching linear. How
 * far it goes is looked for apart: a pattern of it all would take memory for each character, and fail on a large one.
 */
const runStart = new RegExp(String.raw`(?<![\w+/-])[\w+/-]{${minWallCharacters}}`, "g");
const noRun = /[^\w+/-]/g;
const padding = /={0,2}/y;

/** Five or more lines of base64 as encoders wrap it; the line ends may be written as escapes, as in JSON. */
const wrappedStart = /(?<![\w+/-])(?:[\w+/-]{60,80}(?:\r?\n|\\n)){5}/g;
const wrappedLine = /[\w+/-]{60,80}(?:\r?\n|\\n)/y;
const wrappedEnd = /(?:[\w+/-]{1,80}={0,2})?/y;

/** A data URI up to its data. */
const dataUri = /data:([a-z]{1,40}\/[\w.+-]{1,100})(?:;[\w.-]{1,100}=[\w.-]{1,100}){0,8};base64,/gi;
const noData = /[^\w+/=-]/g;

/** What Markdown writes before the address of an image. */
const imageStart = /!\[([^\]\n]{0,200})\]\($/;
const mostImageStart = 204;

/** Text with walls of base64 named instead of shown. Long words of one letter case, and digests, stay. */
export function nameWalls(text: string): string {
  if (text.length < minWallCharacters) return text;
  const unwrapped = replaceWalls(text, wrappedStart, wrappedEndIn);
  return replaceWalls(unwrapped, runStart, (within, from) => endOf(padding, within, firstOf(noRun, within, from)));
}

function replaceWalls(text: string, start: RegExp, endIn: (text: string, from: number) => number): string {
  let [named, at] = ["", 0];
  start.lastIndex = 0;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const end = endIn(text, start.lastIndex);
    named += text.slice(at, match.index) + nameWall(text.slice(match.index, end));
    at = end;
    start.lastIndex = end;
  }
  return at === 0 ? text : named + text.slice(at);
}

function wrappedEndIn(text: string, from: number): number {
  let end = from;
  for (let next = endOf(wrappedLine, text, end); next > end; next = endOf(wrappedLine, text, end)) end = next;
  return endOf(wrappedEnd, text, end);
}

/** Where a sticky pattern ends that starts there; there, where it does not match. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** Where a pattern of one character matches first; the end, where it does nowhere. */
function firstOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}

/** Text with its embedded images taken out, to be shown as images. */
export interface ExtractedImages {
  readonly text: string;
  readonly images: readonly EncodedImage[];
}

/** Takes base64 data URIs out of Markdown and says what stood there; everything else stays. */
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

function nameWall(wall: string): string {
  const isMixed = /[a-z]/.test(wall) && /[A-Z]/.test(wall) && /\d/.test(wall);
  if (!isMixed) return wall;
  const end = /(?:\n|\\n)?$/.exec(wall)?.[0] ?? "";
  return `(base64, ${wall.length - end.length} characters, not shown)${end}`;
}
