import { isCompoundCut } from "./sound-compound.ts";

/** A stream or storage as the library gives it; the size is what the directory says. */
interface CompoundEntry {
  readonly type?: number;
  readonly size?: number;
  readonly content?: { readonly length: number } | undefined;
}

/** What the library calls a stream, in contrast to a storage ([MS-CFB] 2.6.1). */
const streamType = 2;

/** Returns warnings about a compound file whose end is missing or that has an incomplete stream; empty for others. */
export function cutOffWords(bytes: Uint8Array, entries: readonly CompoundEntry[]): readonly string[] {
  const isShort = ({ type, size = 0, content }: CompoundEntry): boolean =>
    type === streamType && size > (content?.length ?? 0);
  if (!isCompoundCut(bytes) && !entries.some(isShort)) return [];
  return ["The file is cut off or damaged: parts of it are missing."];
}
