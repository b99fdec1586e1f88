import { parseRange } from "@reader/document/tables";
import type { FilledCells } from "./row-builder.ts";

/** The attributes of a formula that define which cells it fills. */
export type FormulaAttributes = Readonly<Record<string, string | undefined>>;

/**
 * Returns the cells that an array formula or a data table fills; `undefined` for any other formula and for a single
 * cell.
 */
export function filledCells(attributes: FormulaAttributes): FilledCells | undefined {
  const { t: type, ref = "" } = attributes;
  if (type !== "array" && type !== "dataTable") return undefined;
  const range = parseRange(ref);
  if (range === undefined) return undefined;
  return { range, table: type === "array" ? undefined : tableWords(attributes) };
}

/** Formats a data table as programs show it: the input cell of the first row, then that of the first column. */
function tableWords({ dt2D, dtr, r1 = "", r2 = "" }: FormulaAttributes): string {
  if (isTrue(dt2D)) return `TABLE(${r1},${r2})`;
  return isTrue(dtr) ? `TABLE(${r1},)` : `TABLE(,${r1})`;
}

function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

const attribute = /([\w:.]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Parses the attributes of a tag. */
export function attributesIn(tag: string): FormulaAttributes {
  return Object.fromEntries(
    [...tag.matchAll(attribute)].map(([, name = "", one, other]) => [name, one ?? other ?? ""]),
  );
}
