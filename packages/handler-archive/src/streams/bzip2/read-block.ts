import type { BitReader } from "../bit-reader.ts";
import { readHuffmanTable, readSymbol, type HuffmanTable } from "./huffman.ts";

/** A block as it was before it was sorted: a chain through `entries`, whose lower bytes are the text. */
export interface SortedBlock {
  /** The byte, and above it the index of the next entry. */
  readonly entries: Uint32Array;
  readonly first: number;
}

/** Symbols of a group, all of one table. */
const groupSymbols = 50;

/** Reads a block behind its sum, undoes the coding and sorts it back. Throws a `RangeError` where it is damaged. */
export function readBlock(bits: BitReader, blockBytes: number): SortedBlock {
  if (bits.read(1) === 1) throw new RangeError("blocks of bzip2 0.9.0 are not read");
  const origin = bits.read(24);
  const alphabet = readAlphabet(bits);
  const symbolCount = alphabet.length + 2;
  const tableCount = bits.read(3);
  const selectors = readSelectors(bits, tableCount);
  const tables = Array.from({ length: tableCount }, () => readHuffmanTable(bits, symbolCount));
  const coded = { bits, selectors, tables, alphabet };
  const entries = readEntries(coded, new Uint32Array(blockBytes));
  if (origin >= entries.length) throw new RangeError("the block does not start in itself");
  return { entries: linked(entries), first: (entries[origin] ?? 0) >>> 8 };
}

/** The bytes that occur, in order: a map of 16 times 16 bits. */
function readAlphabet(bits: BitReader): Uint8Array {
  const used = bits.read(16);
  const bytes: number[] = [];
  for (let high = 0; high < 16; high += 1) {
    if (((used >>> (15 - high)) & 1) === 0) continue;
    const row = bits.read(16);
    for (let low = 0; low < 16; low += 1) if (((row >>> (15 - low)) & 1) === 1) bytes.push(high * 16 + low);
  }
  if (bytes.length === 0) throw new RangeError("the block has no bytes");
  return Uint8Array.from(bytes);
}

function readSelectors(bits: BitReader, tableCount: number): Uint8Array {
  if (tableCount < 2 || tableCount > 6) throw new RangeError("there are too few or many tables");
  const order = Array.from({ length: tableCount }, (_, index) => index);
  return Uint8Array.from({ length: bits.read(15) }, () => {
    let at = 0;
    while (bits.read(1) === 1) at += 1;
    if (at >= tableCount) throw new RangeError("there is no such table");
    const [table = 0] = order.splice(at, 1);
    order.unshift(table);
    return table;
  });
}

interface Coded {
  readonly bits: BitReader;
  readonly selectors: Uint8Array;
  readonly tables: readonly HuffmanTable[];
  readonly alphabet: Uint8Array;
}

/** Undoes the codes, the runs of the first symbol and the moving to the front. */
function readEntries({ bits, selectors, tables, alphabet }: Coded, target: Uint32Array): Uint32Array {
  const order = Uint8Array.from(alphabet);
  const end = alphabet.length + 1;
  let [length, run, runBit, group, left] = [0, 0, 1, 0, 0];
  let table = tables[0];
  for (;;) {
    if (left === 0) {
      table = tables[selectors[group++] ?? tables.length];
      left = groupSymbols;
    }
    if (table === undefined) throw new RangeError("the groups end before the block");
    left -= 1;
    const symbol = readSymbol(bits, table);
    if (symbol <= 1) {
      run += runBit << symbol;
      runBit *= 2;
      if (run > target.length) throw new RangeError("the block is too long");
      continue;
    }
    length = fillRun(target, length, { run, byte: order[0] ?? 0 });
    [run, runBit] = [0, 1];
    if (symbol === end) return target.subarray(0, length);
    if (length >= target.length) throw new RangeError("the block is too long");
    target[length++] = movedToFront(order, symbol - 1);
  }
}

function fillRun(
  target: Uint32Array,
  at: number,
  { run, byte }: { readonly run: number; readonly byte: number },
): number {
  if (at + run > target.length) throw new RangeError("the block is too long");
  target.fill(byte, at, at + run);
  return at + run;
}

function movedToFront(order: Uint8Array, at: number): number {
  const byte = order[at] ?? 0;
  order.copyWithin(1, 0, at);
  order[0] = byte;
  return byte;
}

/** Undoes the sorting: each entry gets the index of the one that follows it in the text. */
function linked(entries: Uint32Array): Uint32Array {
  const starts = new Uint32Array(256);
  for (const entry of entries) starts[entry & 0xff] = (starts[entry & 0xff] ?? 0) + 1;
  let sum = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const count = starts[byte] ?? 0;
    starts[byte] = sum;
    sum += count;
  }
  for (let index = 0; index < entries.length; index += 1) {
    const byte = (entries[index] ?? 0) & 0xff;
    const place = starts[byte] ?? 0;
    starts[byte] = place + 1;
    entries[place] = ((entries[place] ?? 0) & 0xff) | (index << 8);
  }
  return entries;
}
