import { inlineMark } from "@reader/core/render";
import type { XmlAttributes } from "@reader/office-kit/xml";
import { fileIn } from "@reader/office-kit/odf";
import { bytesOfBase64 } from "./base64-bytes.ts";
import type { OdfReader } from "./odf-reader.ts";
import { tellBehind, writeMarkdown, writeShown } from "./odf-text.ts";

function partName(attributes: XmlAttributes): string {
  return (attributes["xlink:href"] ?? "").replace(/^(?:\.\/|#)/, "").replace(/\/$/, "");
}

/** A formula, or a document inside of this one. */
export function openObject(reader: OdfReader, attributes: XmlAttributes): void {
  const name = partName(attributes);
  const content = reader.objects.get(name);
  const formula = reader.formulas.get(name);
  const drawing = reader.drawings.at(-1);
  if (formula === undefined && (content === undefined || content.isEmpty)) return;
  if (drawing !== undefined) drawing.isTold = true;
  // An object that is led to from many places is told once.
  reader.objects.delete(name);
  reader.formulas.delete(name);
  if (formula !== undefined) writeMarkdown(reader, formula);
  else if (content !== undefined) tellBehind(reader, content);
}

/** The file of another program; its picture stands beside it. */
export function openFile(reader: OdfReader, attributes: XmlAttributes): void {
  reader.isInObject = true;
  const name = reader.files.names.get(partName(attributes));
  if (name !== undefined) writeShown(reader, `${inlineMark("embedded object", [], name)} `);
}

/** Embedded files that are known by name. */
const maxFiles = 500;

/** A file that is written in the text itself, which tells nothing of it but its bytes. */
export function keepFile(reader: OdfReader, base64: string): void {
  const { files } = reader.files;
  if (files.length >= maxFiles) return;
  const name = `object${files.length + 1}.bin`;
  files.push({ name, bytes: () => fileIn(bytesOfBase64(base64), name) });
  writeShown(reader, `${inlineMark("embedded object", [], name)} `);
}
