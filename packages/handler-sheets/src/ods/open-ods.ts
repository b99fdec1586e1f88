import { type HandlerContext, quoted, type Source } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import type { EmbeddedFile } from "@reader/document/content";
import { type CellRange, parseRange } from "@reader/document/tables";
import { macroText, scriptOfTextPosition } from "@reader/office-kit/odf";
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
import { type ContentSlices, sliceContent, odsSheet } from "./ods-sheet.ts";
import { formulaText, type TextScripts } from "./cell-reader.ts";
import {
  describeDrawings,
  imageEvents,
  readFrozenRows,
  readProperties,
  treeOf,
  type OdsParts,
  openParts,
} from "./ods-facts.ts";

/**
 * Maximum total XML size of sheets that are cached, in bytes. The extent of a cached sheet is known before it is shown.
 */
const maxKeptBytes = 8 * 1024 * 1024;

/** Opens an OpenDocument spreadsheet, packaged or flat. Throws `corrupt`, `encrypted` or `too-large`. */
export async function openOds(source: Source, context: HandlerContext): Promise<Workbook> {
  const parts = await openParts(source, context);
  const slices = sliceContent(parts.content);
  const otherParts = await readOtherParts(parts, slices);
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
        isFlat: parts.archive === undefined,
        isHidden: otherParts.styles.hiddenTables.has(style),
        frozenRows: otherParts.frozen.get(name) ?? 0,
        pageTexts: otherParts.styles.pageTexts.get(style) ?? [],
        source: { slices, scripts: otherParts.styles.scripts, bytes, part: `Sheet ${quoted(name)} of ${source.path}` },
        mayKeep: bytes.length <= room,
        describe: async ({ drawings, choices }) => [
          ...(await describeDrawings({ name, drawings }, parts)),
          ...describeFilters(otherParts.tail, name),
          ...describeChoices(choices, otherParts.choices),
        ],
        images: ({ drawings }) => imageEvents(drawings, parts, context),
      }),
    );
    room -= bytes.length;
  }
  const macros = macrosIn(parts);
  return {
    sheets,
    names: () => Promise.resolve(readOdsNames(otherParts.tail, names)),
    properties: otherParts.properties,
    hasMacros: macros.length > 0,
    embedded: macros,
    remarks: parts.archive === undefined ? [] : damageWords(parts.archive),
    closingText: () => (parts.archive === undefined ? Promise.resolve("") : macroText(parts.archive)),
    close: () => Promise.resolve(),
  };
}

/** Returns the macro modules, one file each (ODF 1.3 part 3, 3.13). Index files of the libraries are excluded. */
function macrosIn({ archive }: OdsParts): readonly EmbeddedFile[] {
  const modules = archive?.zip.entries.filter(({ name }) => /^Basic\/[^/]+\/(?!script-l)[^/]+\.xml$/i.test(name)) ?? [];
  return modules.map((entry) => ({
    name: entry.name,
    bytes: async () => (await archive?.zip.read(entry)) ?? new Uint8Array(),
  }));
}

interface OtherParts {
  readonly styles: OdsStyles;
  readonly frozen: ReadonlyMap<string, number>;
  readonly properties: Workbook["properties"];
  readonly tail: XmlElement | undefined;
  readonly choices: OdsChoices;
}

async function readOtherParts(parts: OdsParts, slices: ContentSlices): Promise<OtherParts> {
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

/** Returns the content without its sheets, which is still well-formed XML. */
function withoutSheets({ head, tail }: ContentSlices): Uint8Array {
  return Buffer.concat([head, tail]);
}

/** Maximum length of the start tag of a sheet, in bytes. */
const maxTagBytes = 16 * 1024;

/** Parses the attributes of the start tag of a sheet. */
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

/** Reads the names and database ranges from the XML after the sheets. */
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

/** Programs create these ranges for filters; no person named them. */
const ownName = /^__Anonymous_/i;

function tableOf({ attributes }: XmlElement, sheets: readonly string[]): NamedRange {
  const name = attributes["table:name"] ?? "";
  const range = { name, kind: "table" as const, ...placeOf(attributes["table:target-range-address"] ?? "", sheets) };
  return ownName.test(name) ? { ...range, isHidden: true } : range;
}

/** Parses `$Sheet1.$A$1:.$B$2`. Sheet names with special characters are quoted. */
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

/** Lists of choices by the name that cells refer to (ODF 1.3 part 3, 19.598 and 19.621). */
type OdsChoices = ReadonlyMap<string, string>;

/** Reads the validation rules before the sheets. Rules that are not lists have no choices. */
function readOdsChoices(spreadsheet: XmlElement | undefined): OdsChoices {
  const choices = new Map<string, string>();
  for (const { attributes } of childrenOf(childOf(spreadsheet, "table:content-validations"))) {
    const list = /cell-content-is-in-list\((.*)\)$/s.exec(attributes["table:condition"] ?? "")?.[1]?.trim() ?? "";
    const name = attributes["table:name"] ?? "";
    if (list !== "" && name !== "") choices.set(name, list.startsWith('"') ? written(list) : elsewhere(list));
  }
  return choices;
}

/** Converts a quoted list such as `"Low";"High"` to text. */
function written(list: string): string {
  return [...list.matchAll(/"((?:[^"]|"")*)"/g)].map(([, choice = ""]) => choice.replaceAll('""', '"')).join(", ");
}

