import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { markdownTable } from "./markdown-table.ts";
import { average } from "./score/average.ts";
import { f1, relationCounts, sumOfCounts } from "./score/neighbour-relations.ts";
import { scoreTables } from "./score/score-tables.ts";
import { type Table, tableWidth } from "./score/table-similarity.ts";
import { markdownTables } from "./score/tables-of.ts";
import { pdfTools } from "./tools/all-tools.ts";
import { endTools, textFrom } from "./tools/tools.ts";
import type { Tool } from "./tools/tool.ts";

// `node bench/src/quality/stated-tables.ts FOLDER` scores the tables that the tools find in the PDFs of a folder against
// those of `NAME.md` beside `NAME.pdf`, which someone wrote who looked at the pages. An empty file says that a page has
// no table.

interface StatedPage {
  readonly path: string;
  readonly tables: readonly Table[];
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("Usage: node bench/src/quality/stated-tables.ts FOLDER\n");
  process.exitCode = 2;
} else process.stdout.write(await statedTables(folder).finally(endTools));

async function statedTables(from: string): Promise<string> {
  const pages = statedPages(from);
  const rows: (readonly string[])[] = [];
  for (const tool of pdfTools) rows.push([tool.name, ...(await scoresOf(tool, pages))]);
  const header = ["tool", "neighbour relations, F1", "cells, mean", "same rows and columns", "false tables"];
  const count = pages.reduce((sum, { tables }) => sum + tables.length, 0);
  return `${count} tables on ${pages.length} pages.\n\n${markdownTable(header, rows)}\n`;
}

function statedPages(from: string): readonly StatedPage[] {
  return readdirSync(from)
    .toSorted()
    .flatMap((name) => {
      const reference = join(from, name.replace(/\.pdf$/u, ".md"));
      if (!name.endsWith(".pdf") || !existsSync(reference)) return [];
      return [{ path: join(from, name), tables: markdownTables(readFileSync(reference, "utf8")) }];
    });
}

async function scoresOf(tool: Tool, pages: readonly StatedPage[]): Promise<readonly string[]> {
  const relations = [];
  const cells: number[] = [];
  let [sameShape, falseTables] = [0, 0];
  for (const { path, tables } of pages) {
    const found = tool.tablesOf((await textFrom(tool, { path })).pages);
    const scored = scoreTables(tables, found);
    relations.push(relationCounts(tables, found));
    cells.push(...scored.scores);
    sameShape += sharedShapes(tables, found);
    falseTables += scored.falseTables;
  }
  const shapes = `${sameShape} of ${cells.length}`;
  return [f1(sumOfCounts(relations)).toFixed(3), average(cells).toFixed(3), shapes, String(falseTables)];
}

/** Returns how many tables have a found one with the same rows and columns. */
function sharedShapes(tables: readonly Table[], found: readonly Table[]): number {
  const left = found.map(shapeOf);
  return tables.filter((table) => {
    const index = left.indexOf(shapeOf(table));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  }).length;
}

function shapeOf(table: Table): string {
  return `${table.length} × ${tableWidth(table)}`;
}
