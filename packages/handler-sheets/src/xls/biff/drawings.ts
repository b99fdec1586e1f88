import type { HandlerContext, HandlerEvent } from "@reader/core/handler";
import { imageEvent } from "@reader/document/content";
import { findRecord, recordTypes, recordsIn, recordsOf, uint16At, uint32At } from "@reader/office-kit/office-art";
import { chartMarkdown, tablesOf } from "@reader/office-kit/drawing";
import { type BiffRecord, longStringAt, shortStringAt, wordAt } from "./records.ts";

/** An image on a sheet: its number in the image store of the workbook, from 1, and its alternative text. */
export interface PlacedImage {
  readonly number: number;
  readonly alt: string;
}

/** Shape properties ([MS-ODRAW] 2.3): the number of the image, and its description. */
const imageProperty = 0x0104;
const descriptionProperty = 0x0381;
const idMask = 0x3fff;
const isComplex = 0x8000;
const propertyBytes = 6;

/** Maximum nesting depth of groups. */
const maxDepth = 20;

/** Yields the images of the shapes in the drawing of a sheet ([MS-ODRAW] 2.2.13), in order. */
export function* placedImages(drawing: Uint8Array, depth: number = 0): Generator<PlacedImage> {
  if (depth > maxDepth) return;
  for (const { type, isContainer, instance, body } of recordsIn(drawing)) {
    if (type === recordTypes.shapeOptions) yield* imageIn(body, instance);
    else if (isContainer) yield* placedImages(body, depth + 1);
  }
}

/**
 * Reads the image of a shape. Each property has six bytes; longer values follow after all properties, in the same
 * order.
 */
function* imageIn(options: Uint8Array, count: number): Generator<PlacedImage> {
  let number = 0;
  let alt = "";
  let complexAt = count * propertyBytes;
  for (let at = 0; at < count * propertyBytes && at + propertyBytes <= options.length; at += propertyBytes) {
    const property = uint16At(options, at);
    const value = uint32At(options, at + 2);
    if ((property & idMask) === imageProperty) number = value;
    if ((property & isComplex) === 0) continue;
    if ((property & idMask) === descriptionProperty) alt = wordsAt(options, complexAt, value);
    complexAt += value;
  }
  if (number > 0) yield { number, alt };
}

function wordsAt(bytes: Uint8Array, start: number, length: number): string {
  return new TextDecoder("utf-16le")
    .decode(bytes.subarray(start, start + length))
    .replaceAll("\0", "")
    .trim();
}

/** The data of an image follows a header with one or two digests and a tag ([MS-ODRAW] 2.2.23 and later). */
const digestBytes = 16;
const twoDigests: ReadonlySet<number> = new Set([0x46b, 0x6e3, 0x6e1]);
const entryBytes = 36;

/** Yields images from the image store of a workbook as events. Unsupported image types are skipped. */
export async function* storedImages(
  store: Uint8Array,
  placed: readonly PlacedImage[],
  context: HandlerContext,
): AsyncGenerator<HandlerEvent> {
  const images = findRecord(store, recordTypes.drawingStore, recordTypes.imageStore);
  const entries = recordsOf(images?.body, recordTypes.imageEntry);
  for (const { number, alt } of placed) {
    const [blip] = recordsIn(entries[number - 1]?.body.subarray(entryBytes));
    if (blip === undefined) continue;
    const header = (twoDigests.has(blip.instance) ? 2 : 1) * digestBytes + 1;
    const event = await imageEvent(blip.body.slice(header), `image-${number}`, { alt, context });
    if (event !== undefined) yield event;
  }
}

/** Receives the records of a chart substream ([MS-XLS] 2.1.7.20.1) and describes the chart. */
export interface ChartParts {
  add(record: BiffRecord): void;
  /** Returns the chart type, title and values as tables. */
  describe(): string;
}

/**
 * Maximum number of points per series, and of series, that are shown. Nearly always the cells of a sheet have the
 * values too.
 */
const maxPoints = 50;
const maxSeries = 50;

const types = { number: 0x203, label: 0x204, seriesText: 0x100d, objectLink: 0x1027, dataIndex: 0x1065 };

/** The element that a text belongs to, by OBJECTLINK ([MS-XLS] 2.4.182). */
const roles: readonly (string | undefined)[] = [undefined, "title", "values", "categories"];

/** The kind of cached cells, by SIINDEX ([MS-XLS] 2.4.275). */
const valuesIndex = 1;
const categoriesIndex = 2;

interface Found {
  readonly named: Map<string, string>;
  readonly loose: string[];
  readonly values: (string[] | undefined)[];
  readonly categories: string[];
}

/** Creates an empty chart. */
export function createChartParts(): ChartParts {
  const found: Found = { named: new Map(), loose: [], values: [], categories: [] };
  let dataIndex = 0;
  let pending: string | undefined;
  const settle = (role: string | undefined): void => {
    if (pending !== undefined && role !== undefined) found.named.set(role, pending);
    else if (pending !== undefined) found.loose.push(pending);
    pending = undefined;
  };
  return {
    add(record) {
      const { type, data } = record;
      if (type === types.dataIndex) dataIndex = wordAt(data, 0);
      else if (type === types.objectLink) settle(roles[wordAt(data, 0)]);
      else if (type === types.number || type === types.label) addValue(found, dataIndex, record);
      else if (type === types.seriesText) {
        settle(undefined);
        pending = shortStringAt(data, 2);
      }
    },
    describe() {
      settle(undefined);
      return describe(found);
    },
  };
}

function addValue({ values, categories }: Found, dataIndex: number, { type, data }: BiffRecord): void {
  const point = wordAt(data, 0);
  const series = wordAt(data, 2);
  if (point >= maxPoints || series >= maxSeries) return;
  const value = type === types.label ? longStringAt(data, 6) : numberAt(data);
  if (dataIndex === categoriesIndex) {
    categories[point] ??= value;
  } else if (dataIndex === valuesIndex) {
    const points = values[series] ?? [];
    points[point] = value;
    values[series] = points;
  }
}

function numberAt(data: DataView): string {
  return data.byteLength < 14 ? "" : String(Number(data.getFloat64(6, true).toPrecision(12)));
}

function describe({ named, loose, values, categories }: Found): string {
  const texts = [...new Set(loose)];
  // Series names are stored as texts. With other texts among them, they cannot be assigned to series.
  const hasNames = texts.length === values.length;
  const series = Array.from(values, (points = [], index) => {
    const name = hasNames ? (texts[index] ?? "") : `Series ${index + 1}`;
    return { name, categories, columns: [{ name, values: Array.from(points, (value) => value ?? "") }] };
  });
  const axes = ["categories", "values"].map((axis) => named.get(axis) ?? "").filter((title) => title !== "");
  const chart = chartMarkdown({ title: named.get("title") ?? "", kinds: [], axes, tables: tablesOf(series) });
  return hasNames || texts.length === 0 ? chart : `${chart}\n${texts.join(", ")}\n`;
}
