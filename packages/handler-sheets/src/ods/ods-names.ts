import { parseRange } from "@reader/document/tables";
import { childrenOf, type XmlElement } from "@reader/office-kit/xml";
import type { NamedRange } from "../sheets/workbook.ts";
import { formulaText } from "./formula-text.ts";

/** The names and the database ranges in what stands behind the sheets. */
export function readOdsNames(root: XmlElement | undefined, sheets: readonly string[]): readonly NamedRange[] {
  return childrenOf(root).flatMap((group) => {
    switch (group.name) {
      case "table:named-expressions":
        return childrenOf(group).map((element) => nameOf(element, sheets));
      case "table:database-ranges":
        return childrenOf(group, "table:database-range").map((element) => tableOf(element, sheets));
      default:
        return [];
    }
  });
}

function nameOf({ attributes }: XmlElement, sheets: readonly string[]): NamedRange {
  const name = attributes["table:name"] ?? "";
  const address = attributes["table:cell-range-address"];
  if (address !== undefined) return { name, kind: "name", ...placeOf(address, sheets) };
  return { name, kind: "name", refersTo: formulaText(attributes["table:expression"] ?? "") };
}

/** Programs make such ranges for filters, without a name of people's own. */
const ownName = /^__Anonymous_/i;

function tableOf({ attributes }: XmlElement, sheets: readonly string[]): NamedRange {
  const name = attributes["table:name"] ?? "";
  const range = { name, kind: "table" as const, ...placeOf(attributes["table:target-range-address"] ?? "", sheets) };
  return ownName.test(name) ? { ...range, isHidden: true } : range;
}

/** `$Sheet1.$A$1:.$B$2`, where a sheet with odd characters is in quotation marks. */
function placeOf(address: string, sheets: readonly string[]): Pick<NamedRange, "refersTo" | "sheet" | "range"> {
  const match = /^\$?('(?:[^']|'')*'|[^.']+)\.([^:]+)(?::(?:.*\.)?([^.]+))?$/s.exec(address);
  if (match === null) return { refersTo: address };
  const [, quoted = "", first = "", last] = match;
  const sheet = quoted.startsWith("'") ? quoted.slice(1, -1).replaceAll("''", "'") : quoted;
  const cells = last === undefined ? first : `${first}:${last}`;
  const range = parseRange(cells);
  const index = sheets.indexOf(sheet);
  const refersTo = `${quoted}!${cells}`;
  return range === undefined || index < 0 ? { refersTo } : { refersTo, range, sheet: index };
}
