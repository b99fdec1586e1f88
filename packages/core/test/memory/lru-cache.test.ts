import { describe, expect, test } from "vitest";
import { createLruCache } from "../../src/memory/lru-cache.ts";

const limits = { maxEntries: 3, maxBytes: 1000, entryBytes: 10 };

describe("a cache", () => {
  test("evicts the least recently used entry when there are too many", () => {
    const cache = createLruCache<string>(limits);
    for (const key of ["a", "b", "c"]) cache.set(key, key.toUpperCase(), 1);
    cache.get("a");
    expect(cache.set("d", "D", 1)).toEqual(["B"]);
    expect(cache.entries().map(([key]) => key)).toEqual(["c", "a", "d"]);
  });

  test("counts the fixed cost, the key and the value of an entry", () => {
    const cache = createLruCache<string>(limits);
    cache.set("key", "value", 5);
    expect(cache.bytes).toBe(10 + 2 * 3 + 5);
    cache.set("key", "other", 7);
    expect(cache.bytes).toBe(10 + 2 * 3 + 7);
    cache.take("key");
    expect(cache.bytes).toBe(0);
  });

  test("evicts as many entries as a large one needs, oldest first", () => {
    const cache = createLruCache<string>(limits);
    for (const key of ["a", "b"]) cache.set(key, key, 400);
    expect(cache.set("c", "c", 900)).toEqual(["a", "b"]);
    expect(cache.bytes).toBeLessThanOrEqual(1000);
  });

  test("keeps nothing that is larger than all of it", () => {
    const cache = createLruCache<string>(limits);
    expect(cache.set("a", "a", 2000)).toEqual(["a"]);
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });

  test("holds its limits whatever the order of calls", () => {
    const cache = createLruCache<number>(limits);
    for (let at = 0; at < 10_000; at += 1) {
      cache.set(`key ${(at * 7919) % 13}`, at, (at * 104_729) % 700);
      if (at % 5 === 0) cache.take(`key ${at % 13}`);
      expect(cache.size).toBeLessThanOrEqual(3);
      expect(cache.bytes).toBeLessThanOrEqual(1000);
    }
    cache.clear();
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });
});
