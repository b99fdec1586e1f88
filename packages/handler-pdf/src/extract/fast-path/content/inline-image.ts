import { inflateSync } from "node:zlib";
import { UnsupportedContent } from "../base/unsupported-content.ts";
import {
  closeArrayToken,
  type Lexer,
  nameToken,
  numberToken,
  openArrayToken,
  operatorToken,
  stringToken,
} from "./lexer.ts";
import { classes, white } from "./strings.ts";

/** `ID`, encoded as the lexer encodes operators. */
const dataOperator = 0x4449;

/** Maximum number of tokens in the dictionary of an inline image. */
const maxTokens = 200;

/**
 * Number of bytes after `EI` that must look like content, so that `EI` inside data is not taken for the end. PDF.js
 * checks as many.
 */
const lookahead = 15;

/** The dictionary of an inline image. */
interface InlineImage {
  isStencil: boolean;
  isFiltered: boolean;
  /** The only filter; empty if there is none or a list of filters. */
  filter: string;
  width: number;
  height: number;
  bits: number;
  /** Number of channels; 0 if unknown. */
  channels: number;
}

/** Skips an inline image after `BI`. Returns whether it is a stencil. Throws `UnsupportedContent` for doubtful data. */
export function skipInlineImage(lexer: Lexer): boolean {
  const image = readDictionary(lexer);
  const { bytes } = lexer;
  const start = lexer.at + 1;
  // Of uncompressed data, the engine reads exactly the expected number of bytes.
  const from = image.isFiltered ? start : start + dataBytes(image);
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] === 0x45 && bytes[at + 1] === 0x49 && isEnd(bytes, at)) {
      if (image.isFiltered) mustInflate(image, bytes.subarray(start, at));
      lexer.at = at + 2;
      return image.isStencil;
    }
    if (!image.isFiltered && classes[bytes[at] ?? 0] !== white) break;
  }
  throw new UnsupportedContent("inline image");
}

/** Maximum size of inline images that are inflated. Sound ones have at most 4 KB. */
const maxImageBytes = 65_536;

/** The engine stops at an image that it cannot decode, so other filters are left to it, and so is damaged data. */
function mustInflate(image: InlineImage, data: Uint8Array): void {
  if ((image.filter !== "Fl" && image.filter !== "FlateDecode") || data.length > maxImageBytes)
    throw new UnsupportedContent("inline image");
  try {
    if (inflateSync(data, { maxOutputLength: maxImageBytes * 16 }).length >= dataBytes(image)) return;
  } catch {
    // Damaged.
  }
  throw new UnsupportedContent("inline image");
}

function dataBytes({ isStencil, width, height, bits, channels }: InlineImage): number {
  const perDot = isStencil ? 1 : bits * channels;
  if (perDot === 0) throw new UnsupportedContent("inline image");
  return Math.ceil((width * perDot) / 8) * height;
}

function readDictionary(lexer: Lexer): InlineImage {
  const image = { isStencil: false, isFiltered: false, filter: "", width: 0, height: 0, bits: 0, channels: 0 };
  let key = "";
  for (let count = 0; count < maxTokens; count++) {
    const token = lexer.next();
    if (token === operatorToken && lexer.operator === dataOperator) return image;
    const isKey = token === nameToken && !names.has(key);
    if (isKey) key = lexer.name();
    else {
      note(image, key, { lexer, token });
      key = "";
    }
    image.isFiltered ||= key === "F" || key === "Filter";
  }
  throw new UnsupportedContent("inline image");
}

/** Keys whose value may be a name. */
const names: ReadonlySet<string> = new Set(["CS", "ColorSpace", "F", "Filter", "Intent"]);

function note(image: InlineImage, key: string, value: { readonly lexer: Lexer; readonly token: number }): void {
  const { lexer, token } = value;
  const size = sizes.get(key);
  if (size !== undefined) image[size] = token === numberToken ? lexer.number : 0;
  else if (filters.has(key)) image.filter = token === nameToken ? lexer.name() : "";
  else if (spaces.has(key)) image.channels = channelsOfSpace(lexer, token);
  // Words longer than an operator are `true` or `false`.
  else if (masks.has(key)) image.isStencil = lexer.bytes[lexer.at - 4] === 0x74;
}

const sizes: ReadonlyMap<string, "width" | "height" | "bits"> = new Map([
  ["W", "width"],
  ["Width", "width"],
  ["H", "height"],
  ["Height", "height"],
  ["BPC", "bits"],
  ["BitsPerComponent", "bits"],
]);
const filters: ReadonlySet<string> = new Set(["F", "Filter"]);
const spaces: ReadonlySet<string> = new Set(["CS", "ColorSpace"]);
const masks: ReadonlySet<string> = new Set(["IM", "ImageMask"]);

/** Skips a direct colour space. Only indexed spaces are known, with one channel. */
function channelsOfSpace(lexer: Lexer, token: number): number {
  if (token === nameToken) return channelsOf(lexer.name());
  if (token !== openArrayToken || lexer.next() !== nameToken) return 0;
  const isIndexed = indexed.has(lexer.name());
  const tokens = [lexer.next(), lexer.next(), lexer.next(), lexer.next()].join(" ");
  return isIndexed && tokens === plainTable ? 1 : 0;
}

const indexed: ReadonlySet<string> = new Set(["I", "Indexed"]);

/** The tokens after the name of an indexed space: its base, its highest index and its colours. */
const plainTable = [nameToken, numberToken, stringToken, closeArrayToken].join(" ");

function channelsOf(space: string): number {
  return channels.get(space) ?? 0;
}

const channels: ReadonlyMap<string, number> = new Map([
  ["G", 1],
  ["DeviceGray", 1],
  ["RGB", 3],
  ["DeviceRGB", 3],
  ["CMYK", 4],
  ["DeviceCMYK", 4],
]);

/** True if these two letters form a token followed by content. */
function isEnd(bytes: Uint8Array, at: number): boolean {
  if (classes[bytes[at - 1] ?? 0] !== white) return false;
  const behind = bytes.subarray(at + 2, at + 2 + lookahead);
  return classes[behind[0] ?? 0x20] === white && behind.every(isText);
}

function isText(code: number): boolean {
  if (code < 0x20) return code !== 0 && classes[code] === white;
  return code < 0x7f;
}
