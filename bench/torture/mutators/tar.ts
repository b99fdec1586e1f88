import type { Dice } from "../dice.ts";
import { latin1, startsWith, type Mutator } from "./mutator.ts";
import { nastyString } from "./nasty.ts";

const blockBytes = 512;

/** An entry of a tar archive: its header and the blocks of its data. */
interface TarEntry {
  readonly header: Uint8Array;
  readonly data: Uint8Array;
}

/** Headers and members of tar archives; the checksums of headers stay right. */
export const tarMutator: Mutator = {
  name: "tar",
  accepts: (bytes) => startsWith(bytes, "ustar", 257),
  mutate: (bytes, { dice, inner }) => {
    const entries = entriesOf(bytes);
    const at = dice.below(entries.length);
    const entry = entries[at];
    if (entry === undefined) return undefined;
    const change = dice.below(10);
    if (change === 0) entries.splice(at, 1);
    else if (change === 1) entries.splice(at, 0, ...Array.from({ length: dice.pick([1, 3, 200]) }, () => entry));
    else if (change === 2) entries.splice(dice.below(entries.length), 0, ...entries.splice(at, 1));
    else if (change < 5 && entry.data.length > 0) entries[at] = withData(entry, inner(entry.data));
    else entries[at] = { header: changedHeader(entry.header, dice), data: entry.data };
    const end = dice.chance(0.9) ? new Uint8Array(2 * blockBytes) : new Uint8Array();
    return new Uint8Array(Buffer.concat([...entries.flatMap(({ header, data }) => [header, data]), end]));
  },
};

function entriesOf(bytes: Uint8Array): TarEntry[] {
  const entries: TarEntry[] = [];
  for (let at = 0; at + blockBytes <= bytes.length && bytes[at] !== 0;) {
    const header = bytes.slice(at, at + blockBytes);
    const size = Number.parseInt(latin1(header.subarray(124, 136)), 8) || 0;
    const end = Math.min(bytes.length, at + blockBytes + Math.ceil(size / blockBytes) * blockBytes);
    entries.push({ header, data: bytes.slice(at + blockBytes, end) });
    at = end;
  }
  return entries;
}

function withData({ header }: TarEntry, data: Uint8Array): TarEntry {
  const padded = new Uint8Array(Math.ceil(data.length / blockBytes) * blockBytes);
  padded.set(data);
  const sized = withField(header, [124, 12], `${data.length.toString(8).padStart(11, "0")}\0`);
  return { header: withChecksum(sized), data: padded };
}

/** Fields of a header: where they begin and how long they are. */
const fields: readonly (readonly [at: number, length: number])[] = [
  [0, 100],
  [100, 8],
  [108, 8],
  [116, 8],
  [124, 12],
  [136, 12],
  [156, 1],
  [157, 100],
  [257, 8],
  [265, 32],
  [297, 32],
  [329, 8],
  [345, 155],
];

function changedHeader(header: Uint8Array, dice: Dice): Uint8Array {
  const field = dice.pick(fields);
  const isType = field[0] === 156;
  const types = "0123456789xgLKSDMNV7A".split("");
  const numbers = [
    "77777777777",
    "-1",
    "9".repeat(12),
    "\x80\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff",
    "\xff".repeat(12),
    "\0".repeat(12),
    "0o17",
    " 12 ",
  ];
  const other = dice.chance(0.6) ? dice.pick(numbers) : nastyString(dice);
  const changed = withField(header, field, isType ? dice.pick(types) : other);
  return dice.chance(0.95) ? withChecksum(changed) : changed;
}

function withField(header: Uint8Array, [at, length]: readonly [number, number], value: string): Uint8Array {
  const copy = header.slice();
  copy.fill(0, at, at + length);
  copy.set(Buffer.from(value.slice(0, length), "latin1"), at);
  return copy;
}

function withChecksum(header: Uint8Array): Uint8Array {
  const copy = header.slice();
  copy.fill(0x20, 148, 156);
  const sum = copy.reduce((total, byte) => total + byte, 0);
  copy.set(Buffer.from(`${sum.toString(8).padStart(6, "0")}\0 `, "latin1"), 148);
  return copy;
}
