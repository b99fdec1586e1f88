import manifest from "../package.json" with { type: "json" };
import { defineHandler, type Handler } from "@reader/core/handler";
import type { IndexOf } from "./csv/read-csv.ts";
import { sniffSeparatedWorkbook } from "./csv/sniff-disguise.ts";

export { sniffSeparatedWorkbook };

/**
 * A handler for tables of values (CSV, TSV): returns rows and columns by `select`, describes columns in `info`, and
 * adds notices to their lines, which the core reads. It streams, so a table may have any size.
 */
export function csv(): Handler {
  let indexOf: IndexOf | undefined;
  return defineHandler({
    name: "csv",
    tables: "own",
    mediaTypes: ["text/csv", "text/tab-separated-values"],
    version: manifest.version,
    origin: { module: "@reader/handler-csv", export: "csv" },
    sniff: sniffSeparatedWorkbook,
    async *read(source, context) {
      const { createIndexCache, readCsv } = await import("./csv/read-csv.ts");
      indexOf ??= createIndexCache();
      yield* readCsv(source, context, indexOf);
    },
    async info(source, context) {
      const { describeCsv } = await import("./csv/describe-csv.ts");
      return describeCsv(source, context);
    },
    async annotate(source, shown) {
      const { annotateCsv } = await import("./csv/describe-csv.ts");
      return annotateCsv(source, shown);
    },
  });
}
