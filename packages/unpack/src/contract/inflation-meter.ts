import { ReadError, type Budget } from "@reader/core/handler";

/** Counts the bytes that are inflated from one file, wherever in it they come from, and refuses what is too much. */
export interface InflationMeter {
  /** Bytes that may still be inflated in all. */
  readonly left: number;
  /** Counts bytes that came out of so many packed ones, of one member; throws `too-large` beyond a limit. */
  count(inflated: number, member: MemberSoFar): void;
}

/** One packed member, as far as it has been inflated, the bytes that are counted now included. */
export interface MemberSoFar {
  readonly packedBytes: number;
  readonly inflatedBytes: number;
}

/** Bytes of a member from which its ratio counts, and how many bytes may come of one. */
const minRatioBytes = 1024 * 1024;
const maxRatio = 200;

/** The most that a member of so many packed bytes may become by the ratio alone. */
export function largestByRatio(packedBytes: number): number {
  return Math.max(minRatioBytes, packedBytes * maxRatio);
}

/** A meter that has counted nothing yet; `path` is that of the file, for messages. */
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
 * A meter for members that are packed in themselves, such as photographs: of each it counts with another meter only what
 * it gains by being unpacked, so that a document of many photographs is not taken for a bomb. A single member may have
 * no more bytes than the other meter has left.
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
    ? `more than ${limit.value} times its size, as only a bomb does`
    : `more than the ${limit.value} bytes that may be inflated from one file`;
  return new ReadError("too-large", `${path} unpacks to ${what}.`, {
    hint: isRatio
      ? "Do not open it, or ask for one of its other parts; who trusts it unpacks it first, and no limit lets it through."
      : "Ask for one of its parts, or for a reader with a higher `maxInflatedBytes` (`limits` of its configuration).",
    details: { limit },
  });
}
