import type { Handler } from "@reader/core/handler";
import { sheetsHandler } from "./sheets-handler.ts";

/** A handler for dBASE tables (`.dbf`). Nothing is loaded before the first one is read. */
export function dbf(): Handler {
  return sheetsHandler({
    name: "dbf",
    mediaTypes: ["application/x-dbf"],
    canary: async () => (await import("./canary.ts")).canaryOf("dbf"),
    load: async () => (await import("./dbf/open-dbf.ts")).openDbf,
  });
}
