import { viewOf, soundCompound } from "@reader/office-kit/compound";
import { wrappedFile, type Storage } from "@reader/office-kit/embedded";

/** The file in an object: its name is empty where only its ending is known. */
export interface ObjectFile {
  readonly name: string;
  readonly ending: string;
  readonly bytes: Uint8Array;
}

/** Opens a compound file; undefined for what is none. */
export type OpenStorage = (bytes: Uint8Array) => Storage | undefined;

/** Loads what opens compound files. */
export async function loadStorages(): Promise<OpenStorage> {
  const { read } = await import("cfb");
  return (bytes) => {
    try {
      const { FileIndex: entries, FullPaths: paths } = read(soundCompound(bytes), { type: "buffer" });
      const streams = new Map(paths.map((path, index) => [path.slice(path.indexOf("/") + 1), entries[index]]));
      return (name) => {
        const content = streams.get(name)?.content;
        return content === undefined || content.length === 0 ? undefined : Uint8Array.from(content);
      };
    } catch {
      return undefined;
    }
  };
}

const embeddedFormat = 2;

/**
 * The file in the data of an object ([MS-OLEDS], 2.2.4): version, format, three names with their lengths, the length of the data, the data.
 * Undefined for what is no file.
 */
export function objectFile(data: Uint8Array, open: OpenStorage): ObjectFile | undefined {
  const view = viewOf(data);
  if (view.u32(4) !== embeddedFormat) return undefined;
  let at = 8;
  for (let names = 0; names < 3; names += 1) at += 4 + view.u32(at);
  if (at + 4 >= data.length) return undefined;
  const native = data.subarray(at + 4, at + 4 + view.u32(at));
  const storage = compoundMark.every((byte, index) => native[index] === byte) ? open(native) : undefined;
  const inside = wrappedFile((name) => {
    if (storage !== undefined) return storage(name);
    // What old programs wrote has the form that newer ones keep in a stream of this name, with its length before it.
    return name === "\u0001Ole10Native" ? data.subarray(at) : undefined;
  });
  if (inside === undefined) return undefined;
  return inside.type === "file" ? inside : { name: "", ending: inside.ending, bytes: native };
}

const compoundMark = [0xd0, 0xcf, 0x11, 0xe0];
