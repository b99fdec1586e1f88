import { quoted } from "@reader/core/handler";
import { inlineMark } from "@reader/core/render";
import { oneLine } from "@reader/pdf-pages/document";
import { kindLabels, linesOf, silentTypes } from "@reader/pdf-pages/read";
import type { OpenedDocument } from "../document/opened-document.ts";
import type { Pdfium } from "../engine/engine.ts";
import { readText } from "../engine/memory.ts";

const maxAnnotationsOfPage = 1000;
const maxFieldsOfPage = 500;
const maxCommentCharacters = 5000;
const maxValueCharacters = 2000;
const maxOptions = 1000;

/** The names of annotation types by number (`fpdf_annot.h`). */
const typeNames = [
  "Unknown",
  "Text",
  "Link",
  "FreeText",
  "Line",
  "Square",
  "Circle",
  "Polygon",
  "PolyLine",
  "Highlight",
  "Underline",
  "Squiggly",
  "StrikeOut",
  "Stamp",
  "Caret",
  "Ink",
  "Popup",
  "FileAttachment",
  "Sound",
  "Movie",
  "Widget",
  "Screen",
  "PrinterMark",
  "TrapNet",
  "Watermark",
  "3D",
  "RichMedia",
  "XFAWidget",
  "Redact",
] as const;

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

/** Returns form fields and comments of a page, as sections after its text. */
export function pageExtras(pdf: OpenedDocument, page: number): readonly string[] {
  const { engine } = pdf;
  const comments: string[] = [];
  const fields = new Map<string, string>();
  const count = Math.min(maxAnnotationsOfPage, engine.FPDFPage_GetAnnotCount(page));
  for (let index = 0; index < count; index += 1) {
    const annotation = engine.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    try {
      const type = typeNames[engine.FPDFAnnot_GetSubtype(annotation)] ?? "Unknown";
      if (type === "Widget") addField(pdf, annotation, fields);
      else if (!silentTypes.has(type)) comments.push(...commentOf(engine, annotation, type));
    } finally {
      engine.FPDFPage_CloseAnnot(annotation);
    }
  }
  return [fields.size === 0 ? "" : linesOf(["Form fields:", ...fields.values()]), linesOf(comments)];
}

function commentOf(engine: Pdfium, annotation: number, type: string): readonly string[] {
  const valueOf = (key: string): string =>
    readText(engine, (buffer, bytes) => engine.FPDFAnnot_GetStringValue(annotation, key, buffer, bytes));
  const contents = oneLine(valueOf("Contents"), maxCommentCharacters);
  if (contents === "") return [];
  return [inlineMark(kindLabels[type] ?? type.toLowerCase(), [oneLine(valueOf("T"))], [contents])];
}

/** A form field of a page, by the handles of its form and annotation. */
interface Field {
  readonly engine: Pdfium;
  readonly document: number;
  readonly form: number;
  readonly annotation: number;
  readonly kind: number;
}

/** Adds a line such as `- name (text): Ada`. Widgets of one field, such as radio buttons, share a line. */
function addField(pdf: OpenedDocument, annotation: number, fields: Map<string, string>): void {
  const { engine, document } = pdf;
  const form = pdf.form();
  const kind = form === 0 ? -1 : engine.FPDFAnnot_GetFormFieldType(form, annotation);
  const words = fieldKinds.get(kind);
  if (words === undefined || fields.size >= maxFieldsOfPage) return;
  const name = oneLine(readText(engine, (at, bytes) => engine.FPDFAnnot_GetFormFieldName(form, annotation, at, bytes)));
  if (fields.has(name)) return;
  const label = oneLine(
    readText(engine, (at, bytes) => engine.FPDFAnnot_GetFormFieldAlternateName(form, annotation, at, bytes)),
  );
  const shownLabel = label === "" || label === name ? "" : ` ${quoted(label)}`;
  const value = valueOf({ engine, document, form, annotation, kind });
  fields.set(name, `- ${name === "" ? "(no name)" : name}${shownLabel} (${words}): ${value}`);
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
