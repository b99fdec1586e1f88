import type { ScannedPaint } from "../../../model/scan-state.ts";
import { skipInlineImage } from "./inline-image.ts";
import { endToken, Lexer, nameToken, numberToken, openArrayToken } from "./lexer.ts";
import { openDictionaryToken, operatorToken, stringToken } from "./lexer.ts";
import { Machine, type ContentSettings } from "./machine.ts";
import { beginMarked, endMarked } from "./marked-content.ts";
import { NotQuick } from "../base/not-quick.ts";
import { simpleOperators, type Operator } from "./operators.ts";
import { readProperties } from "./properties.ts";
import type { QuickProperties } from "../base/quick-resources.ts";
import type { UnknownCodes } from "./unknown-codes.ts";

/** What became of a page. Whatever was painted counts only if it is done. */
export type ContentOutcome =
  | DoneContent
  /** Fonts must get to know codes, and then the page is to be run again. */
  | { readonly kind: "unknown"; readonly codes: UnknownCodes }
  /** The engine must read the page; the reason is a word or two, for statistics. */
  | { readonly kind: "bail"; readonly reason: string };

/** All was painted. */
export interface DoneContent {
  readonly kind: "done";
  /** False where the engine must be asked which vectors are as white as paper. */
  readonly areVectorsKnown: boolean;
  /** What may hide text, as `mayHideText` takes it. */
  readonly scanned: ScannedPaint;
  /** Whether no picture may cover text; not known where `scanned` has found something. */
  readonly arePicturesBehind: boolean;
  /** The widths of strokes, as content gives them, that are drawn thinner than that. */
  readonly scaledWidths: readonly number[];
}

/** Interprets the content of a page as the engine does, or not at all. Never throws for what content holds. */
export function runContent(bytes: Uint8Array, settings: ContentSettings): ContentOutcome {
  try {
    const machine = new Machine(settings);
    runMarked(machine, bytes);
    machine.finish();
    const { codes } = machine.pen.unknown;
    if (codes.size > 0) return { kind: "unknown", codes };
    const { areVectorsKnown, scaledWidths, hidden } = machine;
    const { paint: scanned, arePicturesBehind } = hidden;
    return { kind: "done", areVectorsKnown, scanned, arePicturesBehind, scaledWidths };
  } catch (error) {
    if (error instanceof NotQuick) return { kind: "bail", reason: error.reason };
    throw error;
  }
}

/** Runs the content of a page or of a form, and ends the marked content that it leaves open. */
function runMarked(machine: Machine, bytes: Uint8Array): void {
  runStream(machine, bytes);
  while (machine.marks.length > machine.marksFloor) endMarked(machine);
}

function runStream(machine: Machine, bytes: Uint8Array): void {
  const lexer = new Lexer(bytes);
  machine.lexer = lexer;
  for (;;) {
    const token = lexer.next();
    if (token === numberToken) machine.addOperand(lexer.number);
    else if (token === operatorToken) runOperator(machine, lexer.operator);
    else if (token === endToken) break;
    else addOther(machine, token);
  }
  machine.pen.endRun();
}

function runOperator(machine: Machine, key: number): void {
  const run = operatorOf(key);
  if (run === undefined) {
    if (machine.compatibility <= 0) throw new NotQuick("operator");
  } else {
    const { before } = machine;
    if (key === showListKey ? before.strings > 0 : before.hasShown) throw new NotQuick("list");
    if (before.hasList && key !== showListKey) machine.settleList();
    run(machine);
  }
  machine.clearOperands();
}

function addOther(machine: Machine, token: number): void {
  const { before, lexer } = machine;
  before.isEmpty = false;
  if (token === stringToken) {
    if (++before.strings > 1) throw new NotQuick("strings");
  } else if (token === nameToken) addName(machine, lexer.name());
  else if (token === openArrayToken) machine.showList();
  else if (token === openDictionaryToken) before.properties = readProperties(lexer);
  else throw new NotQuick("syntax");
}

function addName(machine: Machine, name: string): void {
  if (++machine.before.names === 1) machine.name = name;
  else machine.before.properties = name;
}

const special: Readonly<Record<string, Operator>> = {
  Do: paintExternal,
  BI: (machine) => machine.paintPicture(skipInlineImage(machine.lexer) ? "stencil" : "picture"),
  BMC: (machine) => beginMarked(machine, undefined),
  BDC: (machine) => beginMarked(machine, propertiesOf(machine)),
  EMC: endMarked,
  MP: (machine) => {
    beginMarked(machine, undefined);
    endMarked(machine);
  },
  DP: (machine) => {
    beginMarked(machine, propertiesOf(machine));
    endMarked(machine);
  },
};

function paintExternal(machine: Machine): void {
  const external = machine.resources.external(machine.name);
  // The content of a form begins with nothing before its first operator.
  machine.clearOperands();
  if (external === "nothing") return;
  if (typeof external === "string") machine.paintPicture(external);
  else machine.paintForm(external, runMarked);
}

function propertiesOf({ before: { properties }, resources }: Machine): QuickProperties | undefined {
  return typeof properties === "string" ? resources.properties(properties) : properties;
}

/** How the lexer writes the name of an operator. */
function keyOf(name: string): number {
  return name.charCodeAt(0) | ((name.charCodeAt(1) || 0) << 8) | ((name.charCodeAt(2) || 0) << 16);
}

const showListKey = keyOf("TJ");

const allOperators = Object.entries({ ...simpleOperators, ...special });

/** Operators of one letter and of two, by their letters, and those of three. */
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
