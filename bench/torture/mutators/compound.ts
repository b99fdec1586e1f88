import type { Dice } from "../dice.ts";
import { startsWith, type Mutator } from "./mutator.ts";
import { nastyIntegers } from "./nasty.ts";
import { biffRecords, mutateRecords, powerPointRecords } from "./records.ts";

/**
 * Streams, directory and sector chains of compound files ([MS-CFB]): DOC, XLS, PPT, encrypted packages. Streams keep
 * their sectors: what a damaged one has too much is cut, what it lacks is zero or left to the size in the directory.
 */
export const compoundMutator: Mutator = {
  name: "compound",
  accepts: (bytes) => startsWith(bytes, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
  mutate: (bytes, { dice, inner }) => {
    const file = compoundFile(bytes.slice());
    if (file === undefined) return undefined;
    const stream = dice.pick(file.streams);
    const change = dice.below(10);
    if (change === 0) damageDirectory(file, stream, dice);
    else if (change === 1) damageChains(file, dice);
    else writeStream(file, stream, damaged(stream.name, readStream(file, stream), { dice, inner }));
    return file.bytes;
  },
};

interface Stream {
  readonly name: string;
  /** Where its entry of the directory begins. */
  readonly entryAt: number;
  readonly size: number;
  /** Places of its pieces in the file, and how long each is. */
  readonly places: readonly number[];
  readonly pieceBytes: number;
}

interface CompoundFile {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly streams: readonly Stream[];
  readonly tables: readonly number[];
}

const maxSectors = 4000;
const miniSectorBytes = 64;
const miniStreamLimit = 4096;

function compoundFile(bytes: Uint8Array): CompoundFile | undefined {
  try {
    const view = new DataView(bytes.buffer);
    const sectorBytes = 1 << Math.min(16, view.getUint16(30, true));
    const place = (sector: number): number => (sector + 1) * sectorBytes;
    const tables = Array.from({ length: Math.min(109, view.getUint32(44, true)) }, (_, at) =>
      place(view.getUint32(76 + at * 4, true)),
    );
    const perTable = sectorBytes / 4;
    const next = (sector: number): number =>
      view.getUint32((tables[Math.floor(sector / perTable)] ?? Number.NaN) + (sector % perTable) * 4, true);
    const chain = (first: number, following: (sector: number) => number): number[] => {
      const sectors: number[] = [];
      for (let sector = first; sector < 0xffff_fff0 && sectors.length < maxSectors; sector = following(sector))
        sectors.push(sector);
      return sectors;
    };
    const directory = chain(view.getUint32(48, true), next).map(place);
    const entries = directory.flatMap((at) =>
      Array.from({ length: sectorBytes / 128 }, (_, index) => at + index * 128),
    );
    const root = entries.find((at) => view.getUint8(at + 66) === 5);
    const mini = root === undefined ? [] : chain(view.getUint32(root + 116, true), next).map(place);
    const miniTable = chain(view.getUint32(60, true), next).map(place);
    const nextMini = (sector: number): number =>
      view.getUint32((miniTable[Math.floor(sector / perTable)] ?? Number.NaN) + (sector % perTable) * 4, true);
    const miniPlace = (sector: number): number => {
      const at = sector * miniSectorBytes;
      return (mini[Math.floor(at / sectorBytes)] ?? Number.NaN) + (at % sectorBytes);
    };
    const streams = entries
      .filter((at) => view.getUint8(at + 66) === 2)
      .map((entryAt): Stream => {
        const size = view.getUint32(entryAt + 120, true);
        const first = view.getUint32(entryAt + 116, true);
        const name =
          Buffer.from(bytes.subarray(entryAt, entryAt + 64))
            .toString("utf16le")
            .split("\0")[0] ?? "";
        const isMini = size < miniStreamLimit;
        const places = isMini ? chain(first, nextMini).map(miniPlace) : chain(first, next).map(place);
        return { name, entryAt, size, places, pieceBytes: isMini ? miniSectorBytes : sectorBytes };
      });
    return streams.length === 0 ? undefined : { bytes, view, streams, tables };
  } catch {
    return undefined;
  }
}

function readStream({ bytes }: CompoundFile, { places, pieceBytes, size }: Stream): Uint8Array {
  return new Uint8Array(Buffer.concat(places.map((at) => bytes.subarray(at, at + pieceBytes)))).slice(0, size);
}

function writeStream({ bytes, view }: CompoundFile, { places, pieceBytes, entryAt }: Stream, data: Uint8Array): void {
  for (const [index, at] of places.entries()) {
    const piece = data.subarray(index * pieceBytes, (index + 1) * pieceBytes);
    if (at + piece.length <= bytes.length) bytes.set(piece, at);
  }
  const size = Math.min(data.length, places.length * pieceBytes);
  // Below this size a stream is looked for among the short ones, where it is not.
  if (size >= miniStreamLimit || pieceBytes === miniSectorBytes) view.setUint32(entryAt + 120, size, true);
}

function damaged(
  name: string,
  data: Uint8Array,
  { dice, inner }: { readonly dice: Dice; readonly inner: (bytes: Uint8Array) => Uint8Array },
): Uint8Array {
  if (/^(?:Workbook|Book)$/.test(name)) return mutateRecords(data, biffRecords, dice);
  if (name === "PowerPoint Document") return mutateRecords(data, powerPointRecords, dice);
  return inner(data);
}

function damageDirectory({ view }: CompoundFile, { entryAt }: Stream, dice: Dice): void {
  const field = dice.pick([64, 66, 68, 72, 76, 116, 120]);
  const value = dice.pick([...nastyIntegers, dice.below(8)]);
  if (field === 66) view.setUint8(entryAt + field, dice.below(6));
  else view.setUint32(entryAt + field, value >>> 0, true);
}

/** Leads a chain of sectors to another sector, or makes it end. */
function damageChains({ view, tables, bytes }: CompoundFile, dice: Dice): void {
  const at = dice.pick(tables) + dice.below(128) * 4;
  const value = dice.pick([dice.below(64), dice.below(64), 0xffff_fffe, 0xffff_ffff, dice.pick(nastyIntegers)]);
  if (at + 4 <= bytes.length) view.setUint32(at, value >>> 0, true);
}
