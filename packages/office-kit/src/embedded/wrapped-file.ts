import { readOleNative } from "./ole-native.ts";

/** What Office wraps around a file of another program: a storage of a compound file, by the names of its streams. */
export type Storage = (stream: string) => Uint8Array | undefined;

/** What is in such a storage. */
export type WrappedFile =
  /** A file that lies in it as it is; `name` is empty where only its kind is known. */
  | { readonly type: "file"; readonly name: string; readonly ending: string; readonly bytes: Uint8Array }
  /** The storage itself is a document of an old Office program, with this ending. */
  | { readonly type: "storage"; readonly ending: string };

/** Streams that hold nothing but a file ([MS-OLEDS] leaves their names to the programs; these are those of Office). */
const wholeFiles = ["Package", "CONTENTS", "EMBEDDED PACKAGE"];

const ownStreams: readonly (readonly [stream: string, ending: string])[] = [
  ["WordDocument", "doc"],
  ["Workbook", "xls"],
  ["Book", "xls"],
  ["PowerPoint Document", "ppt"],
  ["VisioDocument", "vsd"],
];

/** The file in a storage; undefined for what is no file, such as a formula of an equation editor. */
export function wrappedFile(storage: Storage): WrappedFile | undefined {
  for (const name of wholeFiles) {
    const bytes = storage(name);
    if (bytes !== undefined && bytes.length > 0) return { type: "file", name: "", ending: endingOf(bytes), bytes };
  }
  const own = ownStreams.find(([stream]) => storage(stream) !== undefined);
  if (own !== undefined) return isGraph(storage) ? undefined : { type: "storage", ending: own[1] };
  const stream = storage("\u0001Ole10Native");
  const native = isPackage(stream) ? readOleNative(stream) : undefined;
  return native === undefined ? undefined : { type: "file", ...native, ending: endingOf(native.bytes) };
}

/** Microsoft Graph writes its charts into what looks like a workbook, and no program opens them as one. */
function isGraph(storage: Storage): boolean {
  const kind = storage("\u0001CompObj");
  return kind !== undefined && decoder.decode(kind).includes("MSGraph.Chart");
}

const packageMark = 2;

/** [MS-OLEDS], 2.3.6: behind the length, packages of files have a mark; other objects have what they like. */
function isPackage(stream: Uint8Array | undefined): boolean {
  return stream !== undefined && (stream[4] ?? 0) + (stream[5] ?? 0) * 256 === packageMark;
}

/** Bytes at both ends of a file that tell of what kind it is. */
const tellingBytes = 4096;

const decoder = new TextDecoder("latin1");

const kinds: readonly (readonly [sign: RegExp, ending: string])[] = [
  [/^%PDF-/, "pdf"],
  [/^\{\\rtf/, "rtf"],
  [/^\u0089PNG/, "png"],
  [/^\u00ff\u00d8\u00ff/, "jpg"],
  [/^PK[^]*opendocument\.text/, "odt"],
  [/^PK[^]*opendocument\.spreadsheet/, "ods"],
  [/^PK[^]*opendocument\.presentation/, "odp"],
  [/^PK[^]*word\/document/, "docx"],
  [/^PK[^]*xl\/workbook/, "xlsx"],
  [/^PK[^]*ppt\/presentation/, "pptx"],
  [/^PK/, "zip"],
];

/** The ending that the name of a file should have, by its bytes; `bin` where they do not tell. */
export function endingOf(bytes: Uint8Array): string {
  const start = decoder.decode(bytes.subarray(0, tellingBytes));
  const end = decoder.decode(bytes.subarray(Math.max(tellingBytes, bytes.length - tellingBytes)));
  const telling = `${start}${end}`;
  return kinds.find(([sign]) => sign.test(telling))?.[1] ?? "bin";
}
