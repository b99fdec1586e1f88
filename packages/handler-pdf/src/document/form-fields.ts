import type { PDFDocument, PDFObject } from "mupdf";
import { describeField, isFilled, isPushed, type FieldLeaf } from "./field-values.ts";
import { oneLine } from "../engine/one-line.ts";
import { hasAt, mapArray, numberAt, referenceOf, textAt, withObject } from "../engine/pdf-objects.ts";
import { countEngineFailure } from "../engine/engine.ts";

/** What a document has of forms. */
export interface FormFacts {
  /** Fields that hold a value of their own. */
  readonly fields: number;
  readonly filled: number;
  /** `xfa-only` where the pages are an empty shell for a form in XML. */
  readonly kind: "none" | "acroform" | "xfa" | "xfa-only";
  /** The first fields with their values: `country (choice): Germany`. */
  readonly listed: readonly string[];
}

/** Fields that are listed by name; the pages tell of all. */
const maxListed = 50;

const maxFields = 20_000;
const maxDepth = 32;

/** What `map` makes of each field of the document's form; `undefined` is left out. */
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

/** Kids without a name are the places of one field on the pages, and no fields themselves. */
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

/** Whether the pages may hold fields at all: most documents have none, and are not asked page by page. */
export function hasForm(document: PDFDocument): boolean {
  const trailer = document.getTrailer();
  try {
    return hasAt(trailer, "Root", "AcroForm");
  } finally {
    trailer.destroy();
  }
}

/** Counts the fields of a document and tells what kind of form it is. */
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
