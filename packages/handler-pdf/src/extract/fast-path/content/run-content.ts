import type { ScannedPaint } from "../../hiding/scan-state.ts";
import { UnsupportedContent } from "../base/unsupported-content.ts";
import type { MarkedProperties } from "../base/page-resources.ts";
import {
  closeArrayToken,
  closeDictionaryToken,
  endToken,
  Lexer,
  nameToken,
  numberToken,
  openArrayToken,
  openDictionaryToken,
  operatorToken,
  stringToken,
} from "./lexer.ts";
import { type ContentSettings, Interpreter } from "./interpreter.ts";
import { ActualText } from "./actual-text.ts";
import { type Operator, simpleOperators } from "./operators.ts";
import { classes, white } from "./strings.ts";
import type { UnknownCodes } from "./text-pen.ts";

/** The outcome of a page. Painted content is valid only if it is done. */
export type ContentOutcome =
  | DoneContent
  /** Fonts must learn these codes; then the page must run again. */
  | { readonly kind: "unknown"; readonly codes: UnknownCodes }
  /** The engine must read the page. The reason is a word or two, for statistics. */
  | { readonly kind: "bail"; readonly reason: string };

/** Everything was painted. */
export interface DoneContent {
  readonly kind: "done";
  /** False if the engine must be asked which vectors are as white as paper. */
  readonly areVectorsKnown: boolean;
  /** What may hide text, in the form of `mayHideText`. */
  readonly scanned: ScannedPaint;
  /** True if no image covers text; unknown if `scanned` has a finding. */
  readonly areImagesBehind: boolean;
  /** The widths of strokes that are drawn thinner than written. */
  readonly scaledWidths: readonly number[];
}

/** Interprets page content exactly as the engine does, or gives up. Never throws because of the content. */
export function runContent(bytes: Uint8Array, settings: ContentSettings): ContentOutcome {
  try {
    const interpreter = new Interpreter(settings);
    runMarked(interpreter, bytes);
    interpreter.finish();
    const { codes } = interpreter.pen.unknown;
    if (codes.size > 0) return { kind: "unknown", codes };
    const { areVectorsKnown, scaledWidths, hidden } = interpreter;
    const { paint: scanned, areImagesBehind } = hidden;
    return { kind: "done", areVectorsKnown, scanned, areImagesBehind, scaledWidths };
  } catch (error) {
    if (error instanceof UnsupportedContent) return { kind: "bail", reason: error.reason };
    throw error;
  }
}

/** Runs the content of a page or form and ends the marked content that it leaves open. */
function runMarked(interpreter: Interpreter, bytes: Uint8Array): void {
  runStream(interpreter, bytes);
  while (interpreter.marks.length > interpreter.marksFloor) endMarked(interpreter);
}

function runStream(interpreter: Interpreter, bytes: Uint8Array): void {
  const lexer = new Lexer(bytes);
  interpreter.lexer = lexer;
  for (;;) {
    const token = lexer.next();
    if (token === numberToken) interpreter.addOperand(lexer.number);
    else if (token === operatorToken) runOperator(interpreter, lexer.operator);
    else if (token === endToken) break;
    else addOther(interpreter, token);
  }
  interpreter.pen.endRun();
}

function runOperator(interpreter: Interpreter, key: number): void {
  const run = operatorOf(key);
  if (run === undefined) {
    if (interpreter.compatibility <= 0) throw new UnsupportedContent("operator");
  } else {
    const { otherOperands } = interpreter;
    if (key === showListKey ? otherOperands.strings > 0 : otherOperands.hasShown) throw new UnsupportedContent("list");
    if (otherOperands.hasList && key !== showListKey) interpreter.settleList();
    run(interpreter);
  }
  interpreter.clearOperands();
}

function addOther(interpreter: Interpreter, token: number): void {
  const { otherOperands, lexer } = interpreter;
  otherOperands.isEmpty = false;
  if (token === stringToken) {
    if (++otherOperands.strings > 1) throw new UnsupportedContent("strings");
  } else if (token === nameToken) addName(interpreter, lexer.name());
  else if (token === openArrayToken) interpreter.showList();
  else if (token === openDictionaryToken) otherOperands.properties = readProperties(lexer);
  else throw new UnsupportedContent("syntax");
}

function addName(interpreter: Interpreter, name: string): void {
  if (++interpreter.otherOperands.names === 1) interpreter.name = name;
  else interpreter.otherOperands.properties = name;
}

const special: Readonly<Record<string, Operator>> = {
  Do: paintExternal,
  BI: (interpreter) => interpreter.paintImage(skipInlineImage(interpreter.lexer) ? "stencil" : "opaque"),
  BMC: (interpreter) => beginMarked(interpreter, undefined),
  BDC: (interpreter) => beginMarked(interpreter, propertiesOf(interpreter)),
  EMC: endMarked,
  MP: (interpreter) => {
    beginMarked(interpreter, undefined);
    endMarked(interpreter);
  },
  DP: (interpreter) => {
    beginMarked(interpreter, propertiesOf(interpreter));
    endMarked(interpreter);
  },
};

function paintExternal(interpreter: Interpreter): void {
  const external = interpreter.resources.external(interpreter.name);
  // A form starts without operands.
  interpreter.clearOperands();
  if (external === "nothing") return;
  if (typeof external === "string") interpreter.paintImage(external);
  else interpreter.paintForm(external, runMarked);
}

function propertiesOf({ otherOperands: { properties }, resources }: Interpreter): MarkedProperties | undefined {
  return typeof properties === "string" ? resources.properties(properties) : properties;
}

/** Encodes an operator name as the lexer does. */
function keyOf(name: string): number {
  return name.charCodeAt(0) | ((name.charCodeAt(1) || 0) << 8) | ((name.charCodeAt(2) || 0) << 16);
}

