import type { PDFDocument, PDFObject } from "mupdf";
import { referenceIn } from "./object-text.ts";

/** An object as the engine prints it, by its number; `null` where there is none. Of a stream, its dictionary. */
export function printedObject(document: PDFDocument, number: number): string {
  const reference = document.newIndirect(number);
  try {
    return printed(reference);
  } finally {
    reference.destroy();
  }
}

/** A value as the engine prints it, or what it refers to. */
export function printed(value: PDFObject): string {
  if (value.isNull()) return "null";
  const object = value.resolve();
  try {
    return object.isNull() ? "null" : object.toString();
  } finally {
    object.destroy();
  }
}

/** A printed value, or what it refers to as it is printed. */
export function printedValue(document: PDFDocument, text: string | undefined): string {
  const reference = referenceIn(text);
  return reference === undefined ? (text ?? "null") : printedObject(document, reference);
}

/** A text in the dictionary of an object, decoded. */
export function textIn(document: PDFDocument, number: number, key: string): string {
  const reference = document.newIndirect(number);
  const text = reference.get(key);
  try {
    return text.asString();
  } finally {
    text.destroy();
    reference.destroy();
  }
}
