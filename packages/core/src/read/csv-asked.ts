import { ReadError } from "../contract/errors.ts";
import type { Handler } from "../contract/handler.ts";
import type { CheckedRequest } from "../contract/request.ts";
import type { Call } from "./call.ts";

/** Returns `csv` if a request asks for tables as CSV. */
export function csvAsked({ request }: Pick<CheckedRequest, "request">): "csv" | undefined {
  return request.tables === "csv" ? "csv" : undefined;
}

/** Throws `invalid-request` if tables are wanted as CSV, and no handler gives the tables of a file. */
export function refuseTables({ checked }: Pick<Call, "checked">, path: string, handler: Handler | undefined): void {
  if (csvAsked(checked) === undefined || handler?.tables !== undefined) return;
  const what =
    handler === undefined
      ? "is no document with tables"
      : `is read by the handler ${handler.name}, which gives no tables`;
  throw new ReadError("invalid-request", `${path} ${what}, so there are none to write as CSV.`, {
    hint: "Leave out `tables`.",
    details: { issues: [{ field: "tables", problem: "there are no tables to write" }] },
  });
}
