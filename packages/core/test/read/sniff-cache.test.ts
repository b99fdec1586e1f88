import { expect, test } from "vitest";
import { createSniffCache } from "../../src/read/sniff-cache.ts";

const sniff = { mediaType: "application/pdf", by: "signature" } as const;

test("keeps the types of the last thousand files that were read, and of more that were searched", () => {
  const cache = createSniffCache();
  for (let file = 0; file < 10_000; file += 1) {
    cache.keepRead(`read ${file}`, sniff);
    cache.keepSearched(`searched ${file}`, sniff);
  }
  const kept = (kind: string): number =>
    Array.from({ length: 10_000 }, (_, file) => cache.get(`${kind} ${file}`)).filter((each) => each !== undefined)
      .length;
  expect([kept("read"), kept("searched")]).toEqual([1024, 10_000]);
  expect(cache.get("read 9999")).toBe(sniff);
});
