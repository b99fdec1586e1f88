import { viewOf, type ByteView } from "./byte-view.ts";

/** The lowest special link value ([MS-CFB] 2.1): end of chain, free sector, FAT sector. */
const endOfChain = -2;
const noEntry = -1;

/** Number of FAT sectors listed in the header; the rest are listed in DIFAT sectors (2.2). */
const headerFatSectors = 109;

/** The size of a directory entry (2.6.1), and the offsets of its links: left, right and child. */
const entryBytes = 128;
const linkPlaces = [68, 72, 76] as const;

/**
 * Removes loops from the sector chains and the directory of a damaged compound file, which the library would follow
 * forever. A chain ends before its first repeated sector, and an entry belongs to the first entry that refers to it.
 * Returns the same bytes if there is no loop.
 */
export function repairCompound(bytes: Uint8Array): Uint8Array {
  const whole = withWholeTable(bytes);
  const file = layoutOf(viewOf(whole));
  const mended = new Map<number, number>();
  endChains(file, mended);
  endDirectory(file, mended);
  if (mended.size === 0) return whole;
  const sound = Uint8Array.from(whole);
  const view = new DataView(sound.buffer);
  for (const [place, value] of mended) view.setInt32(place, value, true);
  return sound;
}

/**
 * True if sectors at the end of a compound file are missing: FAT sectors, or sectors that it refers to. An incomplete
 * last sector is accepted because some programs write one; others end chains at sectors that do not exist.
 */
export function isCompoundCut(bytes: Uint8Array): boolean {
  const { view, fat, sectors, sectorBytes, linkPlace } = layoutOf(viewOf(bytes));
  if (fat.some((sector) => sector >= sectors)) return true;
  const known = (fat.length * sectorBytes) / 4;
  for (let sector = 0; sector < known; sector += 1) {
    const place = linkPlace(sector);
    const link = place === undefined || place + 4 > view.length ? endOfChain : view.i32(place);
    if (link >= sectors || (link >= 0 && sector >= sectors)) return true;
  }
  return false;
}

/** If a file ends inside its FAT, the library takes the missing entries for links to the first sector. */
function withWholeTable(bytes: Uint8Array): Uint8Array {
  const { fat, sectors, sectorBytes } = layoutOf(viewOf(bytes));
  const wholeBytes = (sectors + 1) * sectorBytes;
  if (bytes.length >= wholeBytes || !fat.includes(sectors - 1)) return bytes;
  const whole = new Uint8Array(wholeBytes).fill(0xff);
  whole.set(bytes);
  return whole;
}

/** The layout of a compound file. */
interface Layout {
  readonly view: ByteView;
  /** The sectors of the FAT, in order. */
  readonly fat: readonly number[];
  readonly sectors: number;
  readonly sectorBytes: number;
  readonly directory: number;
  /** Returns the offset of a sector's link, or `undefined` if the FAT has none. */
  linkPlace(this: void, sector: number): number | undefined;
}

function layoutOf(view: ByteView): Layout {
  const sectorBytes = view.u16(26) === 4 ? 4096 : 512;
  const sectors = Math.max(0, Math.ceil(view.length / sectorBytes) - 1);
  const placeOf = (sector: number): number => (sector + 1) * sectorBytes;
  const fat = fatSectors(view, { sectors, sectorBytes, placeOf });
  const linkPlace = (sector: number): number | undefined => {
    const own = fat[Math.floor((sector * 4) / sectorBytes)];
    return own === undefined || own < 0 || own >= sectors ? undefined : placeOf(own) + ((sector * 4) % sectorBytes);
  };
  return { view, fat, sectors, sectorBytes, directory: view.i32(48), linkPlace };
}

interface FatSpace {
  readonly sectors: number;
  readonly sectorBytes: number;
  placeOf(this: void, sector: number): number;
}

function fatSectors(view: ByteView, { sectors, sectorBytes, placeOf }: FatSpace): readonly number[] {
  const found: number[] = [];
  for (let index = 0; index < headerFatSectors; index += 1) {
    const sector = view.i32(76 + index * 4);
    if (sector < 0) break;
    found.push(sector);
  }
  let more = view.i32(68);
  // Their number cannot exceed the number of sectors, whatever the header states.
  for (let left = Math.min(sectors, view.u32(72)); left > 0 && more >= 0 && more < sectors; left -= 1) {
    const place = placeOf(more);
    for (let at = place; at < place + sectorBytes - 4 && view.i32(at) !== endOfChain; at += 4) found.push(view.i32(at));
    more = view.i32(place + sectorBytes - 4);
  }
  return found;
}

/** Ends each chain of sectors that forms a loop. */
function endChains(file: Layout, mended: Map<number, number>): void {
  const walks = new Uint32Array(file.sectors);
  const links = Int32Array.from({ length: file.sectors }, (_, sector) => linkBehind(file, sector));
  let walk = 0;
  for (const start of startsOf(links, file.directory)) {
    walk += 1;
    let last = start;
    for (let sector = start; walks[sector] === 0; sector = links[sector] ?? endOfChain) {
      walks[sector] = walk;
      last = sector;
    }
    const place = file.linkPlace(last);
    if (walks[links[last] ?? endOfChain] === walk && place !== undefined) mended.set(place, endOfChain);
  }
}

function linkBehind({ view, linkPlace }: Layout, sector: number): number {
  const place = linkPlace(sector);
  return place === undefined ? endOfChain : view.i32(place);
}

/** Returns the sectors in an order that visits the start of each chain first, if it has one. */
function* startsOf(links: Int32Array, directory: number): Generator<number> {
  if (directory >= 0 && directory < links.length) yield directory;
  const isNamed = new Uint8Array(links.length);
  for (const link of links) if (link >= 0 && link < links.length) isNamed[link] = 1;
  for (const [sector, named] of isNamed.entries()) if (named === 0) yield sector;
  yield* links.keys();
}

/** Makes the directory entries a tree: each entry has one parent. */
function endDirectory(file: Layout, mended: Map<number, number>): void {
  const places = entryPlaces(file, mended);
  const isMet = new Uint8Array(places.length);
  for (const start of places.keys()) {
    if (isMet[start] === 1) continue;
    isMet[start] = 1;
    const waiting = [start];
    for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
      for (const link of linkPlaces) {
        const place = (places[entry] ?? 0) + link;
        const named = file.view.i32(place);
        if (named === noEntry) continue;
        if (isMet[named] === 0) waiting.push(named);
        else mended.set(place, noEntry);
        isMet[named] = 1;
      }
    }
  }
}

/** Returns the offsets of the directory entries, in order. */
function entryPlaces({ view, sectors, sectorBytes, ...file }: Layout, mended: Map<number, number>): readonly number[] {
  const places: number[] = [];
  for (let sector = file.directory; sector >= 0 && sector < sectors;) {
    const start = (sector + 1) * sectorBytes;
    const end = Math.min(view.length, start + sectorBytes);
    for (let at = start; at + entryBytes <= end; at += entryBytes) places.push(at);
    const link = file.linkPlace(sector);
    sector = link === undefined ? endOfChain : (mended.get(link) ?? view.i32(link));
  }
  return places;
}
