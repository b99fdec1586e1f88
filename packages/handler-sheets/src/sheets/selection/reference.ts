import { parseRange } from "@reader/document/tables";
import { splitSelection } from "./split-selection.ts";
import type { NamedRange } from "../workbook.ts";

/** Resolves `Sheet1!$A$1:$B$2` by sheet names. Returns an empty object if it is not a single range of cells. */
export function placeOfReference(reference: string, sheets: readonly string[]): Pick<NamedRange, "sheet" | "range"> {
  const [part, ...more] = splitSelection(reference, sheets).parts;
  if (part?.sheet === undefined || more.length > 0) return {};
  const range = parseRange(part.reference);
  const sheet = sheets.indexOf(part.sheet);
  return range === undefined || sheet < 0 ? {} : { range, sheet };
}
