import { type HandlerContext, quoted, type Source } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import type { EmbeddedFile } from "@reader/document/content";
import { type CellRange, parseRange } from "@reader/document/tables";
import { macroText } from "@reader/office-kit/odf";
import { damageWords } from "@reader/office-kit/package";
import {
  childOf,
  childrenOf,
  createXmlReader,
  type XmlAttributes,
  type XmlElement,
  type XmlNode,
} from "@reader/office-kit/xml";
import { choiceWords, rangeList } from "../sheets/choice-words.ts";
import type { NamedRange, Sheet, Workbook } from "../sheets/workbook.ts";
import { type ContentSlices, sliceContent } from "./content-slices.ts";
import { formulaText } from "./formula-text.ts";
import { describeDrawings, pictureEvents } from "./ods-drawings.ts";
import { readFrozenRows, readProperties, treeOf } from "./ods-facts.ts";
import { type OdsParts, openParts } from "./ods-parts.ts";
import { odsSheet } from "./ods-sheet.ts";

/** Bytes of XML of small sheets that are read at once and kept: what they hold is then known beforehand. */
const maxKeptBytes = 8 * 1024 * 1024;

/** Opens an OpenDocument spreadsheet, also a flat one. Throws `corrupt`, `encrypted` or `too-large`. */
export async function openOds(source: Source, context: HandlerContext): Promise<Workbook> {
  const parts = await openParts(source, context);
  const slices = sliceContent(parts.content);
  const surroundings = await readSurroundings(parts, slices);
  const heads = slices.sheets.map((bytes) => tagOf(bytes, slices));
  const names = heads.map((attributes) => attributes["table:name"] ?? "");
  const pause = createYielder(context.signal);
  const sheets: Sheet[] = [];
  let room = maxKeptBytes;
  for (const [index, bytes] of slices.sheets.entries()) {
    await pause();
    const style = heads[index]?.["table:style-name"] ?? "";
    const name = names[index] ?? "";
    sheets.push(
      odsSheet({
        name,
        isHidden: surroundings.styles.hiddenTables.has(style),
        frozenRows: surroundings.frozen.get(name) ?? 0,
        pageTexts: surroundings.styles.pageTexts.get(style) ?? [],
        source: { slices, bytes, part: `Sheet ${quoted(name)} of ${source.path}` },
        mayKeep: bytes.length <= room,
        describe: async ({ drawings, choices }) => [
          ...(await describeDrawings(drawings, parts)),
          ...describeFilters(surroundings.tail, name),
          ...describeChoices(choices, surroundings.choices),
        ],
        pictures: ({ drawings }) => pictureEvents(drawings, parts, context),
      }),
    );
    room -= bytes.length;
  }
  const macros = macrosIn(parts);
  return {
    sheets,
    names: () => Promise.resolve(readOdsNames(surroundings.tail, names)),
    properties: surroundings.properties,
    hasMacros: macros.length > 0,
    embedded: macros,
    remarks: parts.archive === undefined ? [] : damageWords(parts.archive),
    closingText: () => (parts.archive === undefined ? Promise.resolve("") : macroText(parts.archive)),
    close: () => Promise.resolve(),
  };
}

/** Programs of the document, a file each (ODF 1.3 part 3, 3.13); those that list them are none. */
function macrosIn({ archive }: OdsParts): readonly EmbeddedFile[] {
  const modules = archive?.zip.entries.filter(({ name }) => /^Basic\/[^/]+\/(?!script-l)[^/]+\.xml$/i.test(name)) ?? [];
  return modules.map((entry) => ({
    name: entry.name,
    bytes: async () => (await archive?.zip.read(entry)) ?? new Uint8Array(),
  }));
}

interface Surroundings {
  readonly styles: OdsStyles;
  readonly frozen: ReadonlyMap<string, number>;
  readonly properties: Workbook["properties"];
  readonly tail: XmlElement | undefined;
  readonly choices: OdsChoices;
}

async function readSurroundings(parts: OdsParts, slices: ContentSlices): Promise<Surroundings> {
  const isFlat = parts.archive === undefined;
  const own = treeOf(withoutSheets(slices), "the styles");
  const read = async (part: string): Promise<XmlElement | undefined> =>
    isFlat ? own : treeOf(await parts.part(part), part);
  const tail = childOf(own, "office:body", "office:spreadsheet");
  return {
    styles: readOdsStyles(isFlat ? [own] : [own, await read("styles.xml")]),
    frozen: readFrozenRows(await read("settings.xml")),
    properties: readProperties(await read("meta.xml")),
    tail,
    choices: readOdsChoices(tail),
  };
}

