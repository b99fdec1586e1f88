import { parseRange, type CellRange } from "@reader/document/tables";
import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import { choiceWords, rangeList } from "../sheets/choice-words.ts";
import { formulaText } from "./formula-text.ts";

/** What cells offer, by the name that the cells call it (ODF 1.3 part 3, 19.598 and 19.621). */
export type OdsChoices = ReadonlyMap<string, string>;

/** Reads what stands in front of the sheets; conditions that are no lists offer nothing. */
export function readOdsChoices(spreadsheet: XmlElement | undefined): OdsChoices {
  const choices = new Map<string, string>();
  for (const { attributes } of childrenOf(childOf(spreadsheet, "table:content-validations"))) {
    const list = /cell-content-is-in-list\((.*)\)$/s.exec(attributes["table:condition"] ?? "")?.[1]?.trim() ?? "";
    const name = attributes["table:name"] ?? "";
    if (list !== "" && name !== "") choices.set(name, list.startsWith('"') ? written(list) : elsewhere(list));
  }
  return choices;
}

/** `"Low";"High"`. */
function written(list: string): string {
  return [...list.matchAll(/"((?:[^"]|"")*)"/g)].map(([, choice = ""]) => choice.replaceAll('""', '"')).join(", ");
}

function elsewhere(list: string): string {
  return `those of ${formulaText(`of:=${list}`)}`;
}

/** What can be chosen in the cells of one sheet, in words. */
export function describeChoices(
  cells: ReadonlyMap<string, readonly CellRange[]>,
  choices: OdsChoices,
): readonly string[] {
  return [...cells].flatMap(([name, ranges]) => {
    const what = choices.get(name);
    return what === undefined ? [] : [choiceWords(rangeList(ranges), what)];
  });
}

/** Where a sheet is filtered: ranges that show buttons for it. */
export function describeFilters(spreadsheet: XmlElement | undefined, sheet: string): readonly string[] {
  const ranges = childrenOf(childOf(spreadsheet, "table:database-ranges"), "table:database-range");
  return ranges.flatMap(({ attributes }) => {
    const [, quoted = "", first = "", last = first] =
      /^\$?('(?:[^']|'')*'|[^.']+)\.([^:]+)(?::(?:.*\.)?([^.]+))?$/s.exec(
        attributes["table:target-range-address"] ?? "",
      ) ?? [];
    const name = quoted.startsWith("'") ? quoted.slice(1, -1).replaceAll("''", "'") : quoted;
    const isFilter = attributes["table:display-filter-buttons"] === "true" && name === sheet;
    return isFilter && parseRange(`${first}:${last}`) !== undefined
      ? [`filter on ${first}:${last}`.replaceAll("$", "")]
      : [];
  });
}
