import { ReadError, type Source } from "@reader/core/handler";
import { cutOffWords } from "./cut-off.ts";
import { soundCompound } from "./sound-compound.ts";

/** The streams of an OLE compound file ([MS-CFB]), which old Office documents are. */
export interface CompoundFile {
  /** A stream at the top of the file; undefined where there is none. */
  stream(name: string): Uint8Array | undefined;
  /** The names of all streams and storages, as paths without the root. */
  readonly names: readonly string[];
  /** Sentences about a file that is not all there. */
  readonly damage: readonly string[];
}

/** Opens a compound file; throws `corrupt` where its directory cannot be read. */
export async function openCompoundFile(source: Pick<Source, "path" | "bytes">): Promise<CompoundFile> {
  const bytes = soundCompound(await source.bytes());
  const { read } = await import("cfb");
  try {
    // Its types know only of Node's own kind of bytes.
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
    throw new ReadError("corrupt", `${source.path} is no whole compound file: its directory cannot be read.`, {
      cause: error,
    });
  }
}
