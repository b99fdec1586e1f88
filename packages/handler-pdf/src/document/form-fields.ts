import { oneLine } from "@reader/pdf-pages/document";
import type { PDFDocument, PDFObject } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { hasAt, mapArray, numberAt, referenceOf, textAt, withObject } from "../engine/pdf-objects.ts";

/** What a document contains of forms. */
interface FormFacts {
  /** Number of fields with a value. */
  readonly fields: number;
  readonly filled: number;
  /** `xfa-only` if the pages are an empty shell around an XML form. */
  readonly kind: "none" | "acroform" | "xfa" | "xfa-only";
  /** The first fields with their values: `country (choice): Germany`. */
  readonly listed: readonly string[];
}

/** Maximum number of fields listed by name. The pages list all. */
const maxListed = 50;

const maxFields = 20_000;
const maxDepth = 32;

/** Maps each field of the document's form and drops `undefined`. */
export function mapFields<Value>(document: PDFDocument, map: (leaf: FieldLeaf) => Value | undefined): readonly Value[] {
  const trailer = document.getTrailer();
  const values: Value[] = [];
  const way = new Set<number>();
  let nodes = 0;
  const visit = (field: PDFObject, above: Omit<FieldLeaf, "field">): void => {
    const reference = referenceOf(field) ?? -way.size - 1;
    nodes += 1;
    if (nodes > maxFields || way.size > maxDepth || way.has(reference) || !field.isDictionary()) return;
    const node = inherited(field, above);
    way.add(reference);
    const hasFields = withObject(field, ["Kids"], (kids) => visitFields(kids, (kid) => visit(kid, node))) ?? false;
    way.delete(reference);
    const value = hasFields ? undefined : map({ ...node, field });
    if (value !== undefined) values.push(value);
  };
  try {
    withObject(trailer, ["Root", "AcroForm", "Fields"], (fields) =>
      mapArray(fields, maxFields, (field) => visit(field, { name: "", type: undefined, flags: 0 })),
    );
    return values;
  } catch (error) {
    countEngineFailure(error);
    return values;
  } finally {
    trailer.destroy();
  }
}

function inherited(field: PDFObject, above: Omit<FieldLeaf, "field">): Omit<FieldLeaf, "field"> {
  return {
    name: joined(above.name, textAt(field, "T")),
    type: textAt(field, "FT") ?? above.type,
    flags: numberAt(field, "Ff") ?? above.flags,
  };
}

/** Kids without a name are widgets of one field, not fields. */
function visitFields(kids: PDFObject, visit: (kid: PDFObject) => void): boolean {
  const isField = mapArray(kids, 1, (kid) => hasAt(kid, "T")).includes(true);
  if (isField) mapArray(kids, maxFields, visit);
  return isField;
}

function joined(above: string, name: string | undefined): string {
  const own = oneLine(name ?? "");
  if (above === "" || own === "") return above + own;
  return `${above}.${own}`;
}

/** True if pages may have fields. Most documents have none, so their pages are not checked. */
export function hasForm(document: PDFDocument): boolean {
  const trailer = document.getTrailer();
  try {
    return hasAt(trailer, "Root", "AcroForm");
  } finally {
    trailer.destroy();
  }
}

/** Counts the fields of a document and detects the kind of form. */
export function readFormFacts(document: PDFDocument): FormFacts {
  const listed: string[] = [];
  const filled = mapFields(document, (leaf) => {
    if (leaf.type === "Sig" || isPushed(leaf)) return undefined;
    if (listed.length < maxListed) listed.push(describeField(leaf));
    return isFilled(leaf);
  });
  return {
    fields: filled.length,
    filled: filled.filter(Boolean).length,
    kind: kindOf(document, filled.length),
    listed,
  };
}

function kindOf(document: PDFDocument, fields: number): FormFacts["kind"] {
  const trailer = document.getTrailer();
  try {
    if (!hasAt(trailer, "Root", "AcroForm", "XFA")) return fields > 0 ? "acroform" : "none";
    const needsRendering = withObject(trailer, ["Root", "NeedsRendering"], (value) => value.asBoolean()) ?? false;
    return fields === 0 || needsRendering ? "xfa-only" : "xfa";
  } finally {
    trailer.destroy();
  }
}

