import { spawnSync } from "node:child_process";
import { layoutTables, markdownTables } from "../score/tables-of.ts";
import type { Tool } from "./tool.ts";

/** Poppler's program, as it is and with the layout kept in blanks. */
export const popplerTools: readonly Tool[] = [
  popplerTool("pdftotext", [], markdownTables),
  popplerTool("pdftotext -layout", ["-layout"], layoutTables),
];

function popplerTool(name: string, options: readonly string[], tablesOf: Tool["tablesOf"]): Tool {
  return {
    name,
    program: "pdftotext",
    read: ({ path, password }) => {
      const access = password === undefined ? [] : ["-upw", password];
      const result = spawnSync("pdftotext", [...options, ...access, path, "-"], { encoding: "utf8", maxBuffer: 1e9 });
      if (result.status !== 0) return Promise.reject(new Error(result.stderr));
      return Promise.resolve({ pages: result.stdout, before: "" });
    },
    tablesOf,
  };
}
