import type { BitReader } from "../bit-reader.ts";

/** The codes of one table: canonical, so that the lengths say all. */
export interface HuffmanTable {
  readonly leastLength: number;
  /** The last code of each length; -1 where there is none. */
  readonly limits: Int32Array;
  /** What is taken from a code of each length to get the place of its symbol. */
  readonly bases: Int32Array;
  readonly symbols: Uint16Array;
}

/** Bits of the longest code. */
const mostLength = 20;

/** Reads the lengths of the codes, each as a difference to the one before, and makes the table of them. */
export function readHuffmanTable(bits: BitReader, symbolCount: number): HuffmanTable {
  const lengths = new Uint8Array(symbolCount);
  let length = bits.read(5);
  for (let symbol = 0; symbol < symbolCount; symbol += 1) {
    while (bits.read(1) === 1) length += bits.read(1) === 1 ? -1 : 1;
    if (length < 1 || length > mostLength) throw new RangeError("a code is too long");
    lengths[symbol] = length;
  }
  return tableOf(lengths);
}

function tableOf(lengths: Uint8Array): HuffmanTable {
  const symbols = new Uint16Array(lengths.length);
  const limits = new Int32Array(mostLength + 2).fill(-1);
  const bases = new Int32Array(mostLength + 2);
  let placed = 0;
  let code = 0;
  for (let length = 1; length <= mostLength; length += 1) {
    bases[length] = code - placed;
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue;
      symbols[placed] = symbol;
      placed += 1;
      code += 1;
    }
    limits[length] = code - 1;
    code *= 2;
  }
  return { leastLength: Math.min(...lengths), limits, bases, symbols };
}

/** Reads the next symbol. */
export function readSymbol(bits: BitReader, { leastLength, limits, bases, symbols }: HuffmanTable): number {
  let length = leastLength;
  let code = bits.read(length);
  while (code > (limits[length] ?? 0)) {
    length += 1;
    if (length > mostLength) throw new RangeError("there is no such code");
    code = (code << 1) | bits.read(1);
  }
  return symbols[code - (bases[length] ?? 0)] ?? 0;
}
