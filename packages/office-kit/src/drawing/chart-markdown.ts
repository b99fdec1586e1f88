import { markFact } from "@reader/core/render";
import { tableMarkdown } from "@reader/document";
import type { ChartTable } from "./chart-table.ts";

/**
 * Returns a chart as lines: a description, then a table of values for each group of series. Ends with a newline. `[bar
 * chart · Sales by month · axes: Month, EUR]`
 */
export function chartMarkdown({ title, kinds, axes, tables }: ChartTable): string {
  const what = kinds.length === 0 ? "chart" : `${kinds.join(" and ")} chart`;
  const facts = [
    title === "" ? "" : markFact(title.replaceAll(/\s+/gu, " ").trim()),
    axes.length === 0 ? "" : `axes: ${axes.map((axis) => markFact(axis)).join(", ")}`,
  ];
  const line = `[${[what, ...facts].filter((word) => word !== "").join(" · ")}]\n`;
  return [line, ...tables.map((table) => tableMarkdown(table))].join("\n");
}