function elsewhere(list: string): string {
  return `those of ${formulaText(`of:=${list}`)}`;
}

/** Describes the choices in the cells of one sheet. */
function describeChoices(cells: ReadonlyMap<string, readonly CellRange[]>, choices: OdsChoices): readonly string[] {
  return [...cells].flatMap(([name, ranges]) => {
    const what = choices.get(name);
    return what === undefined ? [] : [choiceWords(rangeList(ranges), what)];
  });
}

/** Describes the filters of a sheet: ranges that show filter buttons. */
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

/** The facts about sheets that come from styles. */
interface OdsStyles {
  /** Names of the styles of hidden sheets. */
  readonly hiddenTables: ReadonlySet<string>;
  /** Page headers and footers, by the name of the sheet's style. */
  readonly pageTexts: ReadonlyMap<string, readonly string[]>;
  readonly scripts: TextScripts;
}

/** Collects styles from the parts that have them. A part may be missing. */
function readOdsStyles(roots: readonly (XmlElement | undefined)[]): OdsStyles {
  const hiddenTables = new Set<string>();
  const masters = new Map<string, string>();
  const pages = new Map<string, readonly string[]>();
  const scripts = new Map<string, "sup" | "sub">();
  for (const root of roots) {
    addScripts(scripts, root);
    for (const style of stylesOf(root, "table")) {
      const name = style.attributes["style:name"] ?? "";
      if (childOf(style, "style:table-properties")?.attributes["table:display"] === "false") hiddenTables.add(name);
      masters.set(name, style.attributes["style:master-page-name"] ?? "");
    }
    for (const page of childrenOf(childOf(root, "office:master-styles"), "style:master-page")) {
      pages.set(page.attributes["style:name"] ?? "", wordsOfPage(page));
    }
  }
  const pageTexts = new Map([...masters].map(([style, master]) => [style, pages.get(master) ?? []]));
  return { hiddenTables, pageTexts, scripts };
}

/** Adds the styles of raised and lowered text. */
function addScripts(scripts: Map<string, "sup" | "sub">, root: XmlElement | undefined): void {
  for (const style of stylesOf(root, "text")) {
    const position = childOf(style, "style:text-properties")?.attributes["style:text-position"];
    const script = position === undefined ? undefined : scriptOfTextPosition(position);
    if (script !== undefined) scripts.set(style.attributes["style:name"] ?? "", script);
  }
}

function stylesOf(root: XmlElement | undefined, family: string): readonly XmlElement[] {
  const groups = ["office:automatic-styles", "office:styles"].map((name) => childOf(root, name));
  return groups
    .flatMap((group) => childrenOf(group, "style:style"))
    .filter(({ attributes }) => attributes["style:family"] === family);
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
      // Drops `Page 1` in any language.
      .filter((region) => (region.hasFields ? region.words.includes(" ") : region.words !== ""))
      .map((region) => region.words);
    return words.length === 0 ? [] : [`${name}: ${words.join(" | ")}`];
  });
}

/** Fields are calculated when a page is printed. Their stored text belongs to another page. */
const fields = /^text:(?:page-|sheet-|file-|title|date|time|author)/;

function holdsField(element: XmlElement): boolean {
  return childrenOf(element).some((child) => fields.test(child.name) || holdsField(child));
}

function wordsIn(node: XmlNode): string {
  if (typeof node === "string") return node;
  if (fields.test(node.name)) return "";
  return node.children.map(wordsIn).join("") + (node.name === "text:p" ? " " : "");
}
