import { viewOf, repairCompound } from "@reader/office-kit/compound";
import { equationIn, wrappedFile, type Storage } from "@reader/office-kit/embedded";

/** The file in an object. The name is empty if only the file extension is known. */
export interface ObjectFile {
  readonly name: string;
  readonly ending: string;
  readonly bytes: Uint8Array;
}

/** Opens a compound file. Returns `undefined` for other bytes. */
export type OpenStorage = (bytes: Uint8Array) => Storage | undefined;

/** Loads the parser for compound files. */
export async function loadStorages(): Promise<OpenStorage> {
  const { read } = await import("cfb");
  return (bytes) => {
    try {
      const { FileIndex: entries, FullPaths: paths } = read(repairCompound(bytes), { type: "buffer" });
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

/** What object data contain: a file, a formula of Equation Editor or MathType as LaTeX, or neither. */
export interface ObjectContent {
  readonly file?: ObjectFile | undefined;
  /** Empty if it shows nothing or is unreadable. */
  readonly formula?: string | undefined;
}

/**
 * Extracts the content of object data ([MS-OLEDS], 2.2.4): version, format, three names, data length, data.
 */
export function objectContent(data: Uint8Array, open: OpenStorage): ObjectContent {
  const view = viewOf(data);
  if (view.u32(4) !== embeddedFormat) return {};
  let at = 8;
  for (let names = 0; names < 3; names += 1) at += 4 + view.u32(at);
  if (at + 4 >= data.length) return {};
  const native = data.subarray(at + 4, at + 4 + view.u32(at));
  const storage = compoundMark.every((byte, index) => native[index] === byte) ? open(native) : undefined;
  const formula = storage === undefined ? undefined : equationIn(storage);
  return formula === undefined ? { file: fileIn(storage ?? oldStorage(data.subarray(at)), native) } : { formula };
}

/** Older programs store the same structure, with a length prefix, that newer ones keep in this stream. */
function oldStorage(data: Uint8Array): Storage {
  return (name) => (name === "\u0001Ole10Native" ? data : undefined);
}

function fileIn(storage: Storage, native: Uint8Array): ObjectFile | undefined {
  const inside = wrappedFile(storage);
  if (inside === undefined) return undefined;
  return inside.type === "file" ? inside : { name: "", ending: inside.ending, bytes: native };
}

const linkedFormat = 1;

/** Maximum number of bytes of a name in object data that are read. */
const maxNameBytes = 2000;

/** Returns the source of a linked object: a path, and the part of that file. Empty if the data do not say it. */
export function linkedSource(data: Uint8Array, decode: (bytes: Uint8Array) => string): string {
  const view = viewOf(data);
  if (view.u32(4) !== linkedFormat) return "";
  const names: string[] = [];
  let at = 8;
  for (let count = 0; count < 3 && at + 4 <= data.length; count += 1) {
    const length = view.u32(at);
    const name = decode(data.subarray(at + 4, at + 4 + Math.min(length, maxNameBytes)));
    names.push(name.replace(/\0.*$/s, "").trim());
    at += 4 + length;
  }
  return names
    .slice(1)
    .filter((name) => name !== "")
    .join("!");
}

const compoundMark = [0xd0, 0xcf, 0x11, 0xe0];
