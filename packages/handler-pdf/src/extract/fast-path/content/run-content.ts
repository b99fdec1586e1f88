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
import { skipInlineImage } from "./inline-image.ts";
import { operandsOf, type Operands } from "./operand-counts.ts";
import { type Operator, simpleOperators } from "./operators.ts";
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
  // Content that was cut off.
  if (interpreter.operandCount > 0 || !interpreter.otherOperands.isEmpty) throw new UnsupportedContent("operands");
  interpreter.pen.endRun();
}

function runOperator(interpreter: Interpreter, key: number): void {
  const known = operatorOf(key);
  if (known === undefined) {
    if (interpreter.compatibility <= 0) throw new UnsupportedContent("operator");
  } else {
    const { otherOperands } = interpreter;
    if (!isComplete(interpreter, known.operands)) throw new UnsupportedContent("operands");
    if (otherOperands.hasList && key !== showListKey) {
      if (otherOperands.hasShown) throw new UnsupportedContent("list");
      interpreter.settleList();
    }
    known.run(interpreter);
  }
  interpreter.clearOperands();
}

/** True if an operator has the operands that it takes, and no others. */
function isComplete({ operandCount, otherOperands }: Interpreter, { numbers, other }: Operands): boolean {
  if (numbers >= 0 && operandCount !== numbers) return false;
  if (other === "none") return otherOperands.isEmpty;
  if (other === "any") return true;
  const { names, strings, hasList } = otherOperands;
  return (
    names === (other === "name" ? 1 : 0) && strings === (other === "string" ? 1 : 0) && hasList === (other === "list")
  );
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

/** An operator with what it takes. */
interface KnownOperator {
  readonly run: Operator;
  readonly operands: Operands;
}

const allOperators: readonly (readonly [name: string, operator: KnownOperator])[] = Object.entries({
  ...simpleOperators,
  ...special,
}).map(([name, run]) => [name, { run, operands: operandsOf(name) }]);

/** Operators of one and two letters by code, and those of three. */
const shortOperators: readonly (KnownOperator | undefined)[] = shortOnes();
const longOperators: ReadonlyMap<number, KnownOperator> = new Map(
  allOperators.map(([name, operator]) => [keyOf(name), operator]),
);

function shortOnes(): readonly (KnownOperator | undefined)[] {
  const table = Array.from<KnownOperator | undefined>({ length: 1 << 14 }).fill(undefined);
  for (const [name, operator] of allOperators) if (name.length < 3) table[placeOf(keyOf(name))] = operator;
  return table;
}

function placeOf(key: number): number {
  return (key & 0x7f) | ((key & 0x7f00) >> 1);
}

function operatorOf(key: number): KnownOperator | undefined {
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
  if (interpreter.replacement !== undefined) requirePlainMark(text, properties);
  const replacement = text === undefined ? undefined : new ActualText(painted, text);
  marks.push(replacement);
  if (replacement !== undefined) setActualText(interpreter, replacement);
}

/** The last glyph of ActualText is held until the text ends, so within it neither an element nor other text may begin. */
function requirePlainMark(text: string | undefined, properties: MarkedProperties | undefined): void {
  if (text !== undefined || properties?.mcid !== undefined) throw new UnsupportedContent("actual text");
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
