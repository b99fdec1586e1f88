import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createReader, type Handler, type Reader, type ReadRequest } from "@reader/core";
import { xlsx } from "@reader/handler-office";
import { times } from "./cli-rows.ts";
import { whole } from "./data.ts";
import { makeXlsx } from "./make-xlsx.ts";
import { alternate, median, memoryOver, workTime } from "./measure.ts";
import { readWhole, roomy } from "./read-whole.ts";
import type { Row } from "./row.ts";

const program = fileURLToPath(new URL("read-xlsx-program.mjs", import.meta.url));

const small = (): Promise<string> => whole("100k-rows.xlsx", () => makeXlsx({ rows: 100_000, words: 100_000 }));
const large = (): Promise<string> => whole("500k-rows.xlsx", () => makeXlsx({ rows: 500_000, words: 100_000 }));

/** Rows about workbooks, beside the libraries that most programs read them with. */
export const xlsxRows: readonly Row[] = [
  wholeRow("read-excel-file", readExcelFile),
  wholeRow("xlsx", readSheetJs),
  {
    name: "memory over node -e 0 in MB, XLSX of 500 000 × 10, all rows in one answer",
    peer: "node -e 0",
    atMost: 210,
    measure: async () => memoryOver([program, "all", await large()]),
  },
  {
    name: "memory over node -e 0 in MB, XLSX of 500 000 × 10, all rows, none kept",
    peer: "node -e 0",
    atMost: 150,
    measure: async () => memoryOver([program, "rows", await large()]),
  },
  {
    name: "first 100 rows of an XLSX of 500 000 × 10, warm",
    peer: "read-excel-file, the whole file",
    packages: ["read-excel-file"],
    atMost: 0.03,
    async measure() {
      const file = await large();
      const ours = workTime(() => readSome(fresh(file), { path: file, limit: 102 }));
      return times(
        await alternate(
          ours,
          workTime(() => readExcelFile(file)),
          3,
        ),
      );
    },
  },
  {
    name: "memory over node -e 0 in MB, first 100 rows of an XLSX of 500 000 × 10",
    peer: "node -e 0",
    atMost: 60,
    measure: async () => memoryOver([program, "first", await large()]),
  },
  {
    name: "rows 250 000–250 100 of 500 000, ms",
    peer: "absolute",
    atMost: 1000,
    measure: async () => deepTimes(await large(), () => xlsx()),
  },
  {
    name: "rows 250 100–250 200 of 500 000 after those before them, ms",
    peer: "absolute",
    atMost: 50,
    async measure() {
      const file = await large();
      // What a handler has unpacked on the way stays with it; every reader is a new one.
      const handler = xlsx();
      await readSome(fresh(file, handler), { path: file, select: "Orders!A250000:J250100" });
      return deepTimes(file, () => handler);
    },
  },
];

/** All rows of a workbook, beside a library that gives them as values. */
function wholeRow(peer: string, readRows: (file: string) => Promise<unknown>): Row {
  return {
    name: "XLSX of 100 000 × 10, all rows to text, warm",
    peer: peer === "xlsx" ? "SheetJS" : peer,
    packages: [peer],
    atMost: 0.25,
    async measure() {
      const file = await small();
      const ours = workTime(() => readWhole(fresh(file), file));
      return times(
        await alternate(
          ours,
          workTime(() => readRows(file)),
          5,
        ),
      );
    },
  };
}

async function deepTimes(
  file: string,
  handlerOf: () => Handler,
): Promise<{ ours: string; theirs: string; value: number }> {
  const all: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const reader = fresh(file, handlerOf());
    all.push(await workTime(() => readSome(reader, { path: file, select: "Orders!A250100:J250200" }))());
  }
  return { ours: `${median(all).toFixed(0)} ms`, theirs: "", value: median(all) };
}

function fresh(file: string, handler: Handler = xlsx()): Reader {
  const budget = { ...roomy, maxInflatedBytes: 1e9 };
  return createReader({ roots: [dirname(file)], handlers: [handler], budget });
}

async function readSome(reader: Reader, request: ReadRequest): Promise<void> {
  const outcome = await reader.read(request);
  if (!outcome.ok) throw new Error(outcome.error.message);
  await reader.close();
}

/** All rows as values, and as text, which is what a model would get. */
async function readExcelFile(file: string): Promise<number> {
  const { default: read } = await import("read-excel-file/node");
  const [sheet] = await read(file);
  let characters = 0;
  for (const row of sheet?.data ?? []) characters += row.join("|").length;
  return characters;
}

async function readSheetJs(file: string): Promise<number> {
  const { read, utils } = await import("xlsx");
  const { Sheets, SheetNames } = read(await readFile(file));
  const sheet = Sheets[SheetNames[0] ?? ""];
  return sheet === undefined ? 0 : utils.sheet_to_csv(sheet).length;
}
