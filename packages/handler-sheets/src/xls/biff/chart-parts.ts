import { tablesOf } from "@reader/office-kit/drawing";
import { maxShownRows } from "../../sheets/chart-words.ts";
import type { SheetChart, SheetChartSeries } from "../../sheets/sheet-chart.ts";
import { type BookNames, referenceWords } from "./book-names.ts";
import { type BiffRecord, byteAt, longStringAt, shortStringAt, wordAt } from "./records.ts";

/** Receives the records of a chart substream ([MS-XLS] 2.1.7.20.1) and returns the chart. */
export interface ChartParts {
  add(record: BiffRecord): void;
  chart(): SheetChart;
}

/** What the charts of a workbook may still use together. */
export interface ChartBudget {
  charts: number;
  cells: number;
}

/** Maximum number of charts, and of cells of their tables, per workbook. */
const maxCharts = 2000;
const maxCells = 1_000_000;

/** Creates the budget of a workbook. */
export function createChartBudget(): ChartBudget {
  return { charts: maxCharts, cells: maxCells };
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
const referenceRoles = ["label", "y", "x", "size"] as const;
const cellReference = 2;
const formulaAt = 8;

interface FoundSeries {
  name: string;
  label?: string | undefined;
  x?: string | undefined;
  y?: string | undefined;
  size?: string | undefined;
  /** True for an error bar or a trend line, which is stored as a series of its own. */
  isAuxiliary: boolean;
  /** The depth of the SERIES record. */
  readonly depth: number;
}

/** The cells of a series by point. A few records can state far apart points. */
type Points = Map<number, string>;

/** A text whose role a later record states, and the cell that it is from. */
interface PendingText {
  text: string;
  cell: string | undefined;
}

interface State {
  readonly names: BookNames;
  readonly budget: ChartBudget;
  readonly kinds: Set<string>;
  readonly titles: Map<string, string>;
  readonly texts: Set<string>;
  readonly series: FoundSeries[];
  /** The cached values and categories by series and point. */
  readonly values: Points[];
  readonly categories: Points[];
  /** The series that the current records describe. */
  current: FoundSeries | undefined;
  depth: number;
  dataIndex: number;
  pending: PendingText | undefined;
  titleCell: string | undefined;
}

/** Creates an empty chart. */
export function createChartParts(names: BookNames, budget: ChartBudget): ChartParts {
  const state: State = {
    names,
    budget,
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
    titleCell: undefined,
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

function addReference(state: State, { data }: BiffRecord): void {
  const { current, names } = state;
  const role = referenceRoles[byteAt(data, 0)];
  const isLinked = byteAt(data, 1) === cellReference;
  if (role === undefined || (current !== undefined && !isLinked)) return;
  const place = { at: formulaAt, bytes: wordAt(data, formulaAt - 2) };
  const cells = isLinked ? referenceWords(data, place, names) : undefined;
  if (current !== undefined) current[role] = cells;
  else if (role === "label") startText(state, { text: "", cell: cells });
}

/** Adds a text: the name of the series around it, or a text whose role OBJECTLINK states. */
function addText(state: State, { data }: BiffRecord): void {
  const { current, depth, pending } = state;
  const text = shortStringAt(data, 2).trim();
  const isNew = pending === undefined || pending.text !== "";
  if (current !== undefined && depth === current.depth + 1) {
    settle(state, undefined);
    current.name ||= text;
  } else if (isNew) startText(state, { text, cell: undefined });
  else pending.text = text;
}

function startText(state: State, text: PendingText): void {
  settle(state, undefined);
  state.pending = text;
}

function settle(state: State, role: string | undefined): void {
  const { pending, titles, texts } = state;
  state.pending = undefined;
  if (pending === undefined) return;
  if (role === "title") state.titleCell ??= pending.cell;
  if (pending.text === "") return;
  if (role !== undefined) titles.set(role, pending.text);
  else if (texts.size < maxTexts) texts.add(pending.text);
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
  const points = (cells[series] ??= new Map<number, string>());
  points.set(point, type === types.label ? longStringAt(data, 6) : numberAt(data));
}

function cellsOf({ values, categories, dataIndex }: Pick<State, "values" | "categories" | "dataIndex">) {
  if (dataIndex === valuesIndex) return values;
  return dataIndex === categoriesIndex ? categories : undefined;
}

function numberAt(data: DataView): string {
  return data.byteLength < 14 ? "" : String(Number(data.getFloat64(6, true).toPrecision(12)));
}

function chartOf(state: State): SheetChart {
  const { kinds: found, titles, titleCell, texts, series, values, categories } = state;
  const shown: SheetChartSeries[] = [];
  const columns: { name: string; categories: readonly string[]; values: readonly string[] }[] = [];
  const count = Math.max(series.length, values.length);
  const { points, left } = shownPoints(state, count);
  for (let index = 0; index < count; index += 1) {
    const { name = "", label, x, y, size, isAuxiliary = false } = series[index] ?? {};
    if (isAuxiliary) continue;
    shown.push({ name, label, x, y, size });
    columns.push({
      name: name || `Series ${index + 1}`,
      categories: cellsAt(categories[index], points),
      values: cellsAt(values[index], points),
    });
  }
  return {
    title: titles.get("title") ?? "",
    titleCell,
    kinds: [...found],
    axes: ["categories", "values"].map((axis) => titles.get(axis) ?? "").filter((title) => title !== ""),
    series: shown,
    texts: [...texts],
    tables: tablesOf(columns.map((each) => ({ ...each, columns: [{ name: each.name, values: each.values }] }))),
    rowsLeftOut: left,
  };
}

/** Returns the points that some series of `count` has, up to the limits, and the number of the others. */
function shownPoints({ values, categories, budget }: State, count: number) {
  const stored = new Set([...values, ...categories].flatMap((each: Points | undefined) => [...(each?.keys() ?? [])]));
  const all = [...stored].toSorted((one, other) => one - other);
  const points = all.slice(0, Math.min(maxShownRows, Math.floor(budget.cells / Math.max(1, count))));
  budget.cells -= points.length * count;
  return { points, left: all.length - points.length };
}

/** Returns the cells of a series at these points, up to its last one. */
function cellsAt(cells: Points | undefined, points: readonly number[]): readonly string[] {
  if (cells === undefined) return [];
  const last = [...cells.keys()].reduce((most, point) => Math.max(most, point), 0);
  return points.filter((point) => point <= last).map((point) => cells.get(point) ?? "");
}
