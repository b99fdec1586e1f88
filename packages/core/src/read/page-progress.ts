import type { Replayable } from "../text/lines/event-supply.ts";
import type { StreamItem } from "../text/lines/stream.ts";
import type { ReadProgress } from "./call.ts";

/** A document whose pages are recognised one by one. */
export interface RecognisedPages extends Replayable {
  /** How long its handler has waited for a recogniser, in milliseconds. */
  waitedMs(): number;
}

/** The same document, which tells of each page for which a recogniser was waited that it has come. */
export function withPageProgress(
  document: RecognisedPages,
  onProgress: ((progress: ReadProgress) => void) | undefined,
): Replayable {
  if (onProgress === undefined) return document;
  let toldMs = document.waitedMs();
  let totalPages: number | undefined;
  const tell = (page: number): void => {
    const waitedMs = document.waitedMs();
    if (waitedMs <= toldMs) return;
    toldMs = waitedMs;
    onProgress({ page, ...(totalPages === undefined ? {} : { totalPages }) });
  };
  return {
    total: () => document.total(),
    async *items() {
      for await (const item of document.items()) {
        if (item.type === "extent" && item.unit === "page") totalPages = item.total;
        const page = pageOf(item);
        if (page !== undefined) tell(page);
        yield item;
      }
    },
  };
}

function pageOf(item: StreamItem): number | undefined {
  return item.type === "lines" && item.at?.unit === "page" ? item.at.index : undefined;
}
