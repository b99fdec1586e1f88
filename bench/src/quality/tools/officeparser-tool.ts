import { markdownTables } from "../score/tables-of.ts";
import type { Tool } from "./tool.ts";

/** A parser of office files, asked for Markdown. For PDFs it needs another pdf.js than `unpdf`, which one process cannot have. */
export const officeparserTool: Tool = {
  name: "officeparser",
  async read({ path }) {
    const { OfficeParser } = await import("officeparser");
    const ast = await OfficeParser.parseOffice(path);
    return { pages: String((await ast.to("md")).value), before: "" };
  },
  tablesOf: markdownTables,
};
