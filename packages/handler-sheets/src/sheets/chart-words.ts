import { quoted } from "@reader/core/handler";
import { tableMarkdown } from "@reader/document";
import type { ChartTable } from "@reader/office-kit/drawing";

/** A chart on a sheet: its text, the cells that it draws, and the values that the file keeps of them. */
export interface SheetChart extends ChartTable {
  readonly series: readonly SheetChartSeries[];
  /** The texts of boxes drawn in the chart. */
  readonly texts?: readonly string[];
}

/** One series, with references to its cells as formulas write them: `Data!$B$2:$B$9`. */
export interface SheetChartSeries {
  /** Empty if the series has no name, or if the file does not keep it. */
  readonly name: string;
  /** The cells of the name. */
  readonly label?: string | undefined;
  /** The cells of the categories or of the x values. */
  readonly x?: string | undefined;
  readonly y?: string | undefined;
  /** The cells of the bubble sizes. */
  readonly size?: string | undefined;
}

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

/** Maximum number of rows shown of the values of a chart. */
const maxRows = 1000;

/**
 * Describes a chart and its source cells: `bar chart "Sales" at D2: x A2:A9; series North: B2:B9, South: C2:C9`.
 * References to the sheet of the chart have no sheet name. A table of the values follows if they are few, because the
 * cells may be in another sheet, or if no cell of the workbook has them.
 */
export function chartWords(chart: SheetChart, place: ChartPlace): string {
  const { series, tables } = chart;
  const facts = chartFacts(chart, place);
  const line = `${headingOf(chart, place)}${facts.length === 0 ? "" : `: ${facts.join("; ")}`}`;
  const isShown = referencesIn(series).every(isElsewhere) || countValues(tables) <= maxRepeated;
  return [line, ...(isShown ? tables.map(valueTable) : [])].join("\n\n");
}

function headingOf({ title, kinds }: SheetChart, { at = "" }: ChartPlace): string {
  const kind = kinds.length === 0 ? "chart" : `${kinds.join(" and ")} chart`;
  const name = inOneLine(title);
  return `${kind}${name === "" ? "" : ` ${quoted(name)}`}${at === "" ? "" : ` at ${at}`}`;
}

function chartFacts({ axes, series, texts = [] }: SheetChart, { sheet }: ChartPlace): readonly string[] {
  return [
    axes.length === 0 ? "" : `axes ${listed([...new Set(axes)])}`,
    cellWords(series, sheet),
    texts.length === 0 ? "" : `text ${listed(texts.map((text) => quoted(text)))}`,
  ].filter((words) => words !== "");
}

function valueTable({ header, rows }: ChartTable["tables"][number]): string {
  const table = tableMarkdown({ header, rows: rows.slice(0, maxRows) }).trimEnd();
  return rows.length > maxRows ? `${table}\n\n… and ${rows.length - maxRows} more rows` : table;
}

function countValues(tables: ChartTable["tables"]): number {
  return tables.reduce((sum, { header, rows }) => sum + header.length * (rows.length + 1), 0);
}

function referencesIn(series: readonly SheetChartSeries[]): readonly string[] {
  return series.flatMap(({ x, y, size }) => [x, y, size].filter((reference) => reference !== undefined));
}

/** True if the cells are in another workbook: `[1]Sheet1!$A$1`. */
function isElsewhere(reference: string): boolean {
  return /^'?\[/.test(reference);
}

/** Names the series with their cells. What all series share is named once: their sheet, and their x values. */
function cellWords(series: readonly SheetChartSeries[], own: string): string {
  const shared = sharedSheet(referencesIn(series));
  const plain = series.map((each) => withPlainReferences(each, shared ?? own));
  const x = sharedX(plain);
  const words = [x === undefined ? "" : `x ${x}`, seriesList(plain, x)].filter((part) => part !== "").join("; ");
  const isOnOtherSheet = shared !== undefined && shared !== own && words !== "";
  return isOnOtherSheet ? `data on ${quotedSheet(shared)}: ${words}` : words;
}

/** Returns the x values if all series have the same. */
function sharedX(series: readonly SheetChartSeries[]): string | undefined {
  const x = series[0]?.x;
  return series.every((each) => each.x === x) ? x : undefined;
}

/** Lists the series without their shared x values. The cells of a single series without a name are only its y values. */
function seriesList(series: readonly SheetChartSeries[], shared: string | undefined): string {
  const own = shared === undefined ? series : series.map((each) => ({ ...each, x: undefined }));
  const isPlain = own.every(({ x, size }) => x === undefined && size === undefined);
  const [only] = own;
  if (own.length === 1 && isPlain && only !== undefined && titleOf(only) === "") {
    return only.y === undefined ? "" : `y ${only.y}`;
  }
  const described = [...new Set(own.map((each) => seriesWords(each, isPlain)))].filter((words) => words !== "");
  return described.length === 0 ? "" : `series ${listed(described, isPlain ? ", " : "; ")}`;
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
  return inOneLine(name) || (label === undefined ? "" : `(name in ${label})`);
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

function listed(words: readonly string[], separator: string = ", "): string {
  const more = words.length > maxListed ? ` and ${words.length - maxListed} more` : "";
  return `${words.slice(0, maxListed).join(separator)}${more}`;
}

/** The sheet before a reference, `Data!` or `'My data'!`, and the signs of absolute references. */
const sheetOrSign = /((?:'(?:[^']|'')+'|[^\s'!(),;:$]+)!)|\$/g;

/** Returns the sheet of all references, or `undefined` if they have none or several. */
function sharedSheet(references: readonly string[]): string | undefined {
  const sheets = new Set<string | undefined>();
  for (const reference of references) {
    const found = [...reference.matchAll(sheetOrSign)].flatMap(([, sheet]) => (sheet === undefined ? [] : [sheet]));
    if (found.length === 0) return undefined;
    for (const sheet of found) sheets.add(sheetName(sheet));
  }
  return sheets.size === 1 ? [...sheets][0] : undefined;
}

/** Returns the name in `'Tom''s data'!`. */
function sheetName(written: string): string {
  const name = written.slice(0, -1);
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
}

const plainName = /^[\p{L}_][\p{L}\p{N}_.]*$/u;

function quotedSheet(name: string): string {
  return plainName.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}

/** Removes a sheet, and the signs of absolute references, from the references of a series. */
function withPlainReferences({ name, label, x, y, size }: SheetChartSeries, sheet: string): SheetChartSeries {
  const plain = (reference: string | undefined): string | undefined =>
    reference?.replaceAll(sheetOrSign, (_, written: string | undefined) =>
      written === undefined || sheetName(written) === sheet ? "" : written,
    );
  return { name, label: plain(label), x: plain(x), y: plain(y), size: plain(size) };
}
