import { jsonLine } from "./document-output.ts";
import type { PartsFormat } from "./parts-output.ts";

/** One JSON line for each document. */
export const jsonLines: PartsFormat = {
  extension: "jsonl",
  encode: ({ record }) => jsonLine(record),
};
