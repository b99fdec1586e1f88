import { expect, test } from "vitest";
import { sampleShares } from "../src/engine/sample-shares.ts";

const typeOf = (bytes: number, samples: number): { bytes: number; samples: readonly number[] } => ({
  bytes,
  samples: Array.from({ length: samples }, (_, index) => index),
});

test("samples are divided by bytes, and each type has at most what it has", () => {
  expect(sampleShares([typeOf(1000, 16), typeOf(10, 2), typeOf(0, 1)])).toEqual([16, 2, 1]);
  const shares = sampleShares(Array.from({ length: 40 }, (_, index) => typeOf(index < 10 ? 8999 : 999, 16)));
  expect(shares.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 9));
  expect(shares.slice(10)).toEqual(Array.from({ length: 30 }, () => 1));
});

test("only the first types have samples, of any number", () => {
  const shares = sampleShares(Array.from({ length: 300_000 }, () => typeOf(1, 1)));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(120);
  expect(shares.slice(0, 120).every((share) => share === 1)).toBe(true);
});
