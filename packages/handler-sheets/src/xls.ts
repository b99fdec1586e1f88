import type { Handler } from "@reader/core/handler";
import { sheetsHandler } from "./sheets-handler.ts";
import { sniffMarkupWorkbook } from "./xls/sniff-markup.ts";

/**
 * A handler for workbooks of Excel 2 to 2003 (`.xls`), for XML Spreadsheet 2003, and for HTML tables with the file
 * extension of a workbook. Nothing is loaded before the first one is read.
 */
export function xls(): Handler {
  return sheetsHandler({
    name: "xls",
    mediaTypes: ["application/vnd.ms-excel"],
    sniff: sniffMarkupWorkbook,
    canary: async () => (await import("./canary.ts")).canaryOf("xls"),
    load: async () => (await import("./xls/open-xls.ts")).openXls,
  });
}
