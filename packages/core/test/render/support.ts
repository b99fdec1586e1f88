import type { ReadResult } from "../../src/contract/result.ts";

/** A complete answer with nothing in it, but for what a test says. */
export function result(over: Partial<ReadResult>): ReadResult {
  return {
    ok: true,
    status: "complete",
    path: "app.log",
    mediaType: "text/plain",
    handler: "text",
    parts: [],
    notices: [],
    extents: [],
    cost: { tokens: 0, bytes: 0, images: 0 },
    ...over,
  };
}
