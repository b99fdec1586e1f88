import { type Budget, ReadError } from "@reader/core/handler";

/** Counts all bytes that are inflated from one file, and rejects too many. */
export interface InflationMeter {
  /** Bytes that may still be inflated. */
  readonly left: number;
  /** Counts unpacked bytes of one member. Throws `too-large` beyond a limit. */
  count(inflated: number, member: MemberSoFar): void;
}

/** The progress of one member, including the bytes being counted. */
export interface MemberSoFar {
  readonly packedBytes: number;
  readonly inflatedBytes: number;
}

/** Size from which the ratio of a member is checked, and the maximum ratio. */
const minRatioBytes = 1024 * 1024;
const maxRatio = 200;

/** Returns the maximum unpacked size of a member, by the ratio alone. */
export function largestByRatio(packedBytes: number): number {
  return Math.max(minRatioBytes, packedBytes * maxRatio);
}

/** Creates a meter. `path` is the file name for messages. */
export function createInflationMeter(path: string, budget: Pick<Budget, "maxInflatedBytes">): InflationMeter {
  const { maxInflatedBytes } = budget;
  let total = 0;
  return {
    get left() {
      return maxInflatedBytes - total;
    },
    count(inflated, { packedBytes, inflatedBytes }) {
      total += inflated;
      if (total > maxInflatedBytes) throw tooLarge(path, { name: "maxInflatedBytes", value: maxInflatedBytes });
      if (inflatedBytes > largestByRatio(packedBytes))
        throw tooLarge(path, { name: "inflationRatio", value: maxRatio });
    },
  };
}

/**
 * Creates a meter for members that are already compressed, such as photographs. It counts only what a member gains by
 * unpacking in the other meter, so that a document with many photographs does not look like a bomb. A single member may
 * not exceed what the other meter has left.
 */
export function createGainMeter(meter: InflationMeter): InflationMeter {
  return {
    get left() {
      return meter.left;
    },
    count(inflated, member) {
      const { packedBytes, inflatedBytes } = member;
      const gained = Math.min(inflated, Math.max(0, inflatedBytes - packedBytes));
      meter.count(inflatedBytes > meter.left ? inflated : gained, member);
    },
  };
}

function tooLarge(path: string, limit: { readonly name: string; readonly value: number }): ReadError {
  const isRatio = limit.name === "inflationRatio";
  const what = isRatio
    ? `more than ${limit.value} times its size, which only zip bombs do`
    : `more than the ${limit.value} bytes that may be inflated from one file`;
  return new ReadError("too-large", `${path} unpacks to ${what}.`, {
    hint: isRatio
      ? "Do not open it, or read one of its other parts. If you trust it, unpack it first; no limit can be raised to allow it."
      : "Read one of its parts, or raise `maxInflatedBytes` in the `limits` of the configuration.",
    details: { limit },
  });
}
