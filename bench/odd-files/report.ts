import { markdownTable } from "../src/quality/markdown-table.ts";
import type { Verdict } from "./judge.ts";
import type { OddFile } from "./odd-file.ts";

/** The verdicts for a tool. */
export interface ToolReport {
  readonly name: string;
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

const outcomes = ["right", "refused", "wrong", "hangs", "dies"] as const;

/** Two tables in Markdown: how many files of each verdict a tool has, then the files that some tool is not right about. */
export function oddFilesReport(files: readonly OddFile[], tools: readonly ToolReport[]): string {
  if (tools.length === 0) return "No tool was held against the odd files.\n";
  const names = tools.map(({ name }) => cell(name));
  const totals = tools.map(({ name, verdicts }) => [
    cell(name),
    ...outcomes.map((outcome) => String([...verdicts.values()].filter(({ is }) => is === outcome).length)),
  ]);
  const told = files.filter(({ id }) => tools.some(({ verdicts }) => verdicts.get(id)?.is !== "right"));
  const rows = told.map(({ id }) => [cell(id), ...tools.map(({ verdicts }) => words(verdicts.get(id)))]);
  return [
    `${files.length} odd files.\n\n${markdownTable(["tool", ...outcomes], totals)}`,
    ...(told.length === 0 ? [] : [markdownTable(["file", ...names], rows)]),
    ...(told.length === files.length ? [] : [restWords(tools.length, files.length - told.length, told.length > 0)]),
  ].join("\n");
}

/** Sentences about the files that are not in the table. */
function restWords(tools: number, files: number, hasTable: boolean): string {
  return `${tools === 1 ? "It is right" : "All are right"} about ${hasTable ? "the other " : "all "}${files}.\n`;
}

function words(verdict: Verdict | undefined): string {
  if (verdict === undefined) return "";
  return verdict.reason === undefined ? verdict.is : `${verdict.is}: ${cell(verdict.reason)}`;
}

/** Returns the text on one line, without characters that divide table cells. */
function cell(text: string): string {
  const shown = text.replaceAll(
    /[^\x20-\x7e\p{L}\p{N}]/gu,
    (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return (shown.length > 80 ? `${shown.slice(0, 79)}…` : shown).replaceAll(/[|<>*`[\]]/g, String.raw`\$&`);
}
