import { cpus, totalmem } from "node:os";
import type { Row, RowResult } from "./row.ts";

/** The results as a Markdown table, with what they were measured on. */
export function reportTable(results: readonly (RowResult & { readonly row: Row })[]): string {
  const lines = results.map(
    ({ row, ours, theirs, value }) =>
      `| ${row.name} | ${row.peer} | ${ours} | ${theirs} | ${format(value)} | ${row.atMost} | ${value <= row.atMost ? "yes" : "**no**"} |`,
  );
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  return [
    `Measured ${new Date().toISOString().slice(0, 10)} on ${machine}, in alternating runs; figures are medians.`,
    "",
    "| row | peer | ours | theirs | figure | at most | held |",
    "|---|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}

function format(value: number): string {
  return value < 0.01 ? value.toExponential(1) : value.toFixed(2);
}
