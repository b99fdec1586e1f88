import type { HeadedPrint } from "./headed/headed-prints.ts";
import { markdownTable } from "./markdown-table.ts";
import { countHeadings, type HeadingCounts, type LevelRule } from "./score/headings.ts";
import type { Tool } from "./tools/tool.ts";
import { textFrom } from "./tools/tools.ts";

/** Scores the headings that tools find in prints of documents whose headings are known, by the program of the print. */
export async function headingReport(prints: readonly HeadedPrint[], tools: readonly Tool[]): Promise<string> {
  const programs = [...new Set(prints.map(({ program }) => program))];
  const rows: (readonly string[])[] = [];
  for (const tool of tools) {
    const cells: string[] = [];
    for (const program of programs) {
      const own = prints.filter((print) => print.program === program);
      cells.push((await f1Of(own, tool, "exact")).toFixed(3));
    }
    const all = [await f1Of(prints, tool, "exact"), await f1Of(prints, tool, "any")];
    rows.push([tool.name, ...cells, ...all.map((score) => score.toFixed(3))]);
  }
  const header = ["tool", ...programs, "all", "all, without levels"];
  return `${prints.length} prints.\n\n${markdownTable(header, rows)}`;
}

async function f1Of(prints: readonly HeadedPrint[], tool: Tool, levels: LevelRule): Promise<number> {
  const counts: HeadingCounts[] = [];
  for (const { path, reference } of prints)
    counts.push(countHeadings((await textFrom(tool, { path })).pages, reference, levels));
  const total = (field: keyof HeadingCounts): number => counts.reduce((sum, count) => sum + count[field], 0);
  return (2 * total("found")) / Math.max(1, total("written") + total("wanted"));
}
