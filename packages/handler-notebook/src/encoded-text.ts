import type { EncodedImage } from "./images.ts";

/** Characters from which encoded data in a text is a wall that tells nobody anything: some 190 bytes. */
const minWallCharacters = 256;

/** A run of the base64 alphabets (the second is that of URLs); the look-behind keeps matching linear. */
const run = new RegExp(String.raw`(?<![\w+/-])[\w+/-]{${minWallCharacters},}={0,2}`, "g");

/** Five or more lines of base64 as encoders wrap it; the line ends may be written as escapes, as in JSON. */
const wrappedRun = /(?<![\w+/-])(?:[\w+/-]{60,80}(?:\r?\n|\\n)){5,}(?:[\w+/-]{1,80}={0,2})?/g;

/** With what Markdown writes before it, where it does. */
const dataUri = /(!\[([^\]\n]{0,200})\]\()?data:([a-z]+\/[\w.+-]+)(?:;[\w.-]+=[\w.-]+)*;base64,([\w+/=-]*)/gi;

/** Text with walls of base64 named instead of shown. Long words of one letter case, and digests, stay. */
export function nameWalls(text: string): string {
  return text.length < minWallCharacters ? text : text.replace(wrappedRun, nameWall).replace(run, nameWall);
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
  const take = (_: string, ...[before = "", alt, type = "", data = ""]: readonly (string | undefined)[]): string => {
    const mediaType = type.toLowerCase();
    if (mediaType.startsWith("image/")) images.push({ mediaType, data, alt });
    return `${before}embedded:${mediaType}`;
  };
  const text = markdown.replace(dataUri, take);
  return { text, images };
}

function nameWall(wall: string): string {
  const isMixed = /[a-z]/.test(wall) && /[A-Z]/.test(wall) && /\d/.test(wall);
  if (!isMixed) return wall;
  const end = /(?:\n|\\n)?$/.exec(wall)?.[0] ?? "";
  return `(base64, ${wall.length - end.length} characters, not shown)${end}`;
}
