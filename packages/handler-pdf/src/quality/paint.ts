import type { ColorSpace } from "mupdf";

/** A colour of the screen, each part from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** What something is painted with. */
export interface Paint {
  readonly color: Rgb;
  /** 0 is transparent, 1 is opaque. */
  readonly alpha: number;
}

/** Paper. */
export const paperColor: Rgb = [1, 1, 1];

/** Paint of a colour in a space of the engine; the space is freed. Exact only for grey and red, green and blue. */
export function paintOf(space: ColorSpace, color: readonly number[], alpha: number): Paint {
  const isTint = space.isDeviceN();
  space.destroy();
  return { color: colorOf(color, isTint), alpha };
}

function colorOf(color: readonly number[], isTint: boolean): Rgb {
  const [first = 0, second = 0, third = 0, fourth = 0] = color;
  if (isTint) return grey(1 - Math.max(0, ...color));
  if (color.length === 1) return grey(first);
  if (color.length === 4) return [ink(first, fourth), ink(second, fourth), ink(third, fourth)];
  return [first, second, third];
}

function grey(level: number): Rgb {
  return [level, level, level];
}

function ink(amount: number, black: number): number {
  return Math.max(0, 1 - amount - black);
}

/** How far two colours are apart in the part in which they differ most. */
export function distance(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
}
