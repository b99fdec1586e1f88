import { BatchError } from "../contract/batch-error.ts";
import { nodeOutputFiles } from "../files/node-output-files.ts";
import { readWhole } from "../files/output-files.ts";
import type { ShardFolders } from "../files/shard-folders.ts";
import { runFiles } from "../journal/layout.ts";
import type { RunTotals } from "../journal/totals.ts";

/** The totals of nothing. */
export const emptyTotals: RunTotals = {
  read: 0,
  partial: 0,
  failed: 0,
  kept: 0,
  tokens: 0,
  bytes: 0,
  ms: 0,
  byHandler: {},
  byCode: {},
  byReason: {},
};

/** Adds up the summaries of the complete shards. Rejects with a `BatchError` for one that is damaged. */
export async function totalsOfShards(folders: ShardFolders): Promise<RunTotals> {
  let sum = emptyTotals;
  for (const shard of folders.published()) {
    const folder = folders.folderOf(shard);
    const bytes = await readWhole(nodeOutputFiles(folder), runFiles.summary);
    try {
      sum = sumOf(sum, (JSON.parse(decoder.decode(bytes)) as { readonly totals: RunTotals }).totals);
    } catch (cause) {
      throw new BatchError("damaged", `${runFiles.summary} of ${folder} is damaged.`, {
        hint: "Remove that folder, and repeat the command: its documents are read again.",
        cause,
      });
    }
  }
  return sum;
}

const decoder = new TextDecoder();

/** Adds totals. */
export function sumOf(one: RunTotals, other: RunTotals): RunTotals {
  return {
    read: one.read + other.read,
    partial: one.partial + other.partial,
    failed: one.failed + other.failed,
    kept: one.kept + other.kept,
    tokens: one.tokens + other.tokens,
    bytes: one.bytes + other.bytes,
    ms: one.ms + other.ms,
    byHandler: sumOfCounts(one.byHandler, other.byHandler),
    byCode: sumOfCounts(one.byCode, other.byCode),
    byReason: sumOfCounts(one.byReason, other.byReason),
  };
}

type Counts = Readonly<Record<string, number>>;

/** The most frequent first, then by name. */
function sumOfCounts(one: Counts, other: Counts): Counts {
  const sums = new Map(Object.entries(one));
  for (const [name, count] of Object.entries(other)) sums.set(name, (sums.get(name) ?? 0) + count);
  const entries = [...sums].toSorted(([a, few], [b, many]) => many - few || (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}
