import { crc32, deflateSync, inflateSync } from "node:zlib";
import type { Dice } from "../dice.ts";
import { mutateBytes } from "./bytes.ts";
import { latin1, startsWith, type Mutation, type Mutator } from "./mutator.ts";
import { nastyIntegers, nastyString } from "./nasty.ts";

/** A kind of file that is a row of chunks, each with a type, a length and data. */
interface ChunkFormat {
  readonly name: string;
  readonly accepts: (bytes: Uint8Array) => boolean;
  /** Splits a file into the bytes before the first chunk, and the chunks. */
  readonly split: (bytes: Uint8Array) => readonly [head: Uint8Array, chunks: Chunk[]];
  readonly join: (head: Uint8Array, chunks: readonly Chunk[]) => Uint8Array;
}

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
  /** The length that is written, if it is not that of the data. */
  readonly claims?: number;
}

const png: ChunkFormat = {
  name: "png",
  accepts: (bytes) => startsWith(bytes, "\x89PNG\r\n\x1a\n"),
  split: (bytes) => [
    bytes.slice(0, 8),
    splitChunks(bytes, 8, { lengthAt: 0, typeAt: 4, headBytes: 8, tailBytes: 4, isLittle: false }),
  ],
  join: (head, chunks) =>
    joined(
      head,
      chunks.map(({ type, data, claims }) => {
        const named = new Uint8Array(Buffer.concat([Buffer.from(type, "latin1"), data]));
        return Buffer.concat([word(claims ?? data.length, false), named, word(crc32(named), false)]);
      }),
    ),
};

const riff: ChunkFormat = {
  name: "riff",
  accepts: (bytes) => startsWith(bytes, "RIFF"),
  split: (bytes) => [
    bytes.slice(0, 12),
    splitChunks(bytes, 12, { lengthAt: 4, typeAt: 0, headBytes: 8, tailBytes: 0, isLittle: true, isEven: true }),
  ],
  join: (head, chunks) => {
    const file = joined(
      head,
      chunks.map(({ type, data, claims }) =>
        Buffer.concat([
          Buffer.from(type, "latin1"),
          word(claims ?? data.length, true),
          data,
          new Uint8Array(data.length % 2),
        ]),
      ),
    );
    file.set(word(file.length - 8, true), 4);
    return file;
  },
};

/** Boxes of AVIF, HEIF and JPEG XL files; the length counts the head of the box. */
const boxes: ChunkFormat = {
  name: "boxes",
  accepts: (bytes) => startsWith(bytes, "ftyp", 4) || startsWith(bytes, "JXL ", 4),
  split: (bytes) => [
    new Uint8Array(),
    splitChunks(bytes, 0, { lengthAt: 0, typeAt: 4, headBytes: 8, tailBytes: 0, isLittle: false, countsHead: true }),
  ],
  join: (head, chunks) =>
    joined(
      head,
      chunks.map(({ type, data, claims }) =>
        Buffer.concat([word(claims ?? data.length + 8, false), Buffer.from(type, "latin1"), data]),
      ),
    ),
};

/** Segments of JPEG files up to the first scan, which is one chunk with all that follows. */
const jpeg: ChunkFormat = {
  name: "jpeg",
  accepts: (bytes) => startsWith(bytes, "\xff\xd8\xff"),
  split: (bytes) => [bytes.slice(0, 2), jpegSegments(bytes)],
  join: (head, chunks) =>
    joined(
      head,
      chunks.map(({ type, data, claims }) =>
        type === "scan"
          ? data
          : Buffer.concat([Buffer.from(type, "latin1"), shortWord(claims ?? data.length + 2), data]),
      ),
    ),
};

function jpegSegments(bytes: Uint8Array): Chunk[] {
  const chunks: Chunk[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    chunks.push({ type: latin1(bytes.subarray(at, at + 2)), data: bytes.slice(at + 4, at + 2 + length) });
    at += 2 + length;
  }
  return [...chunks, { type: "scan", data: bytes.slice(at) }];
}

interface ChunkLayout {
  readonly lengthAt: number;
  readonly typeAt: number;
  readonly headBytes: number;
  readonly tailBytes: number;
  readonly isLittle: boolean;
  readonly isEven?: boolean;
  readonly countsHead?: boolean;
}

