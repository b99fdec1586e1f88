import { ReadError, type Source } from "@reader/core/handler";
import type { DocumentFacts } from "@reader/document/content";
import { repairCompound, isCompoundCut } from "./repair-compound.ts";
import { decoderOf } from "../encodings/code-page.ts";
import { type ByteView, viewOf } from "./byte-view.ts";

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

/** Properties of `SummaryInformation` by their numbers ([MS-OLEPS], 2.25.1). */
const names: ReadonlyMap<number, keyof DocumentFacts> = new Map([
  [2, "title"],
  [3, "subject"],
  [4, "author"],
  [5, "keywords"],
  [6, "comments"],
  [12, "created"],
  [13, "modified"],
]);

/** Maximum number of properties of a set; documents have about twenty. */
const maxProperties = 200;

/** The stream with the properties of an old Office document. */
export const summaryStream = "\u0005SummaryInformation";

/** Returns title, author and dates (as days) from that stream; empty if it is missing or empty. */
export function readSummaryInformation(bytes: Uint8Array | undefined): DocumentFacts {
  if (bytes === undefined) return {};
  const { set, places } = propertiesIn(bytes);
  const codePage = set.u16((places.get(1) ?? -4) + 4);
  const facts: { -readonly [Name in keyof DocumentFacts]: string | undefined } = {};
  for (const [number, name] of names) {
    const at = places.get(number);
    if (at !== undefined) facts[name] = valueAt(set, at, codePage);
  }
  return facts;
}

/** The number of the property with the number of pages. */
const pageCount = 14;

/** Returns the number of pages that the program stated in that stream. */
export function readStatedPages(bytes: Uint8Array | undefined): number | undefined {
  if (bytes === undefined) return undefined;
  const { set, places } = propertiesIn(bytes);
  const at = places.get(pageCount);
  const pages = at === undefined || set.u16(at) !== wholeNumber ? 0 : set.i32(at + 4);
  return pages > 0 ? pages : undefined;
}

interface Properties {
  readonly set: ByteView;
  /** The places of the properties in the set, by their numbers. */
  readonly places: ReadonlyMap<number, number>;
}

function propertiesIn(bytes: Uint8Array): Properties {
  const view = viewOf(bytes);
  const set = view.part(view.u32(44), view.length);
  const count = Math.min(maxProperties, set.u32(4));
  const places = new Map<number, number>();
  for (let index = 0; index < count; index += 1) places.set(set.u32(8 + index * 8), set.u32(12 + index * 8));
  return { set, places };
}

const wholeNumber = 0x03;
const byteString = 0x1e;
const wideString = 0x1f;
const moment = 0x40;

function valueAt(set: ByteView, at: number, codePage: number): string | undefined {
  const length = Math.min(set.u32(at + 4), 10_000);
  switch (set.u16(at)) {
    case byteString:
      if (codePage === utf16Page) return untilNull(set.utf16(at + 8, length >> 1));
      return untilNull(decoderOf(codePage)(set.part(at + 8, length).bytes));
    case wideString:
      return untilNull(set.utf16(at + 8, length));
    case moment:
      return dayOf(set.u32(at + 4), set.u32(at + 8));
    default:
      return undefined;
  }
}

const utf16Page = 1200;

function untilNull(text: string): string {
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}

/** Converts 100-nanosecond intervals since 1601. Programs write 1601 for an unknown date. */
function dayOf(low: number, high: number): string | undefined {
  const milliseconds = (high * 2 ** 32 + low) / 10_000 - 11_644_473_600_000;
  const date = new Date(milliseconds);
  return date.getTime() > -2_208_988_800_000 && date.getUTCFullYear() < 10_000
    ? date.toISOString().slice(0, 10)
    : undefined;
}
