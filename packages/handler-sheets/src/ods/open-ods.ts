import { createBreather, type HandlerContext, type Source, quoted } from "@reader/core/handler";
import type { EmbeddedFile } from "@reader/document/content";
import { damageWords } from "@reader/office-kit/package";
import { createXmlReader, type XmlAttributes, childOf, type XmlElement } from "@reader/office-kit/xml";
import { macroText } from "@reader/office-kit/odf";
import type { Sheet, Workbook } from "../sheets/workbook.ts";
import { sliceContent, type ContentSlices } from "./content-slices.ts";
import { describeChoices, describeFilters, readOdsChoices, type OdsChoices } from "./ods-choices.ts";
import { describeDrawings, pictureEvents } from "./ods-drawings.ts";
import { readFrozenRows, readProperties, treeOf } from "./ods-facts.ts";
import { readOdsNames } from "./ods-names.ts";
import { openParts, type OdsParts } from "./ods-parts.ts";
import { odsSheet } from "./ods-sheet.ts";
import { readOdsStyles, type OdsStyles } from "./ods-styles.ts";

/** Bytes of XML of small sheets that are read at once and kept: what they hold is then known beforehand. */
const maxKeptBytes = 8 * 1024 * 1024;

/** Opens an OpenDocument spreadsheet, also a flat one. Throws `corrupt`, `encrypted` or `too-large`. */
export async function openOds(source: Source, context: HandlerContext): Promise<Workbook> {
  const parts = await openParts(source, context);
  const slices = sliceContent(parts.content);
  const surroundings = await readSurroundings(parts, slices);
  const heads = slices.sheets.map((bytes) => tagOf(bytes, slices));
  const names = heads.map((attributes) => attributes["table:name"] ?? "");
  const pause = createBreather(context.signal);
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
