import type { ServerContext } from "@modelcontextprotocol/server";
import { readableSize, type ReadProgress } from "@reader/core";

/** Tells a client how far a read has come, where it asked to be told. */
export function progressTo(context: ServerContext): ((progress: ReadProgress) => void) | undefined {
  const { mcpReq } = context;
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  return ({ doneBytes, totalBytes }) => {
    // The protocol wants it to grow.
    if (doneBytes <= last || mcpReq.signal.aborted) return;
    last = doneBytes;
    const message = `${readableSize(doneBytes)} of ${readableSize(totalBytes)}`;
    const params = { progressToken, progress: doneBytes, total: totalBytes, message };
    // A client that is gone is told nothing; the call ends by its signal.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
