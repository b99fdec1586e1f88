import type { Peek } from "../peek.ts";

/** What is at the top of a compound file. */
export interface CompoundDirectory {
  /** Names of the streams and storages directly inside; all that were seen, where the tree is damaged. */
  readonly names: readonly string[];
  /** The class of the document, as hexadecimal digits in the order of the file. */
  readonly classId: string;
}

const headerBytes = 512;
const entryBytes = 128;
/** Directory sectors that are read: with 512 bytes each, 96 entries. The names that tell a type come early. */
const maxSectors = 24;
const firstFatSlots = 109;
const noEntry = 0xffffffff;

/** The top of a compound file (MS-CFB); undefined where its header makes no sense. */
export async function readCompoundDirectory(peek: Peek): Promise<CompoundDirectory | undefined> {
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

/** The directory is a tree of siblings below the root; each entry is visited once, so that loops end. */
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

/** Looks up the chain in the allocation table, of which the header lists the first sectors. */
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
