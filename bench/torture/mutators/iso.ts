import type { Dice } from "../dice.ts";
import { withField } from "./fields.ts";
import { startsWith, type Mutation, type Mutator } from "./mutator.ts";
import { nastyIntegers, nastyString } from "./nasty.ts";

const sectorBytes = 2048;
const firstDescriptorAt = 16 * sectorBytes;
const rootRecordAt = 156;
const recordHeadBytes = 33;
const maxRecords = 2000;

/**
 * Volume descriptors, records of directories and the fields of Rock Ridge in images of CDs (ECMA-119). A number that is
 * written in both byte orders is the same in both.
 */
export const isoMutator: Mutator = {
  name: "iso",
  accepts: (bytes) => startsWith(bytes, "CD001", firstDescriptorAt + 1),
  mutate: (bytes, mutation) => {
    const { dice } = mutation;
    const change = dice.below(10);
    if (change === 0) return changedDescriptor(bytes, dice);
    const records = recordsOf(bytes);
    if (records.length === 0) return undefined;
    const record = dice.pick(records);
    if (change === 1) return withData(bytes, record, mutation);
    if (change === 2) return swapped(bytes, record, dice.pick(records));
    return changedRecord(bytes, record, dice);
  },
};

/** The places of all records of directories, those of Joliet's directories among them. */
function recordsOf(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const folders = descriptorsOf(bytes).map((at) => at + rootRecordAt);
  const seen = new Set<number>();
  const records: number[] = [...folders];
  for (let folder = folders.pop(); folder !== undefined && records.length < maxRecords; folder = folders.pop()) {
    const start = view.getUint32(folder + 2, true) * sectorBytes;
    if (seen.has(start)) continue;
    seen.add(start);
    const end = Math.min(bytes.length - recordHeadBytes, start + view.getUint32(folder + 10, true));
    for (let at = start; at < end;) {
      const length = bytes[at] ?? 0;
      if (length < recordHeadBytes) {
        at = (Math.floor(at / sectorBytes) + 1) * sectorBytes;
        continue;
      }
      records.push(at);
      if (((bytes[at + 25] ?? 0) & 2) !== 0) folders.push(at);
      at += length;
    }
  }
  return records;
}

/** The primary volume and its supplements, up to the end of the list. */
function descriptorsOf(bytes: Uint8Array): readonly number[] {
  const places: number[] = [];
  for (let at = firstDescriptorAt; startsWith(bytes, "CD001", at + 1) && bytes[at] !== 255; at += sectorBytes)
    if (bytes[at] === 1 || bytes[at] === 2) places.push(at);
  return places;
}

/** Fields of a descriptor: its type, the sizes of the volume, of blocks and of tables, and the places of tables. */
function changedDescriptor(bytes: Uint8Array, dice: Dice): Uint8Array {
  const descriptors = descriptorsOf(bytes);
  const at = dice.pick(descriptors.length === 0 ? [firstDescriptorAt] : descriptors);
  const [field, width] = dice.pick([
    [0, 1],
    [6, 1],
    [80, 4],
    [88, 2],
    [120, 2],
    [124, 2],
    [128, 2],
    [132, 4],
    [140, 4],
    [148, 4],
  ] as const);
  return withField(bytes, { at: at + field, bytes: width, isLittle: true }, dice.pick(nastyIntegers));
}

function changedRecord(bytes: Uint8Array, record: number, dice: Dice): Uint8Array {
  const change = dice.below(8);
  if (change < 4) return withPlace(bytes, record, dice);
  if (change === 4) return withField(bytes, byteAt(record + dice.pick([0, 1, 25, 26, 27, 32])), dice.below(256));
  if (change === 5) return withName(bytes, record, nastyString(dice));
  return withSystemUse(bytes, record, dice);
}

function byteAt(at: number): { readonly at: number; readonly bytes: 1; readonly isLittle: true } {
  return { at, bytes: 1, isLittle: true };
}

/** Another sector or size: a hostile one, or that of a folder that leads back to itself. */
function withPlace(bytes: Uint8Array, record: number, dice: Dice): Uint8Array {
  const at = record + dice.pick([2, 10]);
  const value = dice.pick([dice.pick(nastyIntegers), dice.below(40), Math.floor(record / sectorBytes)]);
  const little = withField(bytes, { at, bytes: 4, isLittle: true }, value);
  return dice.chance(0.9) ? withField(little, { at: at + 4, bytes: 4, isLittle: false }, value) : little;
}

function withName(bytes: Uint8Array, record: number, name: string): Uint8Array {
  const copy = bytes.slice();
  const length = copy[record + 32] ?? 0;
  for (let index = 0; index < length; index += 1)
    copy[record + 33 + index] = name.charCodeAt(index % (name.length + 1)) || 0;
  return copy;
}

/** The fields of Rock Ridge behind the name: a signature, a length, a version and data each (IEEE P1282). */
function withSystemUse(bytes: Uint8Array, record: number, dice: Dice): Uint8Array {
  const nameBytes = bytes[record + 32] ?? 0;
  const end = Math.min(bytes.length, record + (bytes[record] ?? 0));
  const places: number[] = [];
  for (let at = record + 33 + nameBytes + (1 - (nameBytes % 2)); at + 4 <= end;) {
    places.push(at);
    at += Math.max(4, bytes[at + 2] ?? 0);
  }
  if (places.length === 0) return bytes.slice();
  const at = dice.pick(places);
  const copy = bytes.slice();
  if (dice.chance(0.4)) {
    const signature = dice.pick(["NM", "SL", "CE", "CL", "PL", "RE", "PX", "TF", "ZF", "ST", "SP", "ER"]);
    copy.set(Buffer.from(signature, "latin1"), at);
    return copy;
  }
  return withField(
    copy,
    byteAt(at + dice.pick([2, 3, 4, 5, 6, 7])),
    dice.pick([0, 1, 2, 3, 4, 5, 255, dice.below(256)]),
  );
}

/** Damages what a record leads to, as far as its sectors go. */
function withData(bytes: Uint8Array, record: number, { inner }: Mutation): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = view.getUint32(record + 2, true) * sectorBytes;
  const size = view.getUint32(record + 10, true);
  if (start + size > bytes.length || size === 0) return bytes.slice();
  const room = Math.min(bytes.length - start, Math.ceil(size / sectorBytes) * sectorBytes);
  const changed = inner(bytes.slice(start, start + size)).subarray(0, room);
  const copy = withField(bytes, { at: record + 10, bytes: 4, isLittle: true }, changed.length);
  copy.set(changed, start);
  return withField(copy, { at: record + 14, bytes: 4, isLittle: false }, changed.length);
}

/** Gives a record the place and size of another one. */
function swapped(bytes: Uint8Array, record: number, other: number): Uint8Array {
  const copy = bytes.slice();
  copy.set(bytes.subarray(other + 2, other + 18), record + 2);
  return copy;
}
