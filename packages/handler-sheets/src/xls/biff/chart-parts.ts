import { tablesOf } from "@reader/office-kit/drawing";
import type { SheetChart, SheetChartSeries } from "../../sheets/sheet-chart.ts";
import { type BookNames, referenceWords } from "./book-names.ts";
import { type BiffRecord, byteAt, longStringAt, shortStringAt, wordAt } from "./records.ts";

/** Receives the records of a chart substream ([MS-XLS] 2.1.7.20.1) and returns the chart. */
export interface ChartParts {
  add(record: BiffRecord): void;
  chart(): SheetChart;
}

const types = {
  number: 0x203,
  label: 0x204,
  series: 0x1003,
  seriesText: 0x100d,
  objectLink: 0x1027,
  begin: 0x1033,
  end: 0x1034,
  seriesParent: 0x104a,
  reference: 0x1051,
  dataIndex: 0x1065,
};

/** Returns the type of a group of series by the record that describes it; `undefined` for other records. */
function kindOf({ type, data }: BiffRecord): string | undefined {
  // A pie with a hole ([MS-XLS] 2.4.201), and a scatter chart with sizes (2.4.247).
  if (type === 0x1019) return wordAt(data, 2) > 0 ? "doughnut" : "pie";
  if (type === 0x101b) return (wordAt(data, 4) & 1) === 0 ? "scatter" : "bubble";
  return kinds.get(type);
}

/** The types of groups of series by their records ([MS-XLS] 2.5.35). */
const kinds: ReadonlyMap<number, string> = new Map([
  [0x1017, "bar"],
  [0x1018, "line"],
  [0x101a, "area"],
  [0x103e, "radar"],
  [0x103f, "surface"],
  [0x1040, "radar"],
  [0x1061, "pie"],
]);

/** The element that a text belongs to, by OBJECTLINK ([MS-XLS] 2.4.182). */
const roles: readonly (string | undefined)[] = [undefined, "title", "values", "categories"];

/** The kind of cached cells, by SIINDEX ([MS-XLS] 2.4.275). */
const valuesIndex = 1;
const categoriesIndex = 2;

/** The parts of a series that an AI record refers to, by their numbers ([MS-XLS] 2.4.29), and the type of references to cells. */
const referenceRoles = [undefined, "y", "x", "size"] as const;
const cellReference = 2;
const formulaAt = 8;

interface FoundSeries {
  name: string;
  x?: string | undefined;
  y?: string | undefined;
  size?: string | undefined;
  /** True for an error bar or a trend line, which is stored as a series of its own. */
  isAuxiliary: boolean;
  /** The depth of the SERIES record. */
  readonly depth: number;
}

interface State {
  readonly names: BookNames;
  readonly kinds: Set<string>;
  readonly titles: Map<string, string>;
  readonly texts: Set<string>;
  readonly series: FoundSeries[];
  /** The cached values and categories by series and point. */
  readonly values: string[][];
  readonly categories: string[][];
  /** The series that the current records describe. */
  current: FoundSeries | undefined;
  depth: number;
  dataIndex: number;
  /** A text whose role a later record states. */
  pending: string | undefined;
}

/** Creates an empty chart. */
export function createChartParts(names: BookNames): ChartParts {
  const state: State = {
    names,
    kinds: new Set(),
    titles: new Map(),
    texts: new Set(),
    series: [],
    values: [],
    categories: [],
    current: undefined,
    depth: 0,
    dataIndex: 0,
    pending: undefined,
  };
  return {
    add(record) {
      const kind = kindOf(record);
      if (kind === undefined) takers[record.type]?.(state, record);
      else state.kinds.add(kind);
    },
    chart() {
      settle(state, undefined);
      return chartOf(state);
    },
  };
}

