import { expect } from "vitest";

// By default vitest compares arrays of bytes element by element, which takes a quarter of a second per megabyte.
expect.addEqualityTesters([
  (left: unknown, right: unknown): boolean | undefined => {
    const areBytes = left instanceof Uint8Array && right instanceof Uint8Array;
    return areBytes && left.constructor === right.constructor ? Buffer.compare(left, right) === 0 : undefined;
  },
]);
