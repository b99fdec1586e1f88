import { isTiny } from "@reader/document/page";

/** A page whose embedded images are marked in its text. */
export interface MarkedPage {
  /** The page, with a mark instead of each image. */
  readonly html: string;
  readonly images: readonly EmbeddedImage[];
}

/** An image that a page holds as a `data:` address. */
export interface EmbeddedImage {
  readonly alt: string;
  readonly mediaType: string;
  bytes(): Uint8Array;
}

/** Encloses the number of an image in the text of a page, through which the search for its main content keeps it. */
const mark = "\uE0F7";

const marked = new RegExp(`${mark}(\\d{1,4})${mark}`, "g");

/** Maximum number of images, of `data:` addresses that may be some, and of characters of a tag besides the data. */
const maxImages = 500;
const maxAddresses = 10_000;
const maxTagCharacters = 4000;

/** Images of fewer characters are lines and dots. */
const minCharacters = 200;

/** Takes the images out of a page that was saved with them. SVG drawings stay, which are no photographs. */
export function withImageMarks(html: string): MarkedPage {
  const plain = html.replaceAll(mark, "");
  const images: EmbeddedImage[] = [];
  let text = "";
  let from = 0;
  for (const tag of imageTags(plain)) {
    const { start, dataAt, dataEnd, end, mediaType, attributes } = tag;
    if (start < from || dataEnd - dataAt < minCharacters || isTiny(attributes)) continue;
    const alt = (attributes.get("alt") ?? "").replaceAll(/[\s[\]]+/g, " ").trim();
    images.push({ alt, mediaType, bytes: () => bytesOf(plain.slice(dataAt, dataEnd)) });
    text += `${plain.slice(from, start)}${mark}${images.length}${mark}`;
    from = end;
    if (images.length >= maxImages) break;
  }
  return images.length === 0 ? { html, images } : { html: text + plain.slice(from), images };
}

/** Yields the tags of images whose source is in them. */
function* imageTags(html: string): Generator<ImageTag> {
  let addresses = 0;
  for (const { index, 0: start, 1: mediaType = "" } of html.matchAll(/data:(image\/[\w.-]{1,30});base64,/gi)) {
    addresses += 1;
    if (addresses > maxAddresses) return;
    const tag = tagAround(html, index, index + start.length);
    if (tag !== undefined) yield { ...tag, mediaType };
  }
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64.replaceAll("%2B", "+").replaceAll("%2F", "/"), "base64"));
}

interface ImageTag {
  readonly mediaType: string;
  readonly start: number;
  readonly dataAt: number;
  readonly dataEnd: number;
  readonly end: number;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Finds the tag of an image around its data, without looking further than a tag is long. */
function tagAround(html: string, index: number, dataAt: number): Omit<ImageTag, "mediaType"> | undefined {
  const before = html.slice(Math.max(0, index - maxTagCharacters), index);
  const open = before.lastIndexOf("<");
  const lead = before.slice(open);
  if (open < 0 || !/^<img\b[^>]*\ssrc\s*=\s*["']?$/i.test(lead)) return undefined;
  const dataEnd = endOfData(html, dataAt);
  const after = html.slice(dataEnd, dataEnd + maxTagCharacters);
  const close = after.indexOf(">");
  if (close < 0) return undefined;
  const attributes = attributesIn(`${lead} ${after.slice(0, close)}`);
  return { start: index - before.length + open, dataAt, dataEnd, end: dataEnd + close + 1, attributes };
}

/** The data ends with the first character that Base64 has not. */
function endOfData(html: string, at: number): number {
  const end = /[^A-Za-z\d+/=%]/g;
  end.lastIndex = at;
  return end.exec(html)?.index ?? html.length;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function attributesIn(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", double, single] of tag.matchAll(
    /\s(alt|width|height|style)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi,
  )) {
    const value = (double ?? single ?? "").replaceAll(
      /&(amp|lt|gt|quot|#39);/g,
      (all, entity: string) => entities[entity] ?? all,
    );
    found.set(name.toLowerCase(), value);
  }
  return found;
}

/** A text with references to its images instead of their marks. */
export interface ReferringText {
  readonly text: string;
  /** The numbers of its images, from 1. */
  readonly numbers: readonly number[];
}

/** Replaces the marks of images in Markdown by references. */
export function withReferences(markdown: string, images: readonly EmbeddedImage[]): ReferringText {
  if (images.length === 0) return { text: markdown, numbers: [] };
  const numbers: number[] = [];
  const text = markdown.replaceAll(marked, (_, digits: string) => {
    const number = Number(digits);
    const image = images[number - 1];
    if (image === undefined) return "";
    numbers.push(number);
    return `![${image.alt}](image ${number})`;
  });
  return { text, numbers };
}
