import type { Dice } from "../dice.ts";
import { mutateBytes } from "./bytes.ts";
import { rearranged, withField } from "./fields.ts";
import { latin1, maxMutantBytes, startsWith, type Mutator } from "./mutator.ts";
import { nastyIntegers } from "./nasty.ts";

/** Bytes as bits, the highest of a byte first. */
function bitsOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
}

function bytesOfBits(bits: string): Uint8Array {
  return Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).padEnd(8, "0"), 2),
  );
}

const blockMagic = 0x314159265359n.toString(2).padStart(48, "0");
const endMagic = 0x177245385090n.toString(2).padStart(48, "0");
const magicBits = 48;
const sumBits = 32;

/** Fields at the start of a block of bzip2, in bits behind its sum: where they begin and how long they are. */
const blockFields: readonly (readonly [at: number, bits: number])[] = [
  [0, 1],
  [1, 24],
  [25, 16],
  [41, 16],
  [57, 3],
  [60, 15],
  [75, 5],
];

/** Blocks of bzip2, which begin at any bit: their order, headers and codes. The sum over all sums stays right. */
export const bzip2Mutator: Mutator = {
  name: "bzip2",
  accepts: (bytes) => /^BZh[1-9]1AY&SY/.test(latin1(bytes.subarray(0, 10))),
  mutate: (bytes, { dice }) => {
    const bits = bitsOf(bytes.subarray(4));
    const end = bits.lastIndexOf(endMagic);
    const places = [...bits.slice(0, end).matchAll(new RegExp(blockMagic, "g"))].map(({ index }) => index);
    if (end < 0 || places.length === 0) return undefined;
    const blocks = places.map((at, index) => bits.slice(at, places[index + 1] ?? end));
    const changed = rearranged(blocks, dice, (block) => changedBlock(block, dice));
    const head = Buffer.from(`BZh${dice.chance(0.8) ? latin1(bytes.subarray(3, 4)) : dice.between(0, 10)}`, "latin1");
    const stream = Buffer.concat([head, bytesOfBits(changed.join("") + endMagic + sumOver(changed))]);
    const copies = dice.chance(0.05) ? dice.between(2, 50) : 1;
    return new Uint8Array(Buffer.concat(Array.from({ length: copies }, () => stream))).subarray(0, maxMutantBytes);
  },
};

function changedBlock(block: string, dice: Dice): string {
  const [at, length] = dice.chance(0.6)
    ? dice.pick(blockFields)
    : [dice.below(block.length - magicBits - sumBits), dice.between(1, 24)];
  const from = magicBits + sumBits + at;
  const value = BigInt.asUintN(length, BigInt(dice.pick([...nastyIntegers, dice.below(1 << 24)])));
  const written = dice.chance(0.1) ? "" : value.toString(2).padStart(length, "0");
  return block.slice(0, from) + written + block.slice(from + length);
}

/** The sums of the blocks, each turned once more than the next. */
function sumOver(blocks: readonly string[]): string {
  let sum = 0;
  for (const block of blocks)
    sum = ((sum << 1) | (sum >>> 31)) ^ Number.parseInt(block.slice(magicBits, magicBits + sumBits).padEnd(1, "0"), 2);
  return (sum >>> 0).toString(2).padStart(sumBits, "0");
}

const lz4Magic = "\x04\x22\x4d\x18";
const lz4LegacyMagic = "\x02\x21\x4c\x18";

/**
 * Frames and blocks of LZ4: descriptors, sizes, and the lengths and distances in blocks. What is inside is also damaged
 * as a file of its own and stored, so that what reads it is reached. Checksums are left as they are: nothing checks them.
 */
export const lz4Mutator: Mutator = {
  name: "lz4",
  accepts: (bytes) => startsWith(bytes, lz4Magic) || startsWith(bytes, lz4LegacyMagic),
  mutate: (bytes, { dice, donor, inner }) => {
    const isFrame = startsWith(bytes, lz4Magic);
    const headBytes = isFrame ? frameHeadBytes(bytes[4] ?? 0) : 4;
    const { blocks, end } = lz4Blocks(bytes, headBytes);
    const head = bytes.slice(0, headBytes);
    if (isFrame && dice.chance(0.4)) {
      const stored = storedBlocks(inner(Uint8Array.from(unpackedLz4(blocks))));
      return new Uint8Array(Buffer.concat([head, ...stored, bytes.subarray(end)])).slice(0, maxMutantBytes);
    }
    if (dice.chance(0.2) && headBytes > 4) head[dice.between(4, 5)] = dice.below(256);
    const changed = rearranged(blocks, dice, (block) => changedLz4Block(block, { dice, donor }));
    const parts = changed.flatMap(({ size, data }) => [little(size), data]);
    return new Uint8Array(Buffer.concat([head, ...parts, bytes.subarray(end)])).slice(0, maxMutantBytes);
  },
};

