import type { Handler } from "@reader/core/handler";
import { sheetsHandler } from "./sheets-handler.ts";

/** A handler for OpenDocument spreadsheets (`.ods`, `.fods`). Nothing is loaded before the first one is read. */
export function ods(): Handler {
  return sheetsHandler({
    name: "ods",
    mediaTypes: [
      "application/vnd.oasis.opendocument.spreadsheet",
      "application/vnd.oasis.opendocument.spreadsheet-flat-xml",
    ],
    canary: async () => (await import("./canary.ts")).canaryOf("ods"),
    load: async () => (await import("./ods/open-ods.ts")).openOds,
  });
}
