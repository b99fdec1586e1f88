import { childOf, childrenOf, readXmlTree, textIn, type XmlElement } from "@reader/office-kit/xml";
import { type HandlerContext, type HandlerEvent, quoted, ReadError, type Source } from "@reader/core/handler";
import { imageEvent } from "@reader/document/content";
import { decryptedPackage } from "@reader/office-kit/odf";
import { openPackage, type OfficePackage } from "@reader/office-kit/package";
import { chartWords } from "../sheets/chart-words.ts";
import { imagesLine, placeAddress, placedAlt, placedWords } from "../sheets/image-words.ts";
import type { Workbook } from "../sheets/workbook.ts";
import { odfChart } from "./ods-charts.ts";
import type { TableDrawing } from "./table-model.ts";

const shown: readonly (readonly [string, string])[] = [
  ["dc:title", "Title"],
  ["meta:initial-creator", "Author"],
  ["meta:creation-date", "Created"],
  ["dc:date", "Modified"],
];

/** Reads title, author and dates from the metadata. Uses the last author if the first is missing. */
export function readProperties(root: XmlElement | undefined): Workbook["properties"] {
  const meta = childOf(root, "office:meta");
  const properties: Record<string, string> = {};
  for (const [element, name] of shown) {
    const value = textIn(childOf(meta, element)).trim();
    if (value !== "") properties[name] = /^\d{4}-\d\d-\d\dT/.test(value) ? value.slice(0, 10) : value;
  }
  const last = textIn(childOf(meta, "dc:creator")).trim();
  return properties["Author"] === undefined && last !== "" ? { ...properties, Author: last } : properties;
}

/** Returns the number of frozen rows per sheet name, from the window settings of the program. */
export function readFrozenRows(root: XmlElement | undefined): ReadonlyMap<string, number> {
  const frozen = new Map<string, number>();
  for (const entry of namedEntries(root)) {
    const items = new Map(childrenOf(entry).map((item) => [item.attributes["config:name"] ?? "", textIn(item)]));
    const isFrozen = items.get("VerticalSplitMode") === "2";
    const rows = Number(items.get("VerticalSplitPosition"));
    if (isFrozen && Number.isInteger(rows)) frozen.set(entry.attributes["config:name"] ?? "", rows);
  }
  return frozen;
}

/** Finds the entries of the map `Tables` at any depth of the settings. */
function namedEntries(element: XmlElement | undefined): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) =>
    child.attributes["config:name"] === "Tables" ? childrenOf(child) : namedEntries(child),
  );
}

/** Parses a part. Returns `undefined` if it is missing or damaged, because the cells can be read without it. */
export function treeOf(bytes: Uint8Array | undefined, part: string): XmlElement | undefined {
  try {
    return bytes === undefined ? undefined : readXmlTree(bytes, part);
  } catch {
    return undefined;
  }
}

/** Maximum number of drawings described per sheet; the rest are counted. */
const maxDrawings = 500;

/** A sheet whose drawings are described. */
export interface DrawnTable {
  readonly name: string;
  readonly drawings: readonly TableDrawing[];
}

/** Describes the drawings of a sheet in words, except images that are shown. */
export async function describeDrawings({ name, drawings }: DrawnTable, parts: OdsParts): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const drawing of drawings.slice(0, maxDrawings)) lines.push(...(await describe(drawing, name, parts)));
  if (drawings.length > maxDrawings) lines.push(`${drawings.length - maxDrawings} more drawings`);
  const images = drawings.filter(({ image, object }) => object === undefined && isShown(image, parts));
  return [...lines, ...imagesLine(images.map(({ place }) => place))];
}

async function describe(drawing: TableDrawing, sheet: string, parts: OdsParts): Promise<readonly string[]> {
  const { text, alt, object, image, place } = drawing;
  if (object !== undefined) return [await describeObject(drawing, sheet, parts)];
  const words = text === "" ? [] : [`${placedWords("text box", place)}: ${text}`];
  if (image === undefined) {
    return words.length === 0 && alt !== "" ? [`${placedWords("drawing", place)}: ${alt}`] : words;
  }
  const what = alt === "" ? "image" : `image ${quoted(alt)}`;
  return isShown(image, parts) ? words : [...words, `${placedWords(what, place)} (not shown)`];
}

/** True if the image is shown. Others have lines of their own. */
function isShown(image: string | undefined, { archive }: OdsParts): boolean {
  return archive !== undefined && image !== undefined && shownImages.test(image);
}

const shownImages = /\.(?:png|jpe?g|gif|webp)$/i;

async function describeObject(drawing: TableDrawing, sheet: string, { archive }: OdsParts): Promise<string> {
  const { object = "", name, alt, place } = drawing;
  const folder = plainPath(object);
  const chart = odfChart(treeOf(await archive?.bytes(`${folder}/content.xml`), folder));
  if (chart !== undefined) return chartWords(chart, { at: placeAddress(place), sheet });
  return `${placedWords("embedded object", place)}: ${[alt, name, folder].find((words) => words !== "") ?? ""}`;
}

/** Yields the images of a sheet as events. */
export async function* imageEvents(
  drawings: readonly TableDrawing[],
  parts: OdsParts,
  context: HandlerContext,
): AsyncGenerator<HandlerEvent> {
  for (const { image, alt, object, place } of drawings) {
    if (image === undefined || object !== undefined || !shownImages.test(image)) continue;
    const bytes = await parts.archive?.image(plainPath(image));
    // The name of the part is no description.
    const facts = { alt: placedAlt(alt, place), context };
    const event = bytes === undefined ? undefined : await imageEvent(bytes, "", facts);
    if (event !== undefined) yield event;
  }
}

function plainPath(target: string): string {
  return target.replace(/^\.\//, "").replace(/\/$/, "");
}

/** The parts of a spreadsheet, from a package or one flat XML file. */
export interface OdsParts {
  readonly content: Uint8Array;
  /**
   * Returns the bytes of `styles.xml`, `meta.xml` or `settings.xml`. A flat file returns all of its content for any
   * name.
   */
  part(name: string): Promise<Uint8Array | undefined>;
  /** Absent for a flat file. */
  readonly archive?: OfficePackage;
}

/** Opens the file. Throws `corrupt`, `encrypted` or `too-large`. */
export async function openParts(source: Source, context: HandlerContext): Promise<OdsParts> {
  const [first] = await source.head(1);
  if (first !== zipSignature) {
    const content = await source.bytes();
    return { content, part: () => Promise.resolve(content) };
  }
  const request = { path: source.path, password: context.password };
  const archive = await decryptedPackage(await openPackage(source, context), request);
  const content = await archive.bytes("content.xml");
  if (content === undefined) throw new ReadError("corrupt", `${source.path} has no \`content.xml\`.`);
  return { content, archive, part: (name) => archive.bytes(name) };
}

const zipSignature = 0x50;
