/** A packet of a transport stream (ISO/IEC 13818-1, 2.4.3.2). */
export interface Packet {
  readonly pid: number;
  /** True if a section or another unit starts in it. */
  readonly isStart: boolean;
  readonly payload: Uint8Array;
}

/** Where the packets of a file are: all of them have one size. */
export interface PacketLayout {
  readonly size: number;
  /** The offset of the first mark. */
  readonly first: number;
}

/** Packets follow each other, or have a time of four bytes before each, as on discs (BDAV). */
const layouts: readonly PacketLayout[] = [
  { size: 188, first: 0 },
  { size: 192, first: 4 },
];
const plainSize = 188;
const mark = 0x47;

/** Finds the layout by the marks at the start of the first packets. */
export function packetLayout(bytes: Uint8Array): PacketLayout | undefined {
  return layouts.find(({ size, first }) => bytes[first] === mark && bytes[first + size] === mark);
}

/** Yields the packets in bytes that start at a packet. Damaged ones are skipped. */
export function* packetsIn(bytes: Uint8Array, size: number): Generator<Packet> {
  for (let at = 0; at + plainSize <= bytes.length; at += size) {
    if (bytes[at] === mark) yield packetIn(bytes.subarray(at, at + plainSize));
  }
}

function packetIn(bytes: Uint8Array): Packet {
  const [, high = 0, low = 0, control = 0, adaptation = 0] = bytes;
  const start = (control & 0x20) === 0 ? 4 : 5 + adaptation;
  return {
    pid: ((high & 0x1f) << 8) | low,
    isStart: (high & 0x40) !== 0,
    payload: (control & 0x10) === 0 ? new Uint8Array() : bytes.subarray(start),
  };
}

/** Bytes at the start of a unit of a stream, before the identifier of the stream (2.4.3.6). */
const unitStart = [0, 0, 1] as const;
const timeBytes = 14;

/** Returns when a unit that starts in a packet is shown, in milliseconds, or `undefined` if none with a time starts. */
export function shownAtMs({ isStart, payload }: Packet): number | undefined {
  const isUnit = isStart && payload.length >= timeBytes && unitStart.every((byte, at) => payload[at] === byte);
  if (!isUnit) return undefined;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  if ((view.getUint8(7) & 0x80) === 0) return undefined;
  // The time counts 90 000 times a second, in 33 bits with marks between them.
  const high = ((view.getUint8(9) >> 1) & 7) * 2 ** 30;
  return (high + (view.getUint16(10) >> 1) * 2 ** 15 + (view.getUint16(12) >> 1)) / 90;
}

/** The time starts again after 26 hours, in milliseconds. */
export const timePeriodMs: number = 2 ** 33 / 90;
