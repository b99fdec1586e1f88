import { describe, expect, test } from "vitest";
import { createPeek } from "../../../src/detect/containers/peek.ts";
import { noise } from "../support.ts";

function peekInto(size: number): { peek: ReturnType<typeof createPeek>; asked: [number, number][] } {
  const head = noise(Math.min(size, 4096));
  const asked: [number, number][] = [];
  const slice = (start: number, end: number): Promise<Uint8Array> => {
    asked.push([start, end]);
    return Promise.resolve(new Uint8Array(end - start));
  };
  return { peek: createPeek({ head, size, slice }), asked };
}

describe("a peek", () => {
  test("takes from the head what is in it", async () => {
    const { peek, asked } = peekInto(10_000);
    expect(await peek.read(10, 20)).toEqual(noise(4096).subarray(10, 20));
    expect(asked).toEqual([]);
  });

  test("reads no further than the file", async () => {
    const { peek, asked } = peekInto(10_000);
    expect(await peek.read(9990, 99_999)).toHaveLength(10);
    expect(asked).toEqual([[9990, 10_000]]);
  });

  test.for([
    [-1, 10],
    [10_000, 10_001],
    [20, 20],
    [30, 20],
    [Number.NaN, 10],
    [2 ** 60, 2 ** 61],
    [0.5, 9],
  ] as const)("reads nothing from %d to %d", async ([start, end]) => {
    const { peek, asked } = peekInto(10_000);
    expect(await peek.read(start, end)).toHaveLength(0);
    expect(asked).toEqual([]);
  });

  test("stops when it has read 256 KiB", async () => {
    const { peek } = peekInto(1e9);
    for (let index = 0; index < 4; index += 1) expect(await peek.read(5000, 5000 + 65_536)).toHaveLength(65_536);
    expect(await peek.read(5000, 5001)).toHaveLength(0);
    expect(await peek.read(0, 9)).toHaveLength(9);
  });

  test("stops after 64 reads", async () => {
    const { peek, asked } = peekInto(1e9);
    for (let index = 0; index < 100; index += 1) await peek.read(5000, 5001);
    expect(asked).toHaveLength(64);
  });
});
