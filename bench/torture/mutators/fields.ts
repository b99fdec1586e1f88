import type { Dice } from "../dice.ts";
import { nastyIntegers } from "./nasty.ts";

/** A number in a header: where it stands and how many bytes it has. */
export interface Field {
  readonly at: number;
  readonly bytes: 1 | 2 | 4 | 8;
  /** False for the highest byte first. */
  readonly isLittle: boolean;
}

/** A copy with a number in one field; the bytes as they are if they end before it. */
export function withField(bytes: Uint8Array, { at, bytes: width, isLittle }: Field, value: number): Uint8Array {
  const copy = bytes.slice();
  if (at < 0 || at + width > copy.length) return copy;
  const wide = BigInt.asUintN(width * 8, BigInt(Math.trunc(value)));
  for (let index = 0; index < width; index += 1)
    copy[at + (isLittle ? index : width - 1 - index)] = Number((wide >> BigInt(index * 8)) & 0xffn);
  return copy;
}

/** A copy with a hostile number in one of the fields. */
export function withNastyField(bytes: Uint8Array, fields: readonly Field[], dice: Dice): Uint8Array {
  const value = dice.chance(0.3) ? dice.below(300) : dice.pick(nastyIntegers);
  return withField(bytes, dice.pick(fields), dice.chance(0.15) ? -value : value);
}

/** The fields of a header, each as its place and its width. */
export function fieldsOf(
  isLittle: boolean,
  places: readonly (readonly [at: number, bytes: 1 | 2 | 4 | 8])[],
): readonly Field[] {
  return places.map(([at, bytes]) => ({ at, bytes, isLittle }));
}

/** Drops, repeats, moves or replaces one of several parts. Returns the parts as they are if there are none. */
export function rearranged<Part>(parts: readonly Part[], dice: Dice, change: (part: Part) => Part): readonly Part[] {
  const at = dice.below(parts.length);
  const part = parts[at];
  if (part === undefined) return parts;
  const choice = dice.below(10);
  if (choice === 0) return parts.toSpliced(at, 1);
  if (choice === 1) return parts.toSpliced(at, 0, ...Array.from({ length: dice.pick([1, 1, 3, 200]) }, () => part));
  if (choice === 2) return parts.toSpliced(at, 1).toSpliced(dice.below(parts.length), 0, part);
  return parts.with(at, change(part));
}
