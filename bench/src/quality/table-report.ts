import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { corpusFolder } from "./corpus.ts";
import { markdownTable } from "./markdown-table.ts";
import { average } from "./score/average.ts";
import { relationCounts, sumOfCounts } from "./score/neighbour-relations.ts";
import { tableSimilarity, type Table } from "./score/table-similarity.ts";
import { comparable } from "./score/tables-of.ts";
import { readExport } from "./sheets/exported-sheets.ts";
import { textFrom } from "./tools/tools.ts";
import type { Tool } from "./tools/tool.ts";

/** A PDF with one of its tables, or all of them, as CSV. */
interface TablePdf {
  readonly path: string;
  readonly table: Table;
}

/**
 * Compares tables with the CSV of the tests of tabula-java. A CSV may hold only some tables of its PDF, so tables that are
 * not in it do not count against a tool.
 */
export async function tableReport(tools: readonly Tool[]): Promise<string> {
  const known = tablePdfs();
  const rows: (readonly string[])[] = [];
  for (const tool of tools) rows.push([tool.name, ...(await scoresOf(tool, known))]);
  const header = ["tool", "neighbour relations found", "cells, mean", "same rows and columns"];
  return `${known.length} tables.\n\n${markdownTable(header, rows)}`;
}

async function scoresOf(tool: Tool, known: readonly TablePdf[]): Promise<readonly string[]> {
  const relations = [];
  const similarities: number[] = [];
  let sameShape = 0;
  for (const { path, table } of known) {
    const found = tool.tablesOf((await textFrom(tool, { path })).pages).map(filled);
    relations.push(relationCounts([table], found));
    similarities.push(Math.max(0, ...[...found, found.flat()].map((one) => tableSimilarity(table, one))));
    if (found.some((one) => shapeOf(one) === shapeOf(table))) sameShape += 1;
  }
  const { right, wanted } = sumOfCounts(relations);
  return [(right / wanted).toFixed(3), average(similarities).toFixed(3), `${sameShape} of ${known.length}`];
}

function shapeOf(table: Table): string {
  return `${table.length} × ${Math.max(0, ...table.map((row) => row.length))}`;
}

/** Leaves out rows and columns without content, which a CSV of areas of a page may have. */
function filled(table: Table): Table {
  const rows = table.filter((row) => row.some((cell) => cell !== ""));
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) => rows.some((row) => (row[x] ?? "") !== ""));
  return rows.map((row) => columns.map((x) => row[x] ?? ""));
}

function tablePdfs(): readonly TablePdf[] {
  const folder = join(corpusFolder, "tables");
  const names = existsSync(folder) ? readdirSync(join(folder, "csv")).toSorted() : [];
  return names.flatMap((name) => {
    const path = join(folder, `${basename(name, ".csv")}.pdf`);
    if (!existsSync(path)) return [];
    const rows = readExport(join(folder, "csv", name)).map((row) => row.map(comparable));
    return [{ path, table: filled(rows) }];
  });
}
