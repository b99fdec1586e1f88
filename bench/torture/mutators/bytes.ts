import { spliced, type Mutation } from "./mutator.ts";
import { nastyIntegers } from "./nasty.ts";
import type { Dice } from "../dice.ts";

type Damage = (bytes: Uint8Array, mutation: Pick<Mutation, "dice" | "donor">) => Uint8Array;

const damages: readonly Damage[] = [
  flipBits,
  flipBits,
  setInteger,
  setInteger,
  setInteger,
  setByte,
  deleteRange,
  duplicateRange,
  insertNoise,
  overwriteRange,
  truncate,
  takeFromDonor,
];

/** Damages bytes without knowing what they are. */
export function mutateBytes(bytes: Uint8Array, mutation: Pick<Mutation, "dice" | "donor">): Uint8Array {
  return mutation.dice.pick(damages)(bytes, mutation);
}

function flipBits(bytes: Uint8Array, { dice }: { readonly dice: Dice }): Uint8Array {
  const copy = bytes.slice();
  for (let flips = dice.between(1, 4); flips > 0; flips -= 1) {
    const at = dice.below(copy.length);
    if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << dice.below(8));
  }
  return copy;
}

function setByte(bytes: Uint8Array, { dice }: { readonly dice: Dice }): Uint8Array {
  const copy = bytes.slice();
  copy.set(
    bytes.length === 0 ? [] : [dice.pick([0, 1, 0x20, 0x7f, 0x80, 0xfe, 0xff, dice.below(256)])],
    dice.below(bytes.length),
  );
  return copy;
}

/** Writes a hostile integer of 1, 2, 4 or 8 bytes, in either byte order, at any place. */
function setInteger(bytes: Uint8Array, { dice }: { readonly dice: Dice }): Uint8Array {
  const copy = bytes.slice();
  const width = dice.pick([1, 2, 2, 4, 4, 4, 8]);
  if (copy.length < width) return copy;
  const value = dice.chance(0.2) ? copy.length + dice.between(-2, 2) : dice.pick(nastyIntegers);
  const wide = BigInt.asUintN(width * 8, dice.chance(0.1) ? -BigInt(value) : BigInt(value));
  const isLittle = dice.chance(0.5);
  const at = dice.below(copy.length - width + 1);
  for (let index = 0; index < width; index += 1) {
    copy[at + (isLittle ? index : width - 1 - index)] = Number((wide >> BigInt(index * 8)) & 0xffn);
  }
  return copy;
}

function rangeOf(bytes: Uint8Array, dice: Dice): readonly [from: number, to: number] {
  const from = dice.below(bytes.length);
  const longest = Math.min(bytes.length - from, dice.pick([1, 4, 16, 64, 512, 4096]));
  return [from, from + dice.between(Math.min(1, longest), longest)];
}

function deleteRange(bytes: Uint8Array, { dice }: { readonly dice: Dice }): Uint8Array {
  return spliced(bytes, rangeOf(bytes, dice), new Uint8Array());
}

function duplicateRange(bytes: Uint8Array, { dice }: { readonly dice: Dice }): Uint8Array {
  const [from, to] = rangeOf(bytes, dice);
  const unit = bytes.subarray(from, to);
  const times = Math.min(dice.pick([1, 1, 2, 8, 100, 2000]), Math.floor(100_000 / Math.max(1, unit.length)) + 1);
  const repeated = new Uint8Array(unit.length * times);
  for (let time = 0; time < times; time += 1) repeated.set(unit, time * unit.length);
  return spliced(bytes, [to, to], repeated);
}

function insertNoise(bytes: Uint8Array, { dice }: { readonly dice: Dice }): Uint8Array {
  const at = dice.below(bytes.length + 1);
  return spliced(
    bytes,
    [at, at],
    Uint8Array.from({ length: dice.between(1, 32) }, () => dice.below(256)),
  );
}

/** Copies one range of the file over another. */
function overwriteRange(bytes: Uint8Array, { dice }: { readonly dice: Dice }): Uint8Array {
  const copy = bytes.slice();
  const [from, to] = rangeOf(bytes, dice);
  copy.copyWithin(dice.below(bytes.length), from, to);
  return copy;
}

function truncate(bytes: Uint8Array, { dice }: { readonly dice: Dice }): Uint8Array {
  return bytes.slice(0, dice.chance(0.5) ? dice.below(bytes.length) : bytes.length - dice.between(1, 64));
}

function takeFromDonor(bytes: Uint8Array, { dice, donor }: Pick<Mutation, "dice" | "donor">): Uint8Array {
  const [from, to] = rangeOf(donor, dice);
  const at = dice.below(bytes.length + 1);
  const end = dice.chance(0.5) ? at : Math.min(bytes.length, at + (to - from));
  return spliced(bytes, [at, end], donor.subarray(from, to));
}