/** The magic number, the flags, the size of blocks, a size and a dictionary if the flags say so, and a checksum. */
function frameHeadBytes(flags: number): number {
  return 7 + ((flags & 8) === 0 ? 0 : 8) + ((flags & 1) === 0 ? 0 : 4);
}

/** What the blocks of a sound file hold, each of which may reach back into those before. */
function unpackedLz4(blocks: readonly Lz4Block[]): readonly number[] {
  const out: number[] = [];
  for (const { size, data } of blocks) {
    if (size >= 0x8000_0000) for (const byte of data) out.push(byte);
    for (let at = 0; size < 0x8000_0000 && at < data.length && out.length < maxUnpackedBytes;) {
      const { literalsAt, distanceAt, length, end } = sequenceAt(data, at);
      for (let from = literalsAt; from < distanceAt; from += 1) out.push(data[from] ?? 0);
      const distance = (data[distanceAt] ?? 0) | ((data[distanceAt + 1] ?? 0) << 8);
      for (let left = distanceAt < data.length ? length : 0; left > 0; left -= 1)
        out.push(out[out.length - distance] ?? 0);
      at = end;
    }
  }
  return out;
}

/** Every frame takes blocks of 64 KiB. */
const storedBlockBytes = 65_536;

function storedBlocks(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / storedBlockBytes) }, (_, at) => {
    const data = bytes.subarray(at * storedBlockBytes, (at + 1) * storedBlockBytes);
    return new Uint8Array(Buffer.concat([little(data.length | 0x8000_0000), data]));
  });
}

interface Lz4Block {
  /** As it is written; the highest bit says that the data is stored. */
  readonly size: number;
  readonly data: Uint8Array;
}

