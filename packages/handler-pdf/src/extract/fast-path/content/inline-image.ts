import { classes, white } from "./characters.ts";
import { closeArrayToken, nameToken, numberToken, openArrayToken, operatorToken, stringToken } from "./lexer.ts";
import type { Lexer } from "./lexer.ts";
import { NotQuick } from "../base/not-quick.ts";

/** `ID`, as the lexer writes operators. */
const dataOperator = 0x4449;

/** Entries of the dictionary of a picture, their values counted; there are not so many. */
const maxTokens = 200;

/** Bytes behind `EI` that must look like content, so that it is no chance in the data; PDF.js looks at as many. */
const lookahead = 15;

/** What is told of a picture in front of its data. */
interface Picture {
  isStencil: boolean;
  isFiltered: boolean;
  width: number;
  height: number;
  bits: number;
  /** Numbers of one dot; 0 where that is not known. */
  channels: number;
}

/** Passes over a picture that is written in the content itself, behind `BI`; tells whether it is a stencil. */
export function skipInlineImage(lexer: Lexer): boolean {
  const picture = readDictionary(lexer);
  const { bytes } = lexer;
  const start = lexer.at + 1;
  // The engine takes as many bytes of plain data as there must be, whatever they are.
  const from = picture.isFiltered ? start : start + dataBytes(picture);
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] === 0x45 && bytes[at + 1] === 0x49 && isEnd(bytes, at)) {
      lexer.at = at + 2;
      return picture.isStencil;
    }
    if (!picture.isFiltered && classes[bytes[at] ?? 0] !== white) break;
  }
  throw new NotQuick("inline image");
}

function dataBytes({ isStencil, width, height, bits, channels }: Picture): number {
  const perDot = isStencil ? 1 : bits * channels;
  if (perDot === 0) throw new NotQuick("inline image");
  return Math.ceil((width * perDot) / 8) * height;
}

function readDictionary(lexer: Lexer): Picture {
  const picture = { isStencil: false, isFiltered: false, width: 0, height: 0, bits: 0, channels: 0 };
  let key = "";
  for (let count = 0; count < maxTokens; count++) {
    const token = lexer.next();
    if (token === operatorToken && lexer.operator === dataOperator) return picture;
    const isKey = token === nameToken && !names.has(key);
    if (isKey) key = lexer.name();
    else {
      note(picture, key, { lexer, token });
      key = "";
    }
    picture.isFiltered ||= key === "F" || key === "Filter";
  }
  throw new NotQuick("inline image");
}

/** Keys whose value may be a name. */
const names: ReadonlySet<string> = new Set(["CS", "ColorSpace", "F", "Filter", "Intent"]);

function note(picture: Picture, key: string, value: { readonly lexer: Lexer; readonly token: number }): void {
  const { lexer, token } = value;
  const size = sizes.get(key);
  if (size !== undefined) picture[size] = token === numberToken ? lexer.number : 0;
  else if (spaces.has(key)) picture.channels = channelsOfSpace(lexer, token);
  // Words longer than an operator are `true` or `false`.
  else if (masks.has(key)) picture.isStencil = lexer.bytes[lexer.at - 4] === 0x74;
}

const sizes: ReadonlyMap<string, "width" | "height" | "bits"> = new Map([
  ["W", "width"],
  ["Width", "width"],
  ["H", "height"],
  ["Height", "height"],
  ["BPC", "bits"],
  ["BitsPerComponent", "bits"],
]);
const spaces: ReadonlySet<string> = new Set(["CS", "ColorSpace"]);
const masks: ReadonlySet<string> = new Set(["IM", "ImageMask"]);

/** Of spaces in place, those of indexed colours are known, whose dots are one number each; they are passed over. */
function channelsOfSpace(lexer: Lexer, token: number): number {
  if (token === nameToken) return channelsOf(lexer.name());
  if (token !== openArrayToken || lexer.next() !== nameToken) return 0;
  const isIndexed = indexed.has(lexer.name());
  const tokens = [lexer.next(), lexer.next(), lexer.next(), lexer.next()].join(" ");
  return isIndexed && tokens === plainTable ? 1 : 0;
}

const indexed: ReadonlySet<string> = new Set(["I", "Indexed"]);

/** What follows the name of such a space: that of its base, its highest number and its colours. */
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

/** Whether these two letters stand alone, and content follows them. */
function isEnd(bytes: Uint8Array, at: number): boolean {
  if (classes[bytes[at - 1] ?? 0] !== white) return false;
  const behind = bytes.subarray(at + 2, at + 2 + lookahead);
  return classes[behind[0] ?? 0x20] === white && behind.every(isText);
}

function isText(code: number): boolean {
  if (code < 0x20) return code !== 0 && classes[code] === white;
  return code < 0x7f;
}
