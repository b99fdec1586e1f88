import type { EmbeddedFile } from "../sheets/workbook.ts";
import type { CompoundFile, SheetEngine } from "./engine.ts";
import { readOleNative } from "./ole-native.ts";

/** Storages of embedded objects at the root of a workbook ([MS-XLS] 2.1.5): `MBD` and a number. */
const objectPath = /^[^/]*\/(MBD[\dA-F]{8})\/(.+)$/i;

/** Streams that only say which program made an object, and how it looks. */
const wrapping = /^(?:Ole|CompObj|ObjInfo|EPRINT|LinkInfo|OlePres\d+)$/i;

/** The files inside a workbook. Those of Office programs are storages, of which a file is made again. */
export function embeddedFiles(file: CompoundFile, engine: SheetEngine): readonly EmbeddedFile[] {
  const objects = new Map<string, Map<string, Uint8Array>>();
  for (const [index, path] of file.FullPaths.entries()) {
    const [, object, stream] = objectPath.exec(path) ?? [];
    const content = file.FileIndex[index]?.content;
    if (object === undefined || stream === undefined || content === undefined || content.length === 0) continue;
    const streams = objects.get(object) ?? new Map<string, Uint8Array>();
    streams.set(stream, Uint8Array.from(content));
    objects.set(object, streams);
  }
  return [...objects].flatMap(([name, streams]) => embeddedFile(name, streams, engine));
}

function embeddedFile(
  name: string,
  streams: ReadonlyMap<string, Uint8Array>,
  engine: SheetEngine,
): readonly EmbeddedFile[] {
  const find = (wanted: RegExp): Uint8Array | undefined =>
    [...streams].find(([stream]) => wanted.test(plainName(stream)))?.[1];
  const whole = find(/^(?:CONTENTS|Package)$/i);
  if (whole !== undefined) return [{ name, bytes: () => Promise.resolve(whole) }];
  const native = readOleNative(find(/^Ole10Native$/i));
  if (native !== undefined) return [{ name: native.name || name, bytes: () => Promise.resolve(native.bytes) }];
  const own = [...streams].filter(([stream]) => !wrapping.test(plainName(stream)));
  return own.length === 0 ? [] : [{ name, bytes: () => Promise.resolve(compoundOf(own, engine)) }];
}

/** Names may start with a control character, which says that they are none of a program's own. */
function plainName(stream: string): string {
  return stream.charCodeAt(0) < 0x20 ? stream.slice(1) : stream;
}

function compoundOf(streams: readonly (readonly [string, Uint8Array])[], { CFB }: SheetEngine): Uint8Array {
  const file = CFB.utils.cfb_new();
  for (const [path, content] of streams) CFB.utils.cfb_add(file, `/${path}`, content);
  return Uint8Array.from(CFB.write(file, { type: "buffer" }));
}
