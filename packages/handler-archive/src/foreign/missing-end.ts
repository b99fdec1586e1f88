import { type MediaType, ReadError } from "@reader/core/handler";

/** Returns the file size according to its header, or `undefined` if the header does not contain it. */
type ToldBytes = (bytes: Uint8Array) => number | undefined;

/** Formats with the list at the start, so that a truncated file looks complete. */
const toldBytesOf: ReadonlyMap<MediaType, ToldBytes> = new Map([
  ["application/vnd.ms-cab-compressed", cabinetBytes],
  ["application/x-iso9660-image", isoBytes],
]);

/** Returns sentences about a file that is shorter than its header says. Empty for other formats and complete files. */
export function missingEndWords(bytes: Uint8Array, mediaType: MediaType): readonly string[] {
  const told = toldBytesOf.get(mediaType)?.(bytes) ?? 0;
  if (told <= bytes.length) return [];
  return [`The file is cut off: ${bytes.length} of ${told} bytes exist. Members in the missing part cannot be read.`];
}

/** [MS-CAB] 2.1: `cbCabinet`, the size of the whole file. */
function cabinetBytes(bytes: Uint8Array): number | undefined {
  return bytes.length < 12 ? undefined : viewOf(bytes).getUint32(8, true);
}

/** ECMA-119, 8.4: the descriptor in sector 16 has the number of blocks and their size. */
const descriptorAt = 16 * 2048;
const blocksPlace = descriptorAt + 80;
const blockBytesPlace = descriptorAt + 128;

function isoBytes(bytes: Uint8Array): number | undefined {
  if (bytes.length < descriptorAt + 2048) return undefined;
  const view = viewOf(bytes);
  const isVolume = String.fromCharCode(...bytes.subarray(descriptorAt, descriptorAt + 6)) === "\u0001CD001";
  const blockBytes = view.getUint16(blockBytesPlace, true);
  return isVolume ? view.getUint32(blocksPlace, true) * blockBytes : undefined;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Offset of a member's name after the signature of a cpio archive, by that signature as Latin-1. */
const cpioNamePlaces: readonly (readonly [signature: string, place: number])[] = [
  ["070701", 110],
  ["070702", 110],
  ["070707", 76],
  ["\xc7\x71", 26],
];

const cpioEnd = "TRAILER!!!\0";

/** Throws if a cpio archive lacks its trailer (POSIX.1-1988, 10.1.2.5), which the library does not report. */
export function checkWholeCpio(bytes: Uint8Array, path: string, members: number): void {
  if (hasCpioEnd(bytes)) return;
  throw new ReadError("corrupt", `${path} is cut off${afterMember(members)}.`, {
    hint: "Get the whole file; what is listed is all that it has.",
  });
}

/** Names the last member of an archive, for messages. Empty for an archive without members. */
export function afterMember(members: number): string {
  return members === 0 ? "" : ` after member ${members}`;
}

/** True if the trailer is present, or the bytes are not a cpio archive. */
function hasCpioEnd(bytes: Uint8Array): boolean {
  const [signature, place] = cpioNamePlaces.find(([start]) => isAt(bytes, 0, start)) ?? [];
  if (signature === undefined || place === undefined) return true;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = text.lastIndexOf(cpioEnd); at >= place; at = text.lastIndexOf(cpioEnd, at - 1))
    if (isAt(bytes, at - place, signature)) return true;
  return false;
}

function isAt(bytes: Uint8Array, at: number, latin: string): boolean {
  return String.fromCharCode(...bytes.subarray(at, at + latin.length)) === latin;
}
