import { chartMarkdown, tablesOf } from "@reader/office-kit/drawing";
import { wordAt, type BiffRecord, longStringAt, shortStringAt } from "./records.ts";

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
