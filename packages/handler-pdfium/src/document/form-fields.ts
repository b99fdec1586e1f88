import { quoted } from "@reader/core/handler";
import { oneLine } from "@reader/pdf-pages/document";
import type { Pdfium } from "../engine/engine.ts";
import { readText } from "../engine/memory.ts";
import type { OpenedDocument } from "./opened-document.ts";

/** A form field with its value. */
export interface FormField {
  /** Several widgets, such as radio buttons, may have one name. */
  readonly name: string;
  /** Such as `name (text): Ada`. */
  readonly line: string;
  readonly isFilled: boolean;
  readonly isSignature: boolean;
}

const maxValueCharacters = 2000;
const maxOptions = 1000;

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
const textField = 6;
const signature = 7;

/** Flags of text fields (ISO 32000-1, table 228). */
const passwordFlag = 1 << 13;

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
  const name = oneLine(readText(engine, (at, bytes) => engine.FPDFAnnot_GetFormFieldName(form, annotation, at, bytes)));
  const label = oneLine(
    readText(engine, (at, bytes) => engine.FPDFAnnot_GetFormFieldAlternateName(form, annotation, at, bytes)),
  );
  const shownLabel = label === "" || label === name ? "" : ` ${quoted(label)}`;
  const value = valueOf({ engine, document, form, annotation, kind });
  return {
    name,
    line: `${name === "" ? "(no name)" : name}${shownLabel} (${words}): ${value}`,
    isFilled: value !== "(empty)" && value !== "no",
    isSignature: kind === signature,
  };
}

function valueOf(field: Field): string {
  const { engine, form, annotation, kind } = field;
  if (kind === signature) return signatureOf(field);
  const stored = readText(engine, (at, bytes) => engine.FPDFAnnot_GetFormFieldValue(form, annotation, at, bytes));
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
  const count = Math.min(maxOptions, engine.FPDFAnnot_GetOptionCount(form, annotation));
  const chosen: string[] = [];
  for (let index = 0; index < count; index += 1) {
    if (!engine.FPDFAnnot_IsOptionSelected(form, annotation, index)) continue;
    const shown = readText(engine, (at, bytes) => engine.FPDFAnnot_GetOptionLabel(form, annotation, index, at, bytes));
    chosen.push(oneLine(shown));
  }
  return chosen;
}

/** A signature may be stored in the parent of its field, where the engine does not look. */
function signatureOf({ engine, document, annotation }: Field): string {
  if (engine.FPDFAnnot_HasKey(annotation, "V")) return "signed, which was not verified";
  return engine.FPDF_GetSignatureCount(document) === 0 ? "(not signed)" : "(not known)";
}
