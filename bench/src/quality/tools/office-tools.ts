import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { office } from "@reader/handler-office";
import { corpusFolder } from "../corpus.ts";
import { markdownTables } from "../score/tables-of.ts";
import { officeparserTool } from "./officeparser-tool.ts";
import { readerWith } from "./reader-tool.ts";
import { runProgram } from "./run-program.ts";
import type { Tool } from "./tool.ts";

const pandocTool: Tool = {
  name: "pandoc",
  program: "pandoc",
  read: async ({ path }) => ({
    pages: runProgram("pandoc", ["--to", "gfm", "--wrap=none", "--sandbox", path]),
    before: "",
  }),
  tablesOf: markdownTables,
};

/** The corpus has what LibreOffice 7.4 makes of each office file: starting it once for each takes minutes. */
const libreOfficeTool: Tool = {
  name: "LibreOffice",
  read({ path }) {
    const stored = `${join(corpusFolder, "documents-libreoffice", relative(join(corpusFolder, "documents"), path))}.txt`;
    if (!existsSync(stored)) return Promise.reject(new Error("The corpus has no text of LibreOffice for it."));
    return Promise.resolve({ pages: readFileSync(stored, "utf8"), before: "" });
  },
  tablesOf: markdownTables,
};

/** Every tool for office files, this project first. */
export const officeTools: readonly Tool[] = [
  readerWith("reader", office(), () => true),
  pandocTool,
  officeparserTool,
  libreOfficeTool,
];
