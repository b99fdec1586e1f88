import { readWords } from "../document/facts.ts";
import { inlineMark } from "@reader/core/render";
import { oneLine } from "@reader/pdf-pages/document";
import { kindLabels, linesOf, silentTypes } from "@reader/pdf-pages/read";
import { fieldLine, type FormField, readField } from "../document/form-fields.ts";
import type { LoadedPage, OpenedDocument } from "../document/opened-document.ts";
import type { Pdfium } from "../engine/engine.ts";

const maxAnnotationsOfPage = 1000;
const maxFieldsOfPage = 500;
const maxCommentCharacters = 5000;

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

/** Returns form fields and comments of a page, as sections after its text. */
export function pageExtras(pdf: OpenedDocument, page: number): readonly string[] {
  const fields = new Map<string, [FormField, ...FormField[]]>();
  const comments = mapAnnotations(pdf, page, (annotation, type) => {
    if (type !== "Widget") return silentTypes.has(type) ? [] : commentOf(pdf.engine, annotation, type);
    const field = readField(pdf, annotation);
    if (field !== undefined) addField(fields, field);
    return [];
  });
  const lines = Array.from(fields.values(), (widgets) => `- ${fieldLine(widgets)}`);
  return [lines.length === 0 ? "" : linesOf(["Form fields:", ...lines]), linesOf(comments)];
}

/** Widgets of one field, such as radio buttons, share a line. */
function addField(fields: Map<string, [FormField, ...FormField[]]>, field: FormField): void {
  const known = fields.get(field.name);
  if (known !== undefined) known.push(field);
  else if (fields.size < maxFieldsOfPage) fields.set(field.name, [field]);
}

/** Returns the form fields of a page. */
export function fieldsOfPage(pdf: OpenedDocument, number: number): readonly FormField[] {
  const fieldsOf = ({ page }: LoadedPage): readonly FormField[] =>
    mapAnnotations(pdf, page, (annotation, type) => {
      const field = type === "Widget" ? readField(pdf, annotation) : undefined;
      return field === undefined ? [] : [field];
    });
  return pdf.tryPage(number, fieldsOf, []);
}

function mapAnnotations<Value>(
  { engine }: OpenedDocument,
  page: number,
  map: (annotation: number, type: string) => readonly Value[],
): readonly Value[] {
  const count = Math.min(maxAnnotationsOfPage, engine.FPDFPage_GetAnnotCount(page));
  const found: Value[] = [];
  for (let index = 0; index < count; index += 1) {
    const annotation = engine.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    try {
      found.push(...map(annotation, typeNames[engine.FPDFAnnot_GetSubtype(annotation)] ?? "Unknown"));
    } finally {
      engine.FPDFPage_CloseAnnot(annotation);
    }
  }
  return found;
}

function commentOf(engine: Pdfium, annotation: number, type: string): readonly string[] {
  const valueOf = (key: string): string =>
    readWords(
      engine,
      (buffer, bytes) => engine.FPDFAnnot_GetStringValue(annotation, key, buffer, bytes),
      maxCommentCharacters,
    );
  const contents = oneLine(valueOf("Contents"), maxCommentCharacters);
  // Only this line says how to read the file. The notice of a read lists only the files of the whole document.
  const file = type === "FileAttachment" ? [fileNameOf(engine, annotation)] : [];
  const words = [...file, contents, ...(file.length === 0 ? [] : ["select it to read it"])].filter(
    (each) => each !== "",
  );
  if (words.length === 0) return [];
  return [inlineMark(kindLabels[type] ?? type.toLowerCase(), [oneLine(valueOf("T"))], words)];
}

function fileNameOf(engine: Pdfium, annotation: number): string {
  const file = engine.FPDFAnnot_GetFileAttachment(annotation);
  if (file === 0) return "";
  return oneLine(readWords(engine, (buffer, bytes) => engine.FPDFAttachment_GetName(file, buffer, bytes)));
}
