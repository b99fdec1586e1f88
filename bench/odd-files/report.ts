import { markdownTable } from "../src/quality/markdown-table.ts";
import type { Verdict } from "./judge.ts";
import type { OddFile } from "./odd-file.ts";

/** What came of a tool. */
export interface ToolReport {
  readonly name: string;
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

const outcomes = ["right", "refused", "wrong", "hangs", "dies"] as const;

/** Two tables in Markdown: how many files of each verdict a tool has, then every file. */
export function oddFilesReport(files: readonly OddFile[], tools: readonly ToolReport[]): string {
  const totals = tools.map(({ name, verdicts }) => [
    name,
    ...outcomes.map((outcome) => String([...verdicts.values()].filter(({ is }) => is === outcome).length)),
  ]);
  const rows = files.map(({ id }) => [cell(id), ...tools.map(({ verdicts }) => words(verdicts.get(id)))]);
  return [
    `${files.length} odd files.\n\n${markdownTable(["tool", ...outcomes], totals)}`,
    markdownTable(["file", ...tools.map(({ name }) => name)], rows),
  ].join("\n");
}

function words(verdict: Verdict | undefined): string {
  if (verdict === undefined) return "";
  return verdict.reason === undefined ? verdict.is : `${verdict.is}: ${cell(verdict.reason)}`;
}

/** On one line, without what divides the cells of a table. */
function cell(text: string): string {
  const shown = text.replaceAll(
    /[^\x20-\x7e\u00a1-\u024f]/g,
    (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return (shown.length > 80 ? `${shown.slice(0, 79)}…` : shown).replaceAll("|", "\\|");
}
