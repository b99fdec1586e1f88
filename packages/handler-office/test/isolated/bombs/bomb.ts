import { buildZip, concat } from "@reader/testkit";
import { constants, crc32, deflateRawSync } from "node:zlib";

/** A small file that stands for much, or that leads a reader in circles. */
export interface Bomb {
  /** With its ending. */
  readonly name: string;
  readonly make: () => Uint8Array;
  /** How reading it may end: `ok`, or the code of an error. */
  readonly ends: readonly string[];
  readonly select?: string;
}

/** A part of a package that has the same bytes many times over. */
export interface RepeatedPart {
  readonly head: string;
  readonly unit: Uint8Array;
  readonly times: number;
  readonly tail: string;
}

/** The parts of a package besides the one that is repeated. */
export type SmallParts = Readonly<Record<string, string | Uint8Array>>;

/** A package one of whose parts is too large to be made: its packed bytes are repeated in its place. */
export function packageWith(parts: SmallParts, name: string, part: RepeatedPart): Uint8Array {
  const small = Object.entries(parts).filter(([other]) => other !== name);
  const ends = Buffer.byteLength(part.head) + Buffer.byteLength(part.tail);
  const bytes = ends + part.unit.length * part.times;
  return buildZip([
    ...small.map(([other, data]) => ({ name: other, data })),
    { name, packed: packRepeated(part), lies: { bytes, crc32: sumOf(part) } },
  ]);
}

function sumOf({ head, unit, times, tail }: RepeatedPart): number {
  let sum = crc32(head);
  for (let time = 0; time < times; time += 1) sum = crc32(unit, sum);
  return crc32(tail, sum);
}

/** Blocks that end at a byte and look back at nothing can stand one after the other in any number. */
function packRepeated({ head, unit, times, tail }: RepeatedPart): Uint8Array {
  const block = (bytes: Uint8Array): Uint8Array =>
    new Uint8Array(deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH }));
  const packed = block(unit);
  const end = new Uint8Array(deflateRawSync(Buffer.from(tail)));
  return concat([block(Buffer.from(head)), ...Array.from({ length: times }, () => packed), end]);
}

/** A package whose parts are packed quickly, for those of many different bytes. */
export function quicklyPacked(parts: SmallParts): Uint8Array {
  const members = Object.entries(parts).map(([name, content]) => {
    const data = typeof content === "string" ? Buffer.from(content) : content;
    return { name, data, packed: new Uint8Array(deflateRawSync(data, { level: 1 })) };
  });
  return buildZip(members);
}

/** One after the other, with their numbers. */
export function numbered(count: number, make: (number: number) => string): string {
  let text = "";
  for (let number = 1; number <= count; number += 1) text += make(number);
  return text;
}

/** One in the other. */
export function nested(depth: number, [open, inner, close]: readonly [string, string, string]): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}
