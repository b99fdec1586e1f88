import type { PDFObject } from "mupdf";
import { oneLine } from "../engine/one-line.ts";
import { mapArray, textAt } from "../engine/pdf-objects.ts";
import { radioWords } from "./radio-options.ts";

/** A field at the end of a branch of the tree of fields. */
export interface FieldLeaf {
  /** Dotted, as scripts name it: `address.street`. */
  readonly name: string;
  /** `Tx`, `Btn`, `Ch` or `Sig`. */
  readonly type: string | undefined;
  /** Bits, of which each kind of field has its own. */
  readonly flags: number;
  readonly field: PDFObject;
}

const maxValueCharacters = 100;
const maxOptions = 1000;
const maxValues = 50;

/** What fields of each kind may be besides (ISO 32000-1, tables 226 to 230). */
const flag = { password: 1 << 13, radio: 1 << 15, pushButton: 1 << 16 } as const;

/** A button that does something, and holds nothing. */
export function isPushed({ type, flags }: FieldLeaf): boolean {
  return type === "Btn" && (flags & flag.pushButton) !== 0;
}

/** A field in one line: `country (choice): Germany`. */
export function describeField(leaf: FieldLeaf): string {
  return `${leaf.name} (${kindWords(leaf)}): ${shownValue(leaf)}`;
}

/** Whether a field holds a value of its own. */
export function isFilled(leaf: FieldLeaf): boolean {
  return valueOf(leaf) !== "";
}

function kindWords({ type, flags }: FieldLeaf): string {
  if (type === "Btn") return (flags & flag.radio) === 0 ? "checkbox" : "choice";
  return type === "Ch" ? "choice" : "text";
}

/** The value as it is stored; empty where there is none. It may stand above the field. */
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
  const kind = kindWords(leaf);
  const value = valueOf(leaf);
  if (kind === "checkbox") return value === "" ? "no" : "yes";
  if (value === "") return "(empty)";
  if (kind === "text" && (leaf.flags & flag.password) !== 0) return "(a password, not shown)";
  if (leaf.type === "Btn") return radioWords(leaf.field, value);
  return oneLine(optionOf(leaf, value) ?? value, maxValueCharacters);
}

/** A choice is stored as what is exported, which may be a number; people see its option. */
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