/** All of the content but its sheets: it stays well-formed. */
function withoutSheets({ head, tail }: ContentSlices): Uint8Array {
  return Buffer.concat([head, tail]);
}

/** Bytes in which the tag of a sheet ends. */
const maxTagBytes = 16 * 1024;

/** The attributes of the tag with which a sheet starts. */
function tagOf(bytes: Uint8Array, { opening }: ContentSlices): XmlAttributes {
  const start = Buffer.from(bytes.subarray(0, maxTagBytes)).toString("utf8");
  const tag = start.slice(0, start.indexOf(">") + 1);
  let found: XmlAttributes = {};
  try {
    const reader = createXmlReader("a sheet", {
      open: (name, attributes) => void (name === "table:table" && (found = attributes)),
      close: () => undefined,
      text: () => undefined,
    });
    reader.write(new TextEncoder().encode(opening + tag));
  } catch {
    return {};
  }
  return found;
}

/** The names and the database ranges in what stands behind the sheets. */
function readOdsNames(root: XmlElement | undefined, sheets: readonly string[]): readonly NamedRange[] {
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

/** What cells offer, by the name that the cells call it (ODF 1.3 part 3, 19.598 and 19.621). */
type OdsChoices = ReadonlyMap<string, string>;

/** Reads what stands in front of the sheets; conditions that are no lists offer nothing. */
function readOdsChoices(spreadsheet: XmlElement | undefined): OdsChoices {
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
function describeChoices(cells: ReadonlyMap<string, readonly CellRange[]>, choices: OdsChoices): readonly string[] {
  return [...cells].flatMap(([name, ranges]) => {
    const what = choices.get(name);
    return what === undefined ? [] : [choiceWords(rangeList(ranges), what)];
  });
}

/** Where a sheet is filtered: ranges that show buttons for it. */
function describeFilters(spreadsheet: XmlElement | undefined, sheet: string): readonly string[] {
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

/** What the styles of a spreadsheet tell of its sheets. */
interface OdsStyles {
  /** The names of the styles of sheets that are not shown. */
  readonly hiddenTables: ReadonlySet<string>;
  /** The headers and footers of the pages of sheets, by the name of the sheet's style. */
  readonly pageTexts: ReadonlyMap<string, readonly string[]>;
}

/** Gathers them from the parts that hold styles; a part may be absent. */
function readOdsStyles(roots: readonly (XmlElement | undefined)[]): OdsStyles {
  const hiddenTables = new Set<string>();
  const masters = new Map<string, string>();
  const pages = new Map<string, readonly string[]>();
  for (const root of roots) {
    for (const style of tableStyles(root)) {
      const name = style.attributes["style:name"] ?? "";
      if (childOf(style, "style:table-properties")?.attributes["table:display"] === "false") hiddenTables.add(name);
      masters.set(name, style.attributes["style:master-page-name"] ?? "");
    }
    for (const page of childrenOf(childOf(root, "office:master-styles"), "style:master-page")) {
      pages.set(page.attributes["style:name"] ?? "", wordsOfPage(page));
    }
  }
  return { hiddenTables, pageTexts: new Map([...masters].map(([style, master]) => [style, pages.get(master) ?? []])) };
}

function tableStyles(root: XmlElement | undefined): readonly XmlElement[] {
  const groups = ["office:automatic-styles", "office:styles"].map((name) => childOf(root, name));
  return groups
    .flatMap((group) => childrenOf(group, "style:style"))
    .filter(({ attributes }) => attributes["style:family"] === "table");
}

const parts: readonly (readonly [string, string])[] = [
  ["style:header", "page header"],
  ["style:footer", "page footer"],
];

function wordsOfPage(page: XmlElement): readonly string[] {
  return parts.flatMap(([element, name]) => {
    const part = childOf(page, element);
    if (part === undefined || part.attributes["style:display"] === "false") return [];
    const words = childrenOf(part)
      .map((region) => ({ words: wordsIn(region).replace(/\s+/g, " ").trim(), hasFields: holdsField(region) }))
      // `Page 1`, in whatever language.
      .filter((region) => (region.hasFields ? region.words.includes(" ") : region.words !== ""))
      .map((region) => region.words);
    return words.length === 0 ? [] : [`${name}: ${words.join(" | ")}`];
  });
}

/** Fields are worked out when a page is printed: what stands in them here is of another page. */
const fields = /^text:(?:page-|sheet-|file-|title|date|time|author)/;

function holdsField(element: XmlElement): boolean {
  return childrenOf(element).some((child) => fields.test(child.name) || holdsField(child));
}

function wordsIn(node: XmlNode): string {
  if (typeof node === "string") return node;
  if (fields.test(node.name)) return "";
  return node.children.map(wordsIn).join("") + (node.name === "text:p" ? " " : "");
}