const takers: Readonly<Record<number, (state: State, record: BiffRecord) => void>> = {
  [types.begin]: (state) => void (state.depth += 1),
  [types.end](state) {
    state.depth -= 1;
    if (state.depth <= (state.current?.depth ?? -1)) state.current = undefined;
  },
  [types.series](state) {
    if (state.series.length >= maxSeries) return;
    state.current = { name: "", isAuxiliary: false, depth: state.depth };
    state.series.push(state.current);
  },
  [types.seriesParent]({ current }) {
    if (current !== undefined) current.isAuxiliary = true;
  },
  [types.reference]: addReference,
  [types.seriesText]: addText,
  [types.objectLink]: (state, { data }) => settle(state, roles[wordAt(data, 0)]),
  [types.dataIndex]: (state, { data }) => void (state.dataIndex = wordAt(data, 0)),
  [types.number]: addValue,
  [types.label]: addValue,
};

function addReference({ current, names }: State, { data }: BiffRecord): void {
  const role = referenceRoles[byteAt(data, 0)];
  if (current === undefined || role === undefined || byteAt(data, 1) !== cellReference) return;
  current[role] = referenceWords(data, { at: formulaAt, bytes: wordAt(data, formulaAt - 2) }, names);
}

/** Adds a text: the name of the series around it, or a text whose role OBJECTLINK states. */
function addText(state: State, { data }: BiffRecord): void {
  const { current, depth } = state;
  const text = shortStringAt(data, 2).trim();
  settle(state, undefined);
  if (current !== undefined && depth === current.depth + 1) current.name ||= text;
  else state.pending = text;
}

function settle(state: State, role: string | undefined): void {
  const { pending, titles, texts } = state;
  state.pending = undefined;
  if (pending === undefined || pending === "") return;
  if (role !== undefined) titles.set(role, pending);
  else if (texts.size < maxTexts) texts.add(pending);
}

const maxTexts = 50;

/** Maximum number of series and of points of each, which Excel allows. */
const maxSeries = 255;
const maxPoints = 32_000;

function addValue({ values, categories, dataIndex }: State, { type, data }: BiffRecord): void {
  const point = wordAt(data, 0);
  const series = wordAt(data, 2);
  if (point >= maxPoints || series >= maxSeries) return;
  const cells = cellsOf({ values, categories, dataIndex });
  if (cells === undefined) return;
  const points = (cells[series] ??= []);
  points[point] = type === types.label ? longStringAt(data, 6) : numberAt(data);
}

function cellsOf({ values, categories, dataIndex }: Pick<State, "values" | "categories" | "dataIndex">) {
  if (dataIndex === valuesIndex) return values;
  return dataIndex === categoriesIndex ? categories : undefined;
}

function numberAt(data: DataView): string {
  return data.byteLength < 14 ? "" : String(Number(data.getFloat64(6, true).toPrecision(12)));
}

function chartOf({ kinds: found, titles, texts, series, values, categories }: State): SheetChart {
  const shown: SheetChartSeries[] = [];
  const columns: { name: string; categories: readonly string[]; values: readonly string[] }[] = [];
  const count = Math.max(series.length, values.length);
  for (let index = 0; index < count; index += 1) {
    const { name = "", x, y, size, isAuxiliary = false } = series[index] ?? {};
    if (isAuxiliary) continue;
    shown.push({ name, x, y, size });
    columns.push({
      name: name || `Series ${index + 1}`,
      categories: denseCells(categories[index], count),
      values: denseCells(values[index], count),
    });
  }
  return {
    title: titles.get("title") ?? "",
    kinds: [...found],
    axes: ["categories", "values"].map((axis) => titles.get(axis) ?? "").filter((title) => title !== ""),
    series: shown,
    texts: [...texts],
    tables: tablesOf(columns.map((each) => ({ ...each, columns: [{ name: each.name, values: each.values }] }))),
  };
}

/** Maximum number of cells of the tables of a chart. A few records can state far apart points. */
const maxCells = 1_000_000;

/** Returns the cells of one of `count` series without holes. */
function denseCells(cells: readonly string[] | undefined, count: number): readonly string[] {
  const length = Math.min(cells?.length ?? 0, Math.floor(maxCells / count));
  return Array.from({ length }, (_, at) => cells?.[at] ?? "");
}
