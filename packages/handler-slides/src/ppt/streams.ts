import { ReadError } from "@reader/core/handler";
import { cutOffWords, soundCompound } from "@reader/office-kit/compound";

/** The streams of a compound file. */
export interface Streams {
  /** The bytes of the stream with this name, in the folder of a newer version where there is one. */
  find(name: string): Uint8Array | undefined;
  /** Sentences about a file that is not all there. */
  readonly damage: readonly string[];
}

/** PowerPoint 97 could write a file for 95 and itself; its own version is in this folder ([MS-PPT], 2.1). */
const newerVersion = "PP97_DUALSTORAGE/";

/** Opens a compound file. The library comes with the first one. Throws `corrupt`. */
export async function openStreams(bytes: Uint8Array, path: string): Promise<Streams> {
  const library = await import("cfb");
  try {
    const { FileIndex: entries, FullPaths: paths } = library.read(soundCompound(bytes), { type: "array" });
    const byPath = new Map(entries.map((entry, at) => [inside(paths[at] ?? ""), entry]));
    return {
      damage: cutOffWords(bytes, entries),
      find(name) {
        const content = (byPath.get(newerVersion + name) ?? byPath.get(name))?.content;
        return content === undefined || content.length === 0 ? undefined : Uint8Array.from(content);
      },
    };
  } catch (cause) {
    throw new ReadError("corrupt", `${path} is no whole compound file.`, { cause });
  }
}

/** Paths start with the name of the root, which differs. */
function inside(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}
