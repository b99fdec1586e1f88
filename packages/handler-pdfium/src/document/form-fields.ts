import { quoted } from "@reader/core/handler";
import { oneLine } from "@reader/pdf-pages/document";
import type { Pdfium } from "../engine/engine.ts";
import { readWords } from "./facts.ts";
import type { OpenedDocument } from "./opened-document.ts";
import { readSignatures } from "./protection.ts";

/** A form field with its value. */
export interface FormField {
  /** Several widgets, such as radio buttons, may have one name. */
  readonly name: string;
  /** The name with its label, such as `name "Your name"`. */
  readonly title: string;
  /** Such as `choice`. */
  readonly kind: string;
  /** What it can be, as displayed: for a radio button, the value of this button only. */
  readonly options: readonly string[];
  /** `one` or `any` of the options. */
  readonly chosen: "one" | "any";
  /** Such as `, read-only`. */
  readonly marks: string;
  readonly value: string;
  readonly isFilled: boolean;
  readonly isSignature: boolean;
}

const maxValueCharacters = 2000;
/** Maximum number of options shown. */
const maxOptions = 12;
/** Maximum number of options of a field that are read. */
const maxListedOptions = 1000;

/** Words for field types by number (`fpdf_formfill.h`); buttons and unknown types have no value. */
const fieldKinds: ReadonlyMap<number, string> = new Map([
  [2, "checkbox"],
  [3, "choice"],
  [4, "choice"],
  [5, "choice"],
  [6, "text"],
  [7, "signature"],
]);
const checkbox = 2;
const radioButton = 3;
const comboBox = 4;
const listBox = 5;
const textField = 6;
const signature = 7;

/** Flags of fields (ISO 32000-1, tables 221, 228 and 230) and of annotations (table 165). */
const readOnlyFlag = 1;
const passwordFlag = 1 << 13;
const multiSelectFlag = 1 << 21;
const hiddenFlag = 1 << 1;
const noViewFlag = 1 << 5;

/** A form field, by the handles of its form and annotation. */
interface Field {
  readonly engine: Pdfium;
  readonly document: number;
  readonly form: number;
  readonly annotation: number;
  readonly kind: number;
}

/** Reads the field of a widget. Returns `undefined` for buttons, and for what is no field. */
export function readField(pdf: OpenedDocument, annotation: number): FormField | undefined {
  const { engine, document } = pdf;
  const form = pdf.form();
  const kind = form === 0 ? -1 : engine.FPDFAnnot_GetFormFieldType(form, annotation);
  const words = fieldKinds.get(kind);
  if (words === undefined) return undefined;
  const field = { engine, document, form, annotation, kind };
  const name = oneLine(
    readWords(engine, (at, bytes) => engine.FPDFAnnot_GetFormFieldName(form, annotation, at, bytes)),
  );
  const label = oneLine(
    readWords(engine, (at, bytes) => engine.FPDFAnnot_GetFormFieldAlternateName(form, annotation, at, bytes)),
  );
  const shownLabel = label === "" || label === name ? "" : ` ${quoted(label)}`;
  const value = valueOf(field);
  return {
    name,
    title: `${name === "" ? "(no name)" : name}${shownLabel}`,
    kind: words,
    options: optionsOf(field),
    ...flagsOf(field),
    value,
    isFilled: value !== "(empty)" && value !== "no",
    isSignature: kind === signature,
  };
}

function flagsOf({ engine, form, annotation, kind }: Field): Pick<FormField, "chosen" | "marks"> {
  const flags = engine.FPDFAnnot_GetFormFieldFlags(form, annotation);
  const isHidden = (engine.FPDFAnnot_GetFlags(annotation) & (hiddenFlag | noViewFlag)) !== 0;
  return {
    chosen: kind === listBox && (flags & multiSelectFlag) !== 0 ? "any" : "one",
    marks: `${(flags & readOnlyFlag) === 0 ? "" : ", read-only"}${isHidden ? ", hidden" : ""}`,
  };
}

/** Describes a field by its widgets, such as `name (text): Ada`. */
export function fieldLine(widgets: readonly [FormField, ...(readonly FormField[])]): string {
  const [{ title, kind, chosen, marks, value }] = widgets;
  const found = [...new Set(widgets.flatMap((widget) => widget.options))];
  // A single button is no choice of several.
  const options = widgets.length === 1 && found.length === 1 ? [] : found;
  const more = options.length > maxOptions ? ", …" : "";
  const choices = options.length === 0 ? "" : `, ${chosen} of ${options.slice(0, maxOptions).join(", ")}${more}`;
  return `${title} (${kind}${choices}${marks}): ${value}`;
}

function optionsOf(field: Field): readonly string[] {
  if (field.kind === radioButton) return buttonOf(field);
  return field.kind === comboBox || field.kind === listBox ? listedOptions(field) : [];
}

/** Returns the options of a choice field as displayed. */
function listedOptions({ engine, form, annotation }: Field): readonly string[] {
  const count = Math.min(maxListedOptions, engine.FPDFAnnot_GetOptionCount(form, annotation));
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    oneLine(readWords(engine, (at, bytes) => engine.FPDFAnnot_GetOptionLabel(form, annotation, index, at, bytes))),
  );
}

function buttonOf({ engine, form, annotation }: Field): readonly string[] {
  const value = readWords(engine, (at, bytes) => engine.FPDFAnnot_GetFormFieldExportValue(form, annotation, at, bytes));
  return value === "" ? [] : [oneLine(value)];
}

function valueOf(field: Field): string {
  const { engine, form, annotation, kind } = field;
  if (kind === signature) return signatureOf(field);
  const stored = readWords(
    engine,
    (at, bytes) => engine.FPDFAnnot_GetFormFieldValue(form, annotation, at, bytes),
    maxValueCharacters,
  );
  const value = oneLine(stored.replaceAll(/\r\n?|\n/g, " / "), maxValueCharacters);
  if (kind === checkbox || kind === radioButton) return stateOf(kind, value);
  const chosen = chosenOptions(field);
  if (chosen.length > 0) return chosen.join(", ");
  if (value === "") return "(empty)";
  const isSecret = kind === textField && (engine.FPDFAnnot_GetFormFieldFlags(form, annotation) & passwordFlag) !== 0;
  return isSecret ? "(a password, not shown)" : value;
}

function stateOf(kind: number, value: string): string {
  const isOff = value === "" || value === "Off";
  if (kind === checkbox) return isOff ? "no" : "yes";
  return isOff ? "(empty)" : value;
}

/** Returns the shown texts of the options that are chosen; empty for fields without options. */
function chosenOptions({ engine, form, annotation }: Field): readonly string[] {
  const count = Math.min(maxListedOptions, engine.FPDFAnnot_GetOptionCount(form, annotation));
  const chosen: string[] = [];
  for (let index = 0; index < count; index += 1) {
    if (!engine.FPDFAnnot_IsOptionSelected(form, annotation, index)) continue;
    const shown = readWords(engine, (at, bytes) => engine.FPDFAnnot_GetOptionLabel(form, annotation, index, at, bytes));
    chosen.push(oneLine(shown));
  }
  return chosen;
}

/** A signature may be stored in the parent of its field, where the engine does not look. */
function signatureOf({ engine, document, annotation }: Field): string {
  if (engine.FPDFAnnot_HasKey(annotation, "V")) return "signed, which was not verified";
  return readSignatures({ engine, document }).some(({ isSigned }) => isSigned) ? "(not known)" : "(not signed)";
}
