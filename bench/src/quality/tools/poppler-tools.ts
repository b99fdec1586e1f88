import { layoutTables, markdownTables } from "../score/tables-of.ts";
import { runProgram } from "./run-program.ts";
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
    read: async ({ path, password }) => {
      const access = password === undefined ? [] : ["-upw", password];
      return { pages: runProgram("pdftotext", [...options, ...access, path, "-"]), before: "" };
    },
    tablesOf,
  };
}
