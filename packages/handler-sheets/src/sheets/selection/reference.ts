import { parseRange } from "@reader/document/tables";
import { splitSelection } from "./split-selection.ts";
import type { NamedRange } from "../workbook.ts";

/** Where `Sheet1!$A$1:$B$2` is, by the names of the sheets; nothing for what is no single range of cells. */
export function placeOfReference(reference: string, sheets: readonly string[]): Pick<NamedRange, "sheet" | "range"> {
  const [part, ...more] = splitSelection(reference, sheets).parts;
  if (part?.sheet === undefined || more.length > 0) return {};
  const range = parseRange(part.reference);
  const sheet = sheets.indexOf(part.sheet);
  return range === undefined || sheet < 0 ? {} : { range, sheet };
}
