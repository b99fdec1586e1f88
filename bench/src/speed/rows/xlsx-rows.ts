import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createReader, type Handler, type Reader } from "@reader/core";
import { xlsx } from "@reader/handler-office";
import { times } from "./cli-rows.ts";
import { whole } from "../files/bench-data.ts";
import { makeXlsx } from "../files/make-xlsx.ts";
import { absoluteTime, alternate, memoryOver, workTime } from "../measure.ts";
import { readSome, readWhole, roomy } from "./read-whole.ts";
import type { Row } from "../row.ts";
import type { RowResult } from "../row-result.ts";

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
    measure: async () => deepTimes(() => xlsx(), 250_000),
  },
  secondRow("the same rows a second time, ms", 250_000),
  secondRow("rows 250 100–250 200 after those before them, ms", 250_100),
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

/** What a handler has unpacked on the way stays with it; every reader is a new one, which remembers nothing. */
function secondRow(name: string, firstRow: number): Row {
  return {
    name,
    peer: "absolute",
    atMost: 50,
    async measure() {
      const file = await large();
      const handler = xlsx();
      await readSome(fresh(file, handler), { path: file, select: selectionFrom(250_000) });
      return deepTimes(() => handler, firstRow);
    },
  };
}

async function deepTimes(handlerOf: () => Handler, firstRow: number): Promise<RowResult> {
  const file = await large();
  const request = { path: file, select: selectionFrom(firstRow) };
  return absoluteTime(() => workTime(() => readSome(fresh(file, handlerOf()), request))());
}

function selectionFrom(row: number): string {
  return `Orders!A${row}:J${row + 100}`;
}

function fresh(file: string, handler: Handler = xlsx()): Reader {
  const budget = { ...roomy, maxInflatedBytes: 1e9 };
  return createReader({ roots: [dirname(file)], handlers: [handler], budget });
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
