import { quoted } from "@reader/core/handler";
import { markFact } from "@reader/core/render";
import { tableMarkdown } from "@reader/document";
import type { ChartTable } from "@reader/office-kit/drawing";
import {
  isElsewhere,
  plainReference,
  quotedSheet,
  referencesIn,
  sharedSheet,
  usableReference,
  withReferences,
} from "./chart-references.ts";
import type { SheetChart, SheetChartSeries } from "./sheet-chart.ts";

/** The position of a chart. */
export interface ChartPlace {
  /** The cell at its top left corner: `D2`. */
  readonly at?: string | undefined;
  /** The name of its sheet. */
  readonly sheet: string;
}

/** Maximum number of series and axes listed. */
const maxListed = 50;

/** Maximum number of values shown of a chart whose cells can be read, about 200 tokens. */
const maxRepeated = 60;

/** Maximum number of rows and of cells shown of the values of a chart. */
export const maxShownRows = 1000;
const maxShownCells = 50_000;

/** Maximum number of series of a chart in Excel. */
const maxSeries = 255;

/** Maximum number of characters shown of a title, a name or a type. */
const maxNameCharacters = 300;

/**
 * Describes a chart and its source cells: `bar chart "Sales" at D2: x A2:A9; series North: B2:B9, South: C2:C9`.
 * References to the sheet of the chart have no sheet name. A table of the values follows if they are few, because the
 * cells may be in another sheet, or if no cell of the workbook has them.
 */
export function chartWords(chart: SheetChart, place: ChartPlace): string {
  const { tables } = chart;
  const series = chart.series.slice(0, maxSeries).map((each) => withReferences(each, usableReference));
  const facts = chartFacts({ ...chart, series }, place, chart.series.length - series.length);
  const line = `${headingOf(chart, place)}${facts.length === 0 ? "" : `: ${facts.join("; ")}`}`;
  const isShown = referencesIn(series).every(isElsewhere) || countValues(tables) <= maxRepeated;
  return [line, ...(isShown ? valueTables(chart) : [])].join("\n\n");
}

function headingOf({ title, titleCell, kinds }: SheetChart, { at = "", sheet }: ChartPlace): string {
  const kind = kinds.length === 0 ? "chart" : `${listed(kinds.map(nameWords), " and ")} chart`;
  const name = titleWords(inOneLine(title), usableReference(titleCell), sheet);
  return `${kind}${name === "" ? "" : ` ${name}`}${at === "" ? "" : ` at ${at}`}`;
}

/** Returns the title, or says which cell has it. */
function titleWords(title: string, cell: string | undefined, sheet: string): string {
  if (title !== "") return quoted(title, maxNameCharacters);
  return cell === undefined ? "" : `(title in ${plainReference(cell, sheet)})`;
}

function chartFacts({ axes, series, texts = [] }: SheetChart, { sheet }: ChartPlace, more: number): readonly string[] {
  return [
    axes.length === 0 ? "" : `axes ${listed([...new Set(axes)].map(nameWords))}`,
    cellWords(series, sheet, more),
    texts.length === 0 ? "" : `text ${listed(texts.map((text) => quoted(text)))}`,
  ].filter((words) => words !== "");
}

/** Formats the tables up to the limit on cells, which they share. */
function valueTables({ tables, rowsLeftOut = 0 }: SheetChart): readonly string[] {
  const longest = tables.reduce((most, { rows }) => Math.max(most, rows.length), 0);
  let cells = maxShownCells;
  return tables.map(({ header, rows }) => {
    const shown = rows.slice(0, Math.min(maxShownRows, Math.floor(cells / Math.max(1, header.length))));
    cells -= shown.length * header.length;
    const table = tableMarkdown({ header, rows: shown }).trimEnd();
    const more = rows.length - shown.length + (rows.length === longest ? rowsLeftOut : 0);
    return more === 0 ? table : `${table}\n\n… and ${more} more ${more === 1 ? "row" : "rows"}`;
  });
}

function countValues(tables: ChartTable["tables"]): number {
  return tables.reduce((sum, { header, rows }) => sum + header.length * (rows.length + 1), 0);
}

/** Names the series with their cells. What all series share is named once: their sheet, and their x values. */
function cellWords(series: readonly SheetChartSeries[], own: string, more: number): string {
  const shared = sharedSheet(referencesIn(series));
  const plain = series.map((each) =>
    withReferences(each, (reference) => reference && plainReference(reference, shared ?? own)),
  );
  const x = sharedX(plain);
  const words = [x === undefined ? "" : `x ${x}`, seriesList(plain, x, more)].filter((part) => part !== "").join("; ");
  const isOnOtherSheet = shared !== undefined && shared !== own && words !== "";
  return isOnOtherSheet ? `data on ${quotedSheet(shared)}: ${words}` : words;
}

/** Returns the x values if all series have the same. */
function sharedX(series: readonly SheetChartSeries[]): string | undefined {
  const x = series[0]?.x;
  return series.every((each) => each.x === x) ? x : undefined;
}

/** Lists the series without their shared x values. The cells of a single series without a name are only its y values. */
function seriesList(series: readonly SheetChartSeries[], shared: string | undefined, more: number): string {
  const own = shared === undefined ? series : series.map((each) => ({ ...each, x: undefined }));
  const isPlain = own.every(({ x, size }) => x === undefined && size === undefined);
  const [only] = own;
  if (own.length === 1 && isPlain && only !== undefined && titleOf(only) === "") {
    return only.y === undefined ? "" : `y ${only.y}`;
  }
  const described = [...new Set(own.map((each) => seriesWords(each, isPlain)))].filter((words) => words !== "");
  const isSimple = isPlain && !own.some(({ y }) => y?.includes(","));
  return described.length === 0 ? "" : `series ${listed(described, isSimple ? ", " : "; ", more)}`;
}

/** `North: B2:B9`, or `North: x A2:A9, y B2:B9` if some series has more than y values. */
function seriesWords(series: SheetChartSeries, isPlain: boolean): string {
  const { x, y, size } = series;
  const cells = [["x", x] as const, ["y", y] as const, ["size", size] as const].flatMap(([role, reference]) =>
    reference === undefined ? [] : [isPlain ? reference : `${role} ${reference}`],
  );
  return [titleOf(series), cells.join(", ")].filter((words) => words !== "").join(": ");
}

/** Returns the name of a series, or says which cells have it. */
function titleOf({ name, label }: SheetChartSeries): string {
  return nameWords(name) || (label === undefined ? "" : `(name in ${label})`);
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

/** Formats a name in one line: quoted if it contains what separates the facts of a chart. */
function nameWords(name: string): string {
  const line = inOneLine(name);
  if (line === "") return "";
  return /[:,;]/.test(line) ? quoted(line, maxNameCharacters) : markFact(line, maxNameCharacters);
}

/** Lists words up to the limit. `left` is the number of those that `words` does not have. */
function listed(words: readonly string[], separator: string = ", ", left: number = 0): string {
  const more = Math.max(0, words.length - maxListed) + left;
  return `${words.slice(0, maxListed).join(separator)}${more === 0 ? "" : ` and ${more} more`}`;
}
