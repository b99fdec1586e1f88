import type { ServerContext } from "@modelcontextprotocol/server";
import { readableSize, type ReadProgress } from "@reader/core";

/** Tells a client how far a read has come, where it asked to be told. */
export function progressTo(context: ServerContext): ((progress: ReadProgress) => void) | undefined {
  const { mcpReq } = context;
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  return (told) => {
    const { progress, total, message } = "page" in told ? ofPages(told) : ofBytes(told);
    // The protocol wants it to grow.
    if (progress <= last || mcpReq.signal.aborted) return;
    last = progress;
    const params = { progressToken, progress, message, ...(total === undefined ? {} : { total }) };
    // A client that is gone is told nothing; the call ends by its signal.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

interface Step {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

function ofBytes({ doneBytes, totalBytes }: Extract<ReadProgress, { readonly doneBytes: number }>): Step {
  const message = `${readableSize(doneBytes)} of ${readableSize(totalBytes)}`;
  return { progress: doneBytes, total: totalBytes, message };
}

function ofPages({ page, totalPages }: Extract<ReadProgress, { readonly page: number }>): Step {
  if (totalPages === undefined) return { progress: page, message: `text of page ${page} recognised` };
  return { progress: page, total: totalPages, message: `text of page ${page} of ${totalPages} recognised` };
}
