import { setState } from "./collect.ts";
import type { Destination } from "./group-state.ts";
import type { RtfReader } from "./rtf-reader.ts";
import { hexDigit } from "./rtf-tokens.ts";

/** The bytes of one group. */
interface CollectedBytes {
  readonly pieces: Uint8Array[];
  /** The first digit of a byte whose second one has not come. */
  half: number | undefined;
}

/**
 * Collects the bytes of the group that is open, which are written as digits or as they are, and hands them over at its
 * end; they are joined when they are asked for. Nothing is handed over where there are none.
 */
export function collectBytes(reader: RtfReader, done: (bytes: () => Uint8Array) => void): Destination {
  const collected: CollectedBytes = { pieces: [], half: undefined };
  const destination: Destination = {
    kind: "data",
    text: () => undefined,
    bytes: (digits) => addDigits(collected, digits),
    binary: (bytes) => void collected.pieces.push(bytes),
  };
  const onClose = (): void => {
    if (collected.pieces.some(({ length }) => length > 0)) done(() => joined(collected));
  };
  setState(reader, { destination, onClose });
  return destination;
}

function joined({ pieces }: CollectedBytes): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function addDigits(collected: CollectedBytes, digits: Uint8Array): void {
  const bytes = new Uint8Array((digits.length + 1) >> 1);
  let length = 0;
  let { half } = collected;
  for (const digit of digits) {
    const value = hexDigit(digit);
    if (Number.isNaN(value)) continue;
    if (half === undefined) {
      half = value;
    } else {
      bytes[length] = half * 16 + value;
      length += 1;
      half = undefined;
    }
  }
  collected.half = half;
  collected.pieces.push(bytes.subarray(0, length));
}
