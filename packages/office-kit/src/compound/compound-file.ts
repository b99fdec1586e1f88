import { ReadError, type Source } from "@reader/core/handler";
import { repairCompound, isCompoundCut } from "./repair-compound.ts";

/** The streams of an OLE compound file ([MS-CFB]), the container of Office 97 to 2003 documents. */
export interface CompoundFile {
  /** Returns a stream at the top level, or `undefined` if the file lacks it. */
  stream(name: string): Uint8Array | undefined;
  /** The names of all streams and storages, as paths without the root. */
  readonly names: readonly string[];
  /** Warnings about an incomplete file. */
  readonly damage: readonly string[];
}

/** Opens a compound file. Throws `corrupt` if its directory is unreadable. */
export async function openCompoundFile(source: Pick<Source, "path" | "bytes">): Promise<CompoundFile> {
  const bytes = repairCompound(await source.bytes());
  const { read } = await import("cfb");
  try {
    // Its types accept only `Buffer`.
    const { FileIndex: entries, FullPaths: paths } = read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
      type: "buffer",
    });
    const names = paths.map((path) => path.slice(path.indexOf("/") + 1));
    const byName = new Map(names.map((name, index) => [name.toLowerCase(), entries[index]]));
    return {
      names: names.filter((name) => name !== ""),
      damage: cutOffWords(bytes, entries),
      stream(name) {
        const content = byName.get(name.toLowerCase())?.content;
        return content === undefined || content.length === 0 ? undefined : Uint8Array.from(content);
      },
    };
  } catch (error) {
    throw new ReadError("corrupt", `${source.path} is damaged: the directory of this compound file cannot be read.`, {
      cause: error,
    });
  }
}

/** A stream or storage, as cfb returns it. `size` is the value in the directory. */
interface CompoundEntry {
  readonly type?: number;
  readonly size?: number;
  readonly content?: { readonly length: number } | undefined;
}

/** The type of a stream, as opposed to a storage ([MS-CFB] 2.6.1). */
const streamType = 2;

/** Returns warnings about a compound file whose end is missing or that has an incomplete stream; empty for others. */
export function cutOffWords(bytes: Uint8Array, entries: readonly CompoundEntry[]): readonly string[] {
  const isShort = ({ type, size = 0, content }: CompoundEntry): boolean =>
    type === streamType && size > (content?.length ?? 0);
  if (!isCompoundCut(bytes) && !entries.some(isShort)) return [];
  return ["The file is cut off or damaged: parts of it are missing."];
}
