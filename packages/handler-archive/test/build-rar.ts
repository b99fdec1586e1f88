import { concat, numbers } from "@reader/testkit";
import { crc32 } from "node:zlib";

/** A file to be stored in a RAR archive. */
export interface RarPlan {
  readonly name: string;
  readonly data: string;
}

const encoder = new TextEncoder();

/** Stored, not compressed. */
const method4 = 0x30;
const unix4 = 3;
const unix5 = 1;
const fileMode = 0o100_644;

/** 1 March 2024, 10:20:30, in DOS format. */
const dosTime = 0x5861_528f;

/** Writes a RAR archive of version 4 whose members are stored (technote.txt of WinRAR 4). */
export function buildRar4(members: readonly RarPlan[]): Uint8Array {
  const start = encoder.encode("Rar!\u001a\u0007\0");
  const head = block4(0x73, 0, numbers([2, 0], [4, 0]));
  return concat([start, head, ...members.flatMap(file4), block4(0x7b, 0x4000, new Uint8Array())]);
}

function file4({ name, data }: RarPlan): readonly Uint8Array[] {
  const [bytes, named] = [encoder.encode(data), encoder.encode(name)];
  const sizes = numbers([4, bytes.length], [4, bytes.length], [1, unix4], [4, crc32(bytes)], [4, dosTime]);
  const kind = numbers([1, 20], [1, method4], [2, named.length], [4, fileMode]);
  return [block4(0x74, 0x8000, concat([sizes, kind, named])), bytes];
}

/** Prefixes a header with the low half of its CRC. */
function block4(type: number, flags: number, fields: Uint8Array): Uint8Array {
  const header = concat([numbers([1, type], [2, flags], [2, 7 + fields.length]), fields]);
  return concat([numbers([2, crc32(header) & 0xffff]), header]);
}

/** Writes a RAR archive of version 5 whose members are stored (rarlab.com/technote.htm). */
export function buildRar5(members: readonly RarPlan[]): Uint8Array {
  const start = encoder.encode("Rar!\u001a\u0007\u0001\0");
  const [head, end] = [block5([1, 0, 0]), block5([5, 0, 0])];
  return concat([start, head, ...members.flatMap(file5), end]);
}

function file5({ name, data }: RarPlan): readonly Uint8Array[] {
  const [bytes, named] = [encoder.encode(data), encoder.encode(name)];
  const hasData = 2;
  const hasSum = 4;
  const sizes = [2, hasData, bytes.length, hasSum, bytes.length, fileMode];
  return [block5(sizes, numbers([4, crc32(bytes)]), variable([0, unix5, named.length]), named), bytes];
}

/** Encodes a header: its CRC, its length, then its fields, which start with variable-length integers. */
function block5(integers: readonly number[], ...rest: readonly Uint8Array[]): Uint8Array {
  const fields = concat([variable(integers), ...rest]);
  const header = concat([variable([fields.length]), fields]);
  return concat([numbers([4, crc32(header)]), header]);
}

/** Encodes integers with seven bits per byte, lowest first. The high bit means that more bytes follow. */
function variable(integers: readonly number[]): Uint8Array {
  return Uint8Array.from(integers.flatMap((value) => sevenBits(value)));
}

function sevenBits(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...sevenBits(value >>> 7)];
}
