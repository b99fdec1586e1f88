import { fileURLToPath } from "node:url";
import { alternate, memoryOver, processTime, type Comparison } from "../measure.ts";
import type { BenchData } from "../files/bench-data.ts";
import type { Row } from "../row.ts";
import type { RowResult } from "../row-result.ts";

/** The built program. */
export const cli: string = fileURLToPath(new URL("../../../../apps/cli/lib/main.cjs", import.meta.url));
const node = process.execPath;

/** Rows over whole processes of the command line. */
export const cliRows: readonly Row[] = [
  {
    name: "lines 7 300 000–7 300 200 of a 1 GB log, whole CLI process",
    peer: "sed -n 'N,Mp;Mq'",
    programs: ["sed"],
    atMost: 0.6,
    measure: async (data) => againstSed(await data.log1Gb(), 7_300_000),
  },
  {
    name: "lines 29 200 000–29 200 200 of a 4 GB log, whole CLI process",
    peer: "sed -n 'N,Mp;Mq'",
    programs: ["sed"],
    atMost: 0.3,
    measure: async (data) => againstSed(await data.log4Gb(), 29_200_000),
  },
  {
    name: "plain text CLI, whole process",
    peer: "node -e 0",
    atMost: 1.8,
    measure: async (data) => {
      const small = await data.small();
      return times(await alternate(processTime(node, [cli, small]), processTime(node, ["-e", "0"]), 31));
    },
  },
  {
    name: "first page of a 600 MB line, whole CLI process",
    peer: "node -e 0",
    atMost: 3,
    measure: async (data) => {
      const oneLine600Mb = await data.oneLine600Mb();
      return times(await alternate(processTime(node, [cli, oneLine600Mb]), processTime(node, ["-e", "0"]), 15));
    },
  },
  memoryRow("lines of a 4 GB log", async (data) => [await data.log4Gb(), "--offset", "29200000", "--limit", "200"]),
  memoryRow("first page of a 600 MB line", async (data) => [await data.oneLine600Mb()]),
  memoryRow("a small text", async (data) => [await data.small()]),
];

/** The limit is the same for any size. */
function memoryRow(what: string, request: (data: BenchData) => Promise<readonly string[]>): Row {
  return {
    name: `peak memory over node -e 0 in MB, ${what}`,
    peer: "node -e 0",
    atMost: 16,
    measure: async (data) => memoryOver([cli, ...(await request(data))]),
  };
}

async function againstSed(file: string, line: number): Promise<RowResult> {
  const last = line + 200;
  const ours = processTime(node, [cli, file, "--lines", `${line}-${last}`]);
  const sed = processTime("sed", ["-n", `${line},${last}p;${last}q`, file]);
  return times(await alternate(ours, sed));
}

/** A comparison in milliseconds. */
export function times({ ours, theirs, ratio }: Comparison): RowResult {
  return { ours: `${ours.toFixed(2)} ms`, theirs: `${theirs.toFixed(2)} ms`, value: ratio };
}
