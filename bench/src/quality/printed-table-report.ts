import { markdownTable } from "./markdown-table.ts";
import { average } from "./score/average.ts";
import { f1, relationCounts, sumOfCounts } from "./score/neighbour-relations.ts";
import { scoreTables } from "./score/score-tables.ts";
import { tableSimilarity, tableWidth, type Table } from "./score/table-similarity.ts";
import type { TabledPrint } from "./tabled/tabled-prints.ts";
import type { Tool } from "./tools/tool.ts";
import { textFrom } from "./tools/tools.ts";

/** Scores the tables that tools find in prints of documents with one table each. */
export async function printedTableReport(prints: readonly TabledPrint[], tools: readonly Tool[]): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const tool of tools) rows.push([tool.name, ...(await scoresOf(prints, tool))]);
  const header = ["tool", "neighbour relations, F1", "cells, mean", "same rows and columns", "false tables"];
  return `${prints.length} prints.\n\n${markdownTable(header, rows)}`;
}

async function scoresOf(prints: readonly TabledPrint[], tool: Tool): Promise<readonly string[]> {
  const relations = [];
  const similarities: number[] = [];
  let [sameShape, falseTables] = [0, 0];
  for (const { path, table } of prints) {
    const found = tool.tablesOf((await textFrom(tool, { path })).pages);
    relations.push(relationCounts([table], found));
    similarities.push(Math.max(0, ...found.map((one) => tableSimilarity(table, one))));
    if (found.some((one) => isSameShape(one, table))) sameShape += 1;
    falseTables += scoreTables([table], found).falseTables;
  }
  return [
    f1(sumOfCounts(relations)).toFixed(3),
    average(similarities).toFixed(3),
    `${sameShape} of ${prints.length}`,
    String(falseTables),
  ];
}

function isSameShape(one: Table, other: Table): boolean {
  return one.length === other.length && tableWidth(one) === tableWidth(other);
}