/** A leaf of the field tree. */
interface FieldLeaf {
  /** The dotted name, as in scripts: `address.street`. */
  readonly name: string;
  /** `Tx`, `Btn`, `Ch` or `Sig`. */
  readonly type: string | undefined;
  /** Flag bits, specific to each field type. */
  readonly flags: number;
  readonly field: PDFObject;
}

const maxValueCharacters = 100;
const maxOptions = 1000;
const maxValues = 50;

/** Flags of the field types (ISO 32000-1, tables 226 to 230). */
const flag = { password: 1 << 13, radio: 1 << 15, pushButton: 1 << 16 } as const;

/** True for a push button, which holds no value. */
function isPushed({ type, flags }: FieldLeaf): boolean {
  return type === "Btn" && (flags & flag.pushButton) !== 0;
}

/** Returns a field as one line: `country (choice): Germany`. */
function describeField(leaf: FieldLeaf): string {
  return `${leaf.name} (${kindLabels(leaf)}): ${shownValue(leaf)}`;
}

/** True if a field holds a value. */
function isFilled(leaf: FieldLeaf): boolean {
  return valueOf(leaf) !== "";
}

function kindLabels({ type, flags }: FieldLeaf): string {
  if (type === "Btn") return (flags & flag.radio) === 0 ? "checkbox" : "choice";
  return type === "Ch" ? "choice" : "text";
}

/** Returns the stored value, possibly inherited; empty if there is none. */
function valueOf({ field }: FieldLeaf): string {
  const value = field.getInheritable("V");
  try {
    if (value.isNull()) return "";
    if (value.isString()) return value.asString();
    if (value.isName()) return value.asName().replace(/^Off$/, "");
    if (!value.isArray()) return "yes";
    return mapArray(value, maxValues, (one) => (one.isString() ? one.asString() : "")).join(", ");
  } finally {
    value.destroy();
  }
}

function shownValue(leaf: FieldLeaf): string {
  const kind = kindLabels(leaf);
  const value = valueOf(leaf);
  if (kind === "checkbox") return value === "" ? "no" : "yes";
  if (value === "") return "(empty)";
  if (kind === "text" && (leaf.flags & flag.password) !== 0) return "(a password, not shown)";
  if (leaf.type === "Btn") return radioText(leaf.field, value);
  return oneLine(optionOf(leaf, value) ?? value, maxValueCharacters);
}

/** Returns the displayed text of a stored choice, which may be a number. */
function optionOf({ field }: FieldLeaf, value: string): string | undefined {
  const options = field.getInheritable("Opt");
  try {
    const shown = mapArray(options, maxOptions, (option) =>
      textAt(option, 0) === value ? textAt(option, 1) : undefined,
    );
    return shown[0];
  } finally {
    options.destroy();
  }
}

const maxButtons = 200;

/** Returns the options of radio buttons as displayed. */
export function radioOptions(button: PDFObject): readonly string[] {
  const states = withObject(button, ["Parent", "Kids"], (kids) => mapArray(kids, maxButtons, stateOf)) ?? [];
  const words = states.flatMap((state) => (state === undefined ? [] : [radioText(button, state)]));
  return [...new Set(words)];
}

/** Returns the name of the state in which a button is on. */
function stateOf(button: PDFObject): string | undefined {
  let state: string | undefined;
  withObject(button, ["AP", "N"], (appearances) => {
    // A single appearance stream has no states.
    if (appearances.isStream() || !appearances.isDictionary()) return;
    state = firstState(appearances);
  });
  return state;
}

/** Stops the engine's iteration, which may be endless for a list that many buttons share. */
class FoundState extends Error {}

function firstState(appearances: PDFObject): string | undefined {
  let state: string | undefined;
  try {
    appearances.forEach((appearance, key) => {
      appearance.destroy();
      if (key === "Off" || typeof key !== "string") return;
      state = key;
      throw new FoundState();
    });
  } catch (error) {
    if (!(error instanceof FoundState)) throw error;
  }
  return state;
}

/**
 * Returns the displayed text of a state. If the field lists options, states are indexes into that list (ISO 32000-1,
 * 12.7.4.2.3).
 */
export function radioText(field: PDFObject, state: string): string {
  const options = field.getInheritable("Opt");
  try {
    const words = /^\d{1,4}$/.test(state) && options.isArray() ? textAt(options, Number(state)) : undefined;
    return oneLine(words ?? state);
  } finally {
    options.destroy();
  }
}
