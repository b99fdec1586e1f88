import { readOleNative } from "./ole-native.ts";

/** The storage that contains an embedded object, by its stream names. */
export type Storage = (stream: string) => Uint8Array | undefined;

/** The content of such a storage. */
export type WrappedFile =
  /** A file stored unchanged; `name` is empty if only its type is known. */
  | { readonly type: "file"; readonly name: string; readonly ending: string; readonly bytes: Uint8Array }
  /** The storage itself is a document of an old Office program, with this file extension. */
  | { readonly type: "storage"; readonly ending: string };

/** Streams that contain only a file. [MS-OLEDS] does not define their names; these are the ones that Office uses. */
const wholeFiles = ["Package", "CONTENTS", "EMBEDDED PACKAGE"];

const ownStreams: readonly (readonly [stream: string, ending: string])[] = [
  ["WordDocument", "doc"],
  ["Workbook", "xls"],
  ["Book", "xls"],
  ["PowerPoint Document", "ppt"],
  ["VisioDocument", "vsd"],
];

/** Returns the file in a storage, or `undefined` for other objects, such as formulas of Equation Editor. */
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

/** Microsoft Graph charts look like workbooks, but no program opens them as such. */
function isGraph(storage: Storage): boolean {
  const kind = storage("\u0001CompObj");
  return kind !== undefined && decoder.decode(kind).includes("MSGraph.Chart");
}

const packageMark = 2;

/** [MS-OLEDS], 2.3.6: behind the length, packages of files have a mark; other objects have what they like. */
function isPackage(stream: Uint8Array | undefined): boolean {
  return stream !== undefined && (stream[4] ?? 0) + (stream[5] ?? 0) * 256 === packageMark;
}

/** Signature bytes at the start and end of files, by type. */
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

/** Returns the file extension for the bytes of a file, or `bin` if unknown. */
export function endingOf(bytes: Uint8Array): string {
  const start = decoder.decode(bytes.subarray(0, tellingBytes));
  const end = decoder.decode(bytes.subarray(Math.max(tellingBytes, bytes.length - tellingBytes)));
  const telling = `${start}${end}`;
  return kinds.find(([sign]) => sign.test(telling))?.[1] ?? "bin";
}
