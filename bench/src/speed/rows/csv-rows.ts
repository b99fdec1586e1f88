import { cli, times } from "./cli-rows.ts";
import { stream } from "../files/bench-data.ts";
import { csvBlock } from "../files/make-csv.ts";
import { alternate, memoryOver, processTime } from "../measure.ts";
import type { Row } from "../row.ts";
import type { RowResult } from "../row-result.ts";

const firstRow = 5_000_000;
const lastRow = firstRow + 100;
const node = process.execPath;

/** Rows about tables of values: the header is row 1 and line 1, and no record has a line end inside. */
export const csvRows: readonly Row[] = [
  {
    name: "CSV of 1 GB: rows 5 000 000–5 000 100 by `select`, whole CLI process",
    peer: "sed -n 'N,Mp;Mq'",
    programs: ["sed"],
    atMost: 1.5,
    measure: () => againstSed(["--select", `${firstRow}:${lastRow}`]),
  },
  {
    name: "CSV of 1 GB: lines 5 000 000–5 000 100, whole CLI process",
    peer: "sed -n 'N,Mp;Mq'",
    programs: ["sed"],
    atMost: 1.5,
    measure: () => againstSed(["--lines", `${firstRow}-${lastRow}`]),
  },
  {
    name: "peak memory over node -e 0 in MB, rows of a CSV of 1 GB",
    peer: "node -e 0",
    atMost: 40,
    measure: async () => memoryOver([cli, await csv1Gb(), "--select", `${firstRow}:${lastRow}`]),
  },
];

async function againstSed(options: readonly string[]): Promise<RowResult> {
  const file = await csv1Gb();
  const ours = processTime(node, [cli, file, ...options]);
  const sed = processTime("sed", ["-n", `${firstRow},${lastRow}p;${lastRow}q`, file]);
  return times(await alternate(ours, sed));
}

function csv1Gb(): Promise<string> {
  return stream("1gb.csv", 1e9, csvBlock);
}
