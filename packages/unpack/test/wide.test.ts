import { defaultBudget } from "@reader/core";
import { memorySource, buildZip, numbers } from "@reader/testkit";
import { expect, test } from "vitest";
import { createInflationMeter, openZip } from "../src/index.ts";

const gigabytes = 5_000_000_000;

/** Five gigabytes of zeros, then these bytes. */
function farSource(bytes: Uint8Array): Parameters<typeof openZip>[0]["source"] {
  const near = memorySource("a.zip", bytes);
  const zeros = (length: number): Uint8Array => new Uint8Array(Math.max(0, length));
  const slice = async (start: number, end: number): Promise<Uint8Array> => {
    if (start >= gigabytes) return near.slice(start - gigabytes, end - gigabytes);
    const tail = await near.slice(0, Math.max(0, end - gigabytes));
    return Uint8Array.from([...zeros(Math.min(end, gigabytes) - start), ...tail]);
  };
  return {
    path: "a.zip",
    size: gigabytes + bytes.length,
    slice,
    async *stream({ start, end = gigabytes + bytes.length } = { start: 0 }) {
      yield await slice(start, end);
    },
  };
}

/** Encodes a number that exceeds 32 bits in the ZIP64 field. */
function wideOffset(offset: number): Uint8Array {
  return numbers([2, 1], [2, 8], [8, offset]);
}

test("members and a directory beyond four gigabytes are read", async () => {
  const lies = { headerAt: 0xffffffff };
  const plan = { isWide: true, offset: gigabytes };
  const bytes = buildZip([{ name: "far.txt", data: "far away ".repeat(99), extra: wideOffset(gigabytes), lies }], plan);
  const zip = await openZip({ source: farSource(bytes), meter: createInflationMeter("a.zip", defaultBudget) });
  const [entry = expect.fail()] = zip.entries;
  expect(zip.damage).toBeUndefined();
  expect(entry.headerAt).toBe(gigabytes);
  expect(new TextDecoder().decode(await zip.read(entry))).toBe("far away ".repeat(99));
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.stream(entry)) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe("far away ".repeat(99));
});

test("an archive after a large file is read", async () => {
  const bytes = buildZip([{ name: "far.txt", data: "far away" }]);
  const zip = await openZip({ source: farSource(bytes), meter: createInflationMeter("a.zip", defaultBudget) });
  expect(new TextDecoder().decode(await zip.read(zip.entries[0] ?? expect.fail()))).toBe("far away");
});
