import { dirname } from "node:path";
import { createReader } from "@reader/core";
import { ods, xls, xlsb, xlsx } from "@reader/handler-office/sheets";
import { roomy } from "../../speed/rows/read-whole.ts";
import { markdownTable } from "../markdown-table.ts";
import { exportedWorkbooks, readExport, type ExportedWorkbook, type Half } from "./exported-sheets.ts";
import { scoreCells, type CellScore } from "./score-cells.ts";
import { shownCells, type ShownCells } from "./shown-cells.ts";

/** The score of a workbook, sheet by sheet; `error` if it cannot be read. */
export interface WorkbookScore {
  readonly workbook: ExportedWorkbook;
  readonly scores: readonly CellScore[];
  readonly error?: string;
}

/** Scores cells against the exports of Excel, as a Markdown table; a sentence if the corpus is absent. */
export async function sheetReport(): Promise<string> {
  const workbooks = exportedWorkbooks();
  if (workbooks.length === 0) return "There are no exports of Excel beside this checkout: nothing was measured.\n";
  const scores = await scoreWorkbooks(workbooks);
  const kinds = [...new Set(workbooks.map(kindOf))].toSorted();
  const rows = [...kinds, "all"].flatMap((kind) =>
    (["dev", "held"] as const).map((half) => summaryRow(kind, half, scores)),
  );
  const failed = scores.filter(({ error }) => error !== undefined);
  const failures = failed.map(({ workbook, error }) => `\`${workbook.name}\`: ${error}`);
  return `${markdownTable(["kind", "half", "workbooks", "sheets", "cells", "as Excel", "%"], rows)}${
    failures.length === 0 ? "" : `\nNot read: ${failures.join("; ")}\n`
  }`;
}

/** Reads and scores workbooks. */
export async function scoreWorkbooks(workbooks: readonly ExportedWorkbook[]): Promise<readonly WorkbookScore[]> {
  const scores: WorkbookScore[] = [];
  for (const workbook of workbooks) {
    const shown = await cellsOf(workbook.path);
    const error = typeof shown === "string" ? { error: shown } : {};
    const found = typeof shown === "string" ? new Map<number, ShownCells>() : shown;
    const none: ShownCells = new Map();
    scores.push({
      workbook,
      ...error,
      scores: workbook.sheets.map(({ sheet, csv }) => scoreCells(readExport(csv), found.get(sheet) ?? none)),
    });
  }
  return scores;
}

/** Returns the cells by sheet number, or the message of the error. */
async function cellsOf(path: string): Promise<ReadonlyMap<number, ShownCells> | string> {
  const reader = createReader({ roots: [dirname(path)], handlers: [xlsx(), xls(), xlsb(), ods()], budget: roomy });
  const outcome = await reader.read({ path });
  await reader.close();
  if (!outcome.ok) return outcome.error.message;
  const texts = new Map<number, string>();
  for (const part of outcome.parts) {
    if (part.type !== "text" || part.at?.unit !== "sheet") continue;
    texts.set(part.at.index, `${texts.get(part.at.index) ?? ""}${part.text}\n`);
  }
  return new Map([...texts].map(([sheet, text]) => [sheet, shownCells(text)]));
}

function kindOf({ name }: ExportedWorkbook): string {
  return name.slice(name.lastIndexOf(".") + 1).toUpperCase();
}

function summaryRow(kind: string, half: Half, scores: readonly WorkbookScore[]): readonly string[] {
  const chosen = scores.filter(
    ({ workbook }) => workbook.half === half && (kind === "all" || kindOf(workbook) === kind),
  );
  const sheetScores = chosen.flatMap((score) => score.scores);
  const cells = sheetScores.reduce((sum, score) => sum + score.cells, 0);
  const equal = sheetScores.reduce((sum, score) => sum + score.equal, 0);
  const share = cells === 0 ? "" : ((equal / cells) * 100).toFixed(2);
  return [kind, half, chosen.length, sheetScores.length, cells, equal, share].map(String);
}
