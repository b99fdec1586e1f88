import { createConversion } from "../documents/conversion.ts";
import type { ReadResult } from "../contract/result.ts";
import { listDirectory } from "../files/workspace/list-directory.ts";
import type { Call } from "./call.ts";
import { pullDocument } from "./read-document.ts";

/** Reads a directory as lines, one for each entry, paged like a document. */
export async function readDirectory(call: Call): Promise<ReadResult> {
  const { workspace } = call.state;
  const { path } = call.checked;
  const located = await workspace.locate(path);
  const abort = new AbortController();
  const options = { firstLine: firstLineOf(call), signal: abort.signal };
  const events = { [Symbol.asyncIterator]: () => listDirectory(workspace, path, options)[Symbol.asyncIterator]() };
  const conversion = createConversion(events, {
    abort,
    release: () => Promise.resolve(),
  });
  try {
    const sniff = { mediaType: "inode/directory", by: "none" as const };
    // A listing is always paged, whatever the rules set for files.
    const { request } = call.checked;
    const paged = { ...call, checked: { ...call.checked, overBudget: request.overBudget ?? "cut" } as const };
    return await pullDocument(paged, conversion, { file: { opened: located }, sniff, handler: { name: "directory" } });
  } finally {
    await conversion.close();
  }
}

/** Returns the first line that needs a file size. A search needs all lines, and so does a range from the end. */
function firstLineOf({ checked }: Call): number {
  const { find, ranges, offset } = checked;
  if (find !== undefined) return 1;
  return Math.min(...(ranges === undefined ? [offset] : ranges.map(({ first }) => first)));
}
