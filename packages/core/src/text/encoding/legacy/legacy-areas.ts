/** From and to, both included. */
export type Range = readonly [number, number];

/** Whether a byte is in a range. */
export function isIn(value: number, [from, to]: Range): boolean {
  return value >= from && value <= to;
}

/**
 * An area of an encoding, from one lead byte to another, and the share of a text that lies in it, spread evenly over
 * its characters. Trail bytes beyond `trails` are not in it.
 */
export interface Area {
  readonly leads: readonly [number, number];
  readonly trails?: readonly [number, number];
  readonly share: number;
  readonly characters: number;
}

/** Simplified Chinese: GB 2312 and what GBK and GB 18030 add. */
export const gb18030Areas: readonly Area[] = [
  { leads: [0xa1, 0xa1], trails: [0xa1, 0xbf], share: 0.15, characters: 31 },
  { leads: [0xa1, 0xa1], trails: [0xc0, 0xfe], share: 0.03, characters: 63 },
  { leads: [0xa3, 0xa3], trails: [0xa1, 0xfe], share: 0.08, characters: 94 },
  { leads: [0xa2, 0xa9], trails: [0xa1, 0xfe], share: 0.005, characters: 500 },
  { leads: [0xb0, 0xd7], trails: [0xa1, 0xfe], share: 0.25, characters: 3755 },
  { leads: [0xd8, 0xf7], trails: [0xa1, 0xfe], share: 0.01, characters: 3008 },
  { leads: [0x81, 0xa0], share: 0.004, characters: 14_000 },
  { leads: [0xa8, 0xa9], trails: [0x40, 0xa0], share: 1e-4, characters: 100 },
  { leads: [0xaa, 0xfe], trails: [0x40, 0xa0], share: 0.002, characters: 14_000 },
  { leads: [0xf8, 0xfe], share: 1e-6, characters: 100 },
];

/** Traditional Chinese. */
export const big5Areas: readonly Area[] = [
  { leads: [0xa1, 0xa1], trails: [0x40, 0x7e], share: 0.13, characters: 63 },
  { leads: [0xa1, 0xa1], share: 0.03, characters: 94 },
  { leads: [0xa2, 0xa3], share: 0.01, characters: 300 },
  { leads: [0xa4, 0xc6], share: 0.25, characters: 5401 },
  { leads: [0xc7, 0xc8], share: 1e-5, characters: 100 },
  { leads: [0xc9, 0xf9], share: 0.01, characters: 7652 },
  { leads: [0x81, 0xfe], share: 1e-6, characters: 100 },
];

/** Korean: KS X 1001 and what CP949 adds. */
export const eucKrAreas: readonly Area[] = [
  { leads: [0xa1, 0xa1], trails: [0xa1, 0xfe], share: 0.03, characters: 94 },
  { leads: [0xa2, 0xac], trails: [0xa1, 0xfe], share: 0.005, characters: 800 },
  { leads: [0xb0, 0xc8], trails: [0xa1, 0xfe], share: 0.35, characters: 2350 },
  { leads: [0xca, 0xfd], trails: [0xa1, 0xfe], share: 0.008, characters: 4888 },
  { leads: [0x81, 0xa0], share: 0.003, characters: 8822 },
  { leads: [0xa1, 0xc6], trails: [0x41, 0xa0], share: 0.003, characters: 8822 },
];

/** Japanese, as Unix wrote it. */
export const eucJpAreas: readonly Area[] = [
  { leads: [0xa1, 0xa1], trails: [0xa1, 0xb6], share: 0.06, characters: 22 },
  { leads: [0xa1, 0xa1], share: 0.04, characters: 72 },
  { leads: [0xa4, 0xa4], trails: [0xa1, 0xf3], share: 0.2, characters: 83 },
  { leads: [0xa5, 0xa5], trails: [0xa1, 0xf6], share: 0.2, characters: 86 },
  { leads: [0xa2, 0xa8], share: 0.01, characters: 400 },
  { leads: [0xad, 0xad], share: 1e-4, characters: 90 },
  { leads: [0xb0, 0xcf], share: 0.2, characters: 2965 },
  { leads: [0xd0, 0xf4], share: 0.004, characters: 3390 },
  { leads: [0xf5, 0xfe], share: 1e-6, characters: 100 },
];

/** Japanese, as DOS and Windows write it. */
export const shiftJisAreas: readonly Area[] = [
  { leads: [0x81, 0x81], trails: [0x40, 0x75], share: 0.1, characters: 54 },
  { leads: [0x81, 0x81], share: 0.04, characters: 94 },
  { leads: [0x82, 0x82], trails: [0x9f, 0xf1], share: 0.2, characters: 83 },
  { leads: [0x82, 0x82], trails: [0x4f, 0x9a], share: 0.01, characters: 62 },
  { leads: [0x83, 0x83], trails: [0x40, 0x96], share: 0.2, characters: 86 },
  { leads: [0x83, 0x84], share: 0.003, characters: 150 },
  { leads: [0x87, 0x87], share: 1e-4, characters: 90 },
  { leads: [0x88, 0x98], share: 0.2, characters: 2965 },
  { leads: [0x99, 0x9f], share: 0.002, characters: 1300 },
  { leads: [0xe0, 0xea], share: 0.002, characters: 2090 },
  { leads: [0xed, 0xfc], share: 1e-5, characters: 388 },
];
