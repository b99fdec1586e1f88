import type { MediaType } from "../../contract/media-type.ts";
import type { Peek } from "./peek.ts";

/** The type of a compound file about which nothing more is known. */
const anyCompound: MediaType = "application/x-ole-storage";

/** Streams and storages that identify the program, the more specific first. */
const kinds: readonly (readonly [RegExp, MediaType])[] = [
  [/^EncryptedPackage$/i, "application/x-ooxml-encrypted"],
  [/^WordDocument$/i, "application/msword"],
  [/^PowerPoint Document$|^PP40$|^PP97_DUALSTORAGE$/i, "application/vnd.ms-powerpoint"],
  [/^__properties_version1\.0$|^__nameid_version1\.0$|^__substg1\.0_/i, "application/vnd.ms-outlook"],
  [/^VisioDocument$/i, "application/vnd.visio"],
  [/^Quill$/i, "application/x-mspublisher"],
  [/^Props(?:9|1[24])?$|^ {3}1\d\d$/i, "application/vnd.ms-project"],
  [/^MatOST$|^WksSSWorkBook$/i, "application/vnd.ms-works"],
  [/^.?HwpSummaryInformation$/i, "application/x-hwp"],
  [/^StarWriterDocument$/i, "application/vnd.stardivision.writer"],
  [/^StarCalcDocument$/i, "application/vnd.stardivision.calc"],
  [/^StarImpressDocument$|^StarDrawDocument3?$/i, "application/vnd.stardivision.impress"],
  [/^Workbook$|^Book$/i, "application/vnd.ms-excel"],
  // Names in installer packages are encoded in these code points.
  [/^[\u3800-\u4840]{2,}$/, "application/x-msi"],
];

/** Classes of documents whose streams have other names, by the first half of the class ID. */
const classes: Readonly<Record<string, MediaType>> = {
  "0609020000000000": "application/msword",
  "0009020000000000": "application/msword",
  "2008020000000000": "application/vnd.ms-excel",
  "1008020000000000": "application/vnd.ms-excel",
  "108d81649b4fcf11": "application/vnd.ms-powerpoint",
  "0b0d020000000000": "application/vnd.ms-outlook",
  b25aa40e0a9ed111: "application/vnd.ms-works",
  "84100c0000000000": "application/x-msi",
};

/** Returns the type of a compound file: by the names at its top level, or else by the class of the document. */
export async function compoundTypeOf(peek: Peek): Promise<MediaType> {
  const directory = await readCompoundDirectory(peek);
  if (directory === undefined) return anyCompound;
  const { names, classId } = directory;
  const byName = kinds.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
  return byName ?? classes[classId.slice(0, 16)] ?? anyCompound;
}

/** The top level of a compound file. */
interface CompoundDirectory {
  /** The names of the streams and storages directly inside. If the tree is damaged, all names found. */
  readonly names: readonly string[];
  /** The class ID of the document, as hexadecimal digits in file order. */
  readonly classId: string;
}

const headerBytes = 512;
const entryBytes = 128;
/**
 * Maximum number of directory sectors read: with 512 bytes each, 96 entries. The names that identify a type come early.
 */
const maxSectors = 24;
const firstFatSlots = 109;
const noEntry = 0xffffffff;

/** Reads the top level of a compound file (MS-CFB); `undefined` if its header is invalid. */
async function readCompoundDirectory(peek: Peek): Promise<CompoundDirectory | undefined> {
  const header = await peek.read(0, headerBytes);
  const view = viewOf(header);
  const shift = header.length < headerBytes ? 0 : view.getUint16(30, true);
  if (shift !== 9 && shift !== 12) return undefined;
  const entries: Entry[] = [];
  let sector = view.getUint32(48, true);
  for (let count = 0; count < maxSectors && isSector(sector, peek.size >> 9); count += 1) {
    const start = (sector + 1) * 2 ** shift;
    entries.push(...parseEntries(await peek.read(start, start + 2 ** shift)));
    sector = await nextSector(peek, { header: view, shift }, sector);
  }
  if (entries.length === 0) return undefined;
  const names = topNames(entries);
  return { names: names.length > 0 ? names : entries.map(({ name }) => name), classId: entries[0]?.classId ?? "" };
}

interface Entry {
  readonly name: string;
  readonly classId: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
}

function parseEntries(bytes: Uint8Array): readonly Entry[] {
  const view = viewOf(bytes);
  const entries: Entry[] = [];
  for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
    const units = Math.min(31, Math.max(0, view.getUint16(at + 64, true) / 2 - 1));
    const codes = Array.from({ length: Math.floor(units) }, (_, index) => view.getUint16(at + index * 2, true));
    const classId = Array.from(bytes.subarray(at + 80, at + 96), (byte) => byte.toString(16).padStart(2, "0")).join("");
    entries.push({
      name: String.fromCharCode(...codes),
      classId,
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
    });
  }
  return entries;
}

/**
 * Returns the names at the top level. The directory is a tree of siblings below the root. Visits each entry once, so
 * that loops end.
 */
function topNames(entries: readonly Entry[]): readonly string[] {
  const names: string[] = [];
  const seen = new Set<number>();
  const pending = [entries[0]?.child ?? noEntry];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    const entry = entries[index];
    if (entry === undefined || seen.has(index)) continue;
    seen.add(index);
    names.push(entry.name);
    pending.push(entry.left, entry.right);
  }
  return names;
}

/** Looks up the next sector in the allocation table. The header lists the first sectors of the table. */
async function nextSector(peek: Peek, file: { header: DataView; shift: number }, sector: number): Promise<number> {
  const slots = 2 ** file.shift / 4;
  const index = Math.floor(sector / slots);
  if (index >= firstFatSlots) return noEntry;
  const table = file.header.getUint32(76 + index * 4, true);
  if (!isSector(table, peek.size >> 9)) return noEntry;
  const start = (table + 1) * 2 ** file.shift + (sector % slots) * 4;
  const bytes = await peek.read(start, start + 4);
  return bytes.length < 4 ? noEntry : viewOf(bytes).getUint32(0, true);
}

function isSector(sector: number, count: number): boolean {
  return sector <= Math.max(count, 1);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