function splitChunks(bytes: Uint8Array, start: number, layout: ChunkLayout): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const chunks: Chunk[] = [];
  for (let at = start; at + layout.headBytes <= bytes.length && chunks.length < 5000;) {
    const told = view.getUint32(at + layout.lengthAt, layout.isLittle);
    const length = Math.max(0, layout.countsHead === true ? told - layout.headBytes : told);
    const dataAt = at + layout.headBytes;
    chunks.push({
      type: latin1(bytes.subarray(at + layout.typeAt, at + layout.typeAt + 4)),
      data: bytes.slice(dataAt, dataAt + length),
    });
    at = dataAt + length + layout.tailBytes + (layout.isEven === true ? length % 2 : 0);
  }
  return chunks;
}

function joined(head: Uint8Array, chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat([head, ...chunks]));
}

function word(value: number, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value >>> 0, isLittle);
  return new Uint8Array(view.buffer);
}

function shortWord(value: number): Uint8Array {
  return Uint8Array.of((value >> 8) & 0xff, value & 0xff);
}

/** Mutators of images that are rows of chunks; checksums and outer lengths stay right. */
export const chunkMutators: readonly Mutator[] = [png, riff, boxes, jpeg].map(({ name, accepts, split, join }) => ({
  name,
  accepts,
  mutate: (bytes, mutation) => {
    const [head, chunks] = split(bytes);
    if (chunks.length === 0) return undefined;
    changeChunks(chunks, mutation);
    return join(head, chunks);
  },
}));

function changeChunks(chunks: Chunk[], mutation: Mutation): void {
  const { dice } = mutation;
  const at = dice.below(chunks.length);
  const chunk = chunks[at];
  if (chunk === undefined) return;
  const change = dice.below(12);
  if (change === 0) chunks.splice(at, 1);
  else if (change === 1) chunks.splice(at, 0, ...Array.from({ length: dice.pick([1, 1, 3, 300]) }, () => chunk));
  else if (change === 2) chunks.splice(dice.below(chunks.length), 0, ...chunks.splice(at, 1));
  else if (change === 3) chunks[at] = { ...chunk, type: dice.pick(chunks).type };
  else if (change === 4) chunks[at] = { ...chunk, claims: dice.pick(nastyIntegers) };
  else if (change === 5)
    chunks.splice(at, 0, {
      type: "tEXt",
      data: new Uint8Array(Buffer.from(`Comment\0${nastyString(dice)}`, "latin1")),
    });
  else chunks[at] = { ...chunk, data: changedData(chunk.data, mutation) };
}

/** Packed pixels are damaged as they are and as they unpack. */
function changedData(data: Uint8Array, { dice, donor }: Mutation): Uint8Array {
  if (data[0] !== 0x78 || dice.chance(0.3)) return mutateBytes(data, { dice, donor });
  try {
    return new Uint8Array(deflateSync(mutateBytes(new Uint8Array(inflateSync(data)), { dice, donor }), { level: 1 }));
  } catch {
    return mutateBytes(data, { dice, donor });
  }
}

/** Directories of TIFF files, which EXIF blocks are, too: tags, types, counts and values. */
export const tiffMutator: Mutator = {
  name: "tiff",
  accepts: (bytes) => startsWith(bytes, "II*\0") || startsWith(bytes, "MM\0*"),
  mutate: (bytes, { dice }) => {
    const copy = bytes.slice();
    const view = new DataView(copy.buffer);
    const isLittle = copy[0] === 0x49;
    try {
      let directory = view.getUint32(4, isLittle);
      for (let skip = dice.below(3); skip > 0; skip -= 1) {
        const next = view.getUint32(directory + 2 + view.getUint16(directory, isLittle) * 12, isLittle);
        if (next > 0) directory = next;
      }
      const count = view.getUint16(directory, isLittle);
      if (dice.chance(0.1))
        view.setUint32(directory + 2 + count * 12, dice.pick([8, directory, dice.below(copy.length)]), isLittle);
      else changeEntry(view, directory + 2 + dice.below(count) * 12, { dice, isLittle });
      return copy;
    } catch {
      return undefined;
    }
  },
};

function changeEntry(
  view: DataView,
  at: number,
  { dice, isLittle }: { readonly dice: Dice; readonly isLittle: boolean },
): void {
  const field = dice.below(4);
  if (field === 0)
    view.setUint16(
      at,
      dice.pick([254, 256, 257, 258, 259, 262, 273, 277, 278, 279, 320, 322, 323, 330, 34_665, 37_724]),
      isLittle,
    );
  else if (field === 1) view.setUint16(at + 2, dice.below(20), isLittle);
  else if (field === 2) view.setUint32(at + 4, dice.pick(nastyIntegers), isLittle);
  else view.setUint32(at + 8, dice.pick(nastyIntegers), isLittle);
}
