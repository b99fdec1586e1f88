import { inlineMark } from "@reader/core/render";
import type { WordAction } from "./character-words.ts";
import { collectBytes } from "./collect-bytes.ts";
import { collect, setState } from "./collect.ts";
import { objectFile } from "./object-data.ts";
import type { OpenObject, RtfReader } from "./rtf-reader.ts";

/** Embedded files that are known by name. */
const maxFiles = 500;

function startObject(reader: RtfReader): void {
  const object: OpenObject = { kind: "", name: "", isTold: false };
  reader.object = object;
  setState(reader, { onClose: () => tellObject(reader, object) });
}

/** Before the picture of it, which comes last, or where it ends. */
function tellObject(reader: RtfReader, object: OpenObject): void {
  if (object.isTold) return;
  object.isTold = true;
  const known = [object.kind, object.name].filter((each) => each !== "");
  if (known.length > 0) reader.paragraphs.write(`${inlineMark("embedded object", [], known)} `, {});
}

function keepFile(reader: RtfReader, data: Uint8Array): void {
  const { files, openStorage, fileName, object } = reader;
  if (openStorage === undefined || files.length >= maxFiles) return;
  const inside = objectFile(data, openStorage);
  if (inside === undefined) return;
  const { bytes, ending } = inside;
  object.name = fileName(inside.name === "" ? `object${files.length + 1}.${ending}` : inside.name);
  files.push({ name: object.name, bytes: () => Promise.resolve(bytes) });
}

/** Words of objects that other programs made. */
export const objectWords: Readonly<Record<string, WordAction>> = {
  object: startObject,
  objclass: (reader) => collect(reader, (text) => void (reader.object.kind = text.trim())),
  result: (reader) => tellObject(reader, reader.object),
  objdata: (reader) => void collectBytes(reader, (bytes) => keepFile(reader, bytes())),
};