function lz4Blocks(bytes: Uint8Array, start: number): { readonly blocks: readonly Lz4Block[]; readonly end: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const blocks: Lz4Block[] = [];
  let at = start;
  while (at + 4 <= bytes.length) {
    const size = view.getUint32(at, true);
    const length = size & 0x7fff_ffff;
    if (size === 0 || at + 4 + length > bytes.length) break;
    blocks.push({ size, data: bytes.slice(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  return { blocks, end: at };
}

function changedLz4Block(
  block: Lz4Block,
  { dice, donor }: { readonly dice: Dice; readonly donor: Uint8Array },
): Lz4Block {
  if (dice.chance(0.15)) return { ...block, size: dice.pick(nastyIntegers) };
  if (dice.chance(0.1)) return { size: block.size ^ 0x8000_0000, data: block.data };
  const data = dice.chance(0.3) ? mutateBytes(block.data, { dice, donor }) : changedSequence(block.data, dice);
  return { size: (data.length | (block.size & 0x8000_0000)) >>> 0, data };
}

/** Writes other lengths into the token of a sequence, another distance behind its literals, or a length without end. */
function changedSequence(data: Uint8Array, dice: Dice): Uint8Array {
  const tokens: number[] = [];
  for (let at = 0; at < data.length && tokens.length < 10_000; at = sequenceAt(data, at).end) tokens.push(at);
  const token = dice.pick(tokens.length === 0 ? [0] : tokens);
  const copy = data.slice();
  const change = dice.below(4);
  if (change === 0) copy[token] = dice.pick([0, 0x0f, 0xf0, 0xff, dice.below(256)]);
  else if (change === 1) {
    const { distanceAt } = sequenceAt(copy, token);
    const at = Math.max(0, Math.min(copy.length - 2, distanceAt));
    copy.set(little(dice.pick(nastyIntegers)).subarray(0, Math.min(2, copy.length)), at);
  } else if (change === 2) copy.fill(255, token, token + dice.pick([2, 20, 4000]));
  else return copy.subarray(0, token);
  return copy;
}

interface Sequence {
  readonly literalsAt: number;
  readonly distanceAt: number;
  /** Bytes that are repeated from that distance back. */
  readonly length: number;
  readonly end: number;
}

/** The sequence that begins here: a token with two lengths, more of each if it is 15, literals, and a distance. */
function sequenceAt(data: Uint8Array, start: number): Sequence {
  const token = data[start] ?? 0;
  const literals = lengthAt(data, start + 1, token >> 4);
  const distanceAt = literals.end + literals.length;
  const match = lengthAt(data, distanceAt + 2, token & 15);
  return { literalsAt: literals.end, distanceAt, length: match.length + 4, end: match.end };
}

function lengthAt(data: Uint8Array, start: number, first: number): { readonly length: number; readonly end: number } {
  let [length, at] = [first, start];
  for (let more = first === 15 ? 255 : 0; more === 255 && at < data.length; at += 1) {
    more = data[at] ?? 0;
    length += more;
  }
  return { length, end: at };
}

function little(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value >>> 0, true);
  return new Uint8Array(view.buffer);
}

const headerBytes = 3;
const clearCode = 256;
const firstCodeBits = 9;
/** With the code that clears all strings they fill whole groups of eight codes, and no code needs a tenth bit. */
const codesBeforeClear = 199;

/** Codes of `compress`, and what is inside, which is packed again without strings. */
export const compressMutator: Mutator = {
  name: "compress",
  accepts: (bytes) => startsWith(bytes, "\x1f\x9d"),
  mutate: (bytes, { dice, inner }) => {
    if (dice.chance(0.1)) return withField(bytes, { at: 2, bytes: 1, isLittle: true }, dice.below(256));
    const unpacked = unpackedLzw(bytes);
    if (dice.chance(0.6)) return packedLzw([...inner(Uint8Array.from(unpacked))].slice(0, maxUnpackedBytes));
    const codes = [...unpacked];
    for (let changes = dice.between(1, 6); changes > 0; changes -= 1)
      codes.splice(dice.below(codes.length), dice.below(3), dice.pick([...codesToTry, dice.below(512)]));
    return packedLzw(codes);
  },
};

const codesToTry: readonly number[] = [0, 255, 256, 257, 258, 300, 456, 510, 511];
const maxUnpackedBytes = 300_000;

/** The strings of a sound file, decoded without regard to speed. */
function unpackedLzw(bytes: Uint8Array): readonly number[] {
  const maxBits = (bytes[2] ?? 0) & 0x1f;
  const strings: (readonly number[])[] = Array.from({ length: clearCode }, (_, byte) => [byte]);
  const out: number[] = [];
  let [width, bit, groupStart] = [firstCodeBits, headerBytes * 8, headerBytes * 8];
  let next = clearCode + 1;
  let before: readonly number[] = [];
  while (bit + width <= bytes.length * 8 && out.length < maxUnpackedBytes) {
    const code = lowBits(bytes, bit, width);
    bit += width;
    const isClear = code === clearCode;
    const string = strings[code] ?? (before.length === 0 ? [] : [...before, before[0] ?? 0]);
    if (!isClear) for (const byte of string) out.push(byte);
    if (!isClear && before.length > 0 && next < 1 << maxBits) strings[next++] = [...before, string[0] ?? 0];
    before = isClear ? [] : string;
    if (isClear || (next >= 1 << width && width < maxBits)) {
      // Codes stand in groups of eight, and a group is filled up where their width changes.
      bit = groupStart + Math.ceil((bit - groupStart) / (width * 8)) * width * 8;
      groupStart = bit;
      if (isClear) next = clearCode + 1;
      width = isClear ? firstCodeBits : width + 1;
    }
  }
  return out;
}

function lowBits(bytes: Uint8Array, bit: number, width: number): number {
  const at = bit >> 3;
  const word = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
  return (word >> (bit & 7)) & ((1 << width) - 1);
}

/** Nine bits a code, forgetting all strings before one would need more. */
function packedLzw(codes: readonly number[]): Uint8Array {
  const all = codes.flatMap((code, at) => (at > 0 && at % codesBeforeClear === 0 ? [clearCode, code] : [code]));
  const bytes = new Uint8Array(headerBytes + Math.ceil((all.length * firstCodeBits) / 8) + 1);
  bytes.set([0x1f, 0x9d, 0x90]);
  for (const [index, code] of all.entries()) {
    const bit = headerBytes * 8 + index * firstCodeBits;
    const word = code << (bit & 7);
    for (let byte = 0; byte < 3; byte += 1)
      if ((bit >> 3) + byte < bytes.length)
        bytes[(bit >> 3) + byte] = (bytes[(bit >> 3) + byte] ?? 0) | (word >> (byte * 8));
  }
  return bytes.subarray(0, bytes.length - 1);
}
