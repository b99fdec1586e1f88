import type { Handler } from "@reader/core/handler";
import { sheetsHandler } from "./sheets-handler.ts";

/** A handler for binary workbooks of Excel (`.xlsb`). Nothing is loaded before the first one is read. */
export function xlsb(): Handler {
  return sheetsHandler({
    name: "xlsb",
    mediaTypes: ["application/vnd.ms-excel.sheet.binary.macroenabled.12"],
    load: async () => (await import("./xls/open-xlsb.ts")).openXlsb,
  });
}