const showListKey = keyOf("TJ");

const allOperators = Object.entries({ ...simpleOperators, ...special });

/** Operators of one and two letters by code, and those of three. */
const shortOperators: readonly (Operator | undefined)[] = shortOnes();
const longOperators: ReadonlyMap<number, Operator> = new Map(allOperators.map(([name, run]) => [keyOf(name), run]));

function shortOnes(): readonly (Operator | undefined)[] {
  const table = Array.from<Operator | undefined>({ length: 1 << 14 }).fill(undefined);
  for (const [name, run] of allOperators) if (name.length < 3) table[placeOf(keyOf(name))] = run;
  return table;
}

function placeOf(key: number): number {
  return (key & 0x7f) | ((key & 0x7f00) >> 1);
}

function operatorOf(key: number): Operator | undefined {
  return (key & ~0x7f7f) === 0 ? shortOperators[placeOf(key)] : longOperators.get(key);
}

/** Maximum nesting of marked content. No real page exceeds it. */
const maxMarks = 500;

/** Begins marked content. */
function beginMarked(interpreter: Interpreter, properties: MarkedProperties | undefined): void {
  const { pen, tags, painted, marks, name } = interpreter;
  pen.endRun();
  if (marks.length >= maxMarks) throw new UnsupportedContent("nesting");
  const ofElement = tags.begin(name, properties);
  const text = properties?.actualText ?? ofElement;
  if (text !== undefined && interpreter.replacement !== undefined) throw new UnsupportedContent("actual text");
  const replacement = text === undefined ? undefined : new ActualText(painted, text);
  marks.push(replacement);
  if (replacement !== undefined) setActualText(interpreter, replacement);
}

/** Ends marked content. A surplus end is ignored. */
function endMarked(interpreter: Interpreter): void {
  const { pen, tags, marks } = interpreter;
  pen.endRun();
  if (marks.length <= interpreter.marksFloor) return;
  const replacement = marks.pop();
  replacement?.end();
  if (replacement !== undefined) setActualText(interpreter, undefined);
  tags.end();
}

function setActualText(interpreter: Interpreter, replacement: ActualText | undefined): void {
  interpreter.replacement = replacement;
  interpreter.pen.sink = replacement ?? interpreter.painted;
}

/** Maximum nesting of arrays and dictionaries. */
const maxNesting = 20;

/** Reads a dictionary in content, after its opening brackets, for the used properties of marked content. */
function readProperties(lexer: Lexer): MarkedProperties {
  let properties: MarkedProperties = {};
  for (;;) {
    const token = lexer.next();
    if (token === closeDictionaryToken) return properties;
    if (token !== nameToken) throw new UnsupportedContent("dictionary");
    const key = lexer.name();
    const kind = lexer.next();
    if (key === "MCID" && kind === numberToken) properties = { ...properties, mcid: Math.trunc(lexer.number) };
    else if (key === "ActualText" && kind === stringToken) properties = { ...properties, actualText: textIn(lexer) };
    else skipValue(lexer, kind, 0);
  }
}

/** Skips a value after its first token. */
function skipValue(lexer: Lexer, kind: number, nesting: number): void {
  if (nesting > maxNesting || isNoValue(lexer, kind)) throw new UnsupportedContent("dictionary");
  if (kind !== openArrayToken && kind !== openDictionaryToken) return;
  const end = kind === openArrayToken ? closeArrayToken : closeDictionaryToken;
  for (let inner = lexer.next(); inner !== end; inner = lexer.next()) skipValue(lexer, inner, nesting + 1);
}

function isNoValue(lexer: Lexer, kind: number): boolean {
  if (kind === operatorToken) return !wordValues.has(lexer.operator);
  return kind === endToken || kind === closeArrayToken || kind === closeDictionaryToken;
}

/** `true`, `false` and `null` are longer than operators. No other words of that length are distinguished. */
const wordValues: ReadonlySet<number> = new Set([0]);

/** Decodes a text string: UTF-16 or UTF-8 with a byte order mark, or PDFDocEncoding, of which only ASCII is certain. */
function textIn({ string: { source, start, end } }: Lexer): string {
  const bytes = source.subarray(start, end);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes);
  if (bytes.some((byte) => byte < 0x20 || byte >= 0x7f)) throw new UnsupportedContent("actual text");
  // Not `String.fromCharCode`, whose number of arguments is limited by the stack.
  return new TextDecoder("latin1").decode(bytes);
}

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
  width: number;
  height: number;
  bits: number;
  /** Number of channels; 0 if unknown. */
  channels: number;
}

/** Skips an inline image after `BI`. Returns whether it is a stencil. */
function skipInlineImage(lexer: Lexer): boolean {
  const image = readDictionary(lexer);
  const { bytes } = lexer;
  const start = lexer.at + 1;
  // Of uncompressed data, the engine reads exactly the expected number of bytes.
  const from = image.isFiltered ? start : start + dataBytes(image);
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] === 0x45 && bytes[at + 1] === 0x49 && isEnd(bytes, at)) {
      lexer.at = at + 2;
      return image.isStencil;
    }
    if (!image.isFiltered && classes[bytes[at] ?? 0] !== white) break;
  }
  throw new UnsupportedContent("inline image");
}

function dataBytes({ isStencil, width, height, bits, channels }: InlineImage): number {
  const perDot = isStencil ? 1 : bits * channels;
  if (perDot === 0) throw new UnsupportedContent("inline image");
  return Math.ceil((width * perDot) / 8) * height;
}

function readDictionary(lexer: Lexer): InlineImage {
  const image = { isStencil: false, isFiltered: false, width: 0, height: 0, bits: 0, channels: 0 };
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
