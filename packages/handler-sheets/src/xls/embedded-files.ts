import { createFileNames, type EmbeddedFile } from "@reader/document/content";
import { wrappedFile } from "@reader/office-kit/embedded";
import type { CompoundFile, SheetEngine } from "./engine.ts";

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
  const uniqueName = createFileNames();
  return [...objects].flatMap(([name, streams]) => embeddedFile({ name, uniqueName }, streams, engine));
}

interface Naming {
  readonly name: string;
  readonly uniqueName: (name: string) => string;
}

/** What is no file, such as a formula of an old editor, is not among them. */
function embeddedFile(
  { name, uniqueName }: Naming,
  streams: ReadonlyMap<string, Uint8Array>,
  engine: SheetEngine,
): readonly EmbeddedFile[] {
  const inside = wrappedFile((stream) => streams.get(stream));
  if (inside === undefined) return [];
  if (inside.type === "file") {
    const { bytes } = inside;
    return [{ name: uniqueName(inside.name || `${name}.${inside.ending}`), bytes: () => Promise.resolve(bytes) }];
  }
  const own = [...streams].filter(([stream]) => !wrapping.test(plainName(stream)));
  return [{ name: uniqueName(`${name}.${inside.ending}`), bytes: () => Promise.resolve(compoundOf(own, engine)) }];
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
