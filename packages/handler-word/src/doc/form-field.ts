import type { ByteView } from "@reader/office-kit/compound";
import { readStrings } from "./tables.ts";

/** Kinds of form fields, and the result that stands for the default. */
const checkBox = 1;
const list = 2;
const noResult = 25;

/** Number of texts between the default of a field and the entries of a list: a format, two hints and two macros. */
const textsBetween = 5;

/**
 * Returns what a form field in the data stream shows: the state of a check box, or the chosen entry of a list; an empty
 * string for a text field, which has a result ([MS-DOC], 2.9.78 FFData).
 */
export function formFieldText(data: ByteView, at: number): string {
  const form = at + data.u16(at + 4);
  const bits = data.u16(form + 4);
  const kind = bits & 0x3;
  if (kind !== checkBox && kind !== list) return "";
  const byDefault = afterText(data, form + 10);
  const stored = (bits >> 2) & 0x1f;
  const result = stored === noResult ? data.u16(byDefault) : stored;
  if (kind === checkBox) return result === 1 ? "☒" : "☐";
  let entries = byDefault + 2;
  for (let text = 0; text < textsBetween; text += 1) entries = afterText(data, entries);
  return readStrings(data.part(entries, data.length - entries))[result] ?? "";
}

/** Returns the position after a text with its length before it and a terminator. */
function afterText(data: ByteView, at: number): number {
  return at + (data.u16(at) + 2) * 2;
}
