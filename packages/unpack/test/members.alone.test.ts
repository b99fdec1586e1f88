import { defaultBudget } from "@reader/core";
import { memorySource, buildZip, concat } from "@reader/testkit";
import { constants, deflateRawSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createGainMeter, createInflationMeter } from "../src/index.ts";
import { openBytes, streamedTextOf, textOf } from "./opening.ts";

describe.for([
  ["read at once", textOf],
  ["read in pieces", streamedTextOf],
] as const)("a member that is %s", ([, read]) => {
  test("is damaged if its checksum is wrong", async () => {
    const zip = await openBytes(buildZip([{ name: "a", data: "alpha", lies: { crc32: 1 } }]));
    await expect(read(zip, "a")).rejects.toMatchObject({ code: "corrupt", message: "a in a.zip is damaged." });
  });

  test("is damaged if its bytes are not compressed data", async () => {
    const zip = await openBytes(buildZip([{ name: "a", data: "alpha", packed: new Uint8Array(9).fill(0xff) }]));
    await expect(read(zip, "a")).rejects.toMatchObject({ code: "corrupt" });
  });

  test("is damaged if its compressed data is too short", async () => {
    const zip = await openBytes(buildZip([{ name: "a", data: "alpha ".repeat(99), lies: { packedBytes: 4 } }]));
    await expect(read(zip, "a")).rejects.toMatchObject({ code: "corrupt" });
  });

  test.for([
    ["says that it unpacks to nothing", { bytes: 0 }],
    ["says that it unpacks to four gigabytes", { bytes: 0xfffffffe }],
  ] as const)("is what its bytes are where it %s", async ([, lies]) => {
    const zip = await openBytes(buildZip([{ name: "a", data: "alpha", lies }]));
    expect(await read(zip, "a")).toBe("alpha");
  });

  test("is read completely if it unpacks to far more than it claims", async () => {
    const data = "alpha ".repeat(120_000);
    const zip = await openBytes(buildZip([{ name: "a", data, lies: { bytes: 10 } }]));
    expect(await read(zip, "a")).toBe(data);
  });

  test.for([
    ["has more bytes than the file", { packedBytes: 0x7fffffff }],
    ["starts behind the end of the file", { headerAt: 0x7fffffff }],
    ["starts where nothing starts", { headerAt: 1 }],
  ] as const)("is damaged or cut off where it %s by the directory", async ([, lies]) => {
    const zip = await openBytes(buildZip([{ name: "a", data: "alpha", lies }]));
    await expect(read(zip, "a")).rejects.toMatchObject({ code: "corrupt" });
  });

  test("is rejected above the limit of inflated bytes", async () => {
    const bytes = buildZip([{ name: "a", data: new Uint8Array(2000) }]);
    const meter = createInflationMeter("a.zip", { maxInflatedBytes: 1999 });
    const limit = { name: "maxInflatedBytes", value: 1999 };
    const zip = await openBytes(bytes, { meter });
    await expect(read(zip, "a")).rejects.toMatchObject({ code: "too-large", details: { limit } });
  });

  test("is rejected above two hundred times its size", async () => {
    const zip = await openBytes(buildZip([{ name: "a", data: new Uint8Array(3_000_000) }]));
    const limit = { name: "inflationRatio", value: 200 };
    await expect(read(zip, "a")).rejects.toMatchObject({ code: "too-large", details: { limit } });
  });

  test("may be a thousand times its size if it is small", async () => {
    const zip = await openBytes(buildZip([{ name: "a", data: new Uint8Array(1_000_000) }]));
    expect((await read(zip, "a")).length).toBe(1_000_000);
  });

  test("is rejected if other members share its bytes", async () => {
    const kernel = { name: "a", data: "0".repeat(1000) };
    const copies = ["b", "c"].map((name) => ({ ...kernel, name, isOnlyListed: true, lies: { headerAt: 0 } }));
    const zip = await openBytes(buildZip([kernel, ...copies, { name: "d", data: "honest" }]));
    for (const name of ["a", "b", "c"]) {
      await expect(read(zip, name)).rejects.toMatchObject({ code: "corrupt", message: /shares its bytes/ });
    }
    expect(await read(zip, "d")).toBe("honest");
  });

  test("is rejected if it overlaps the next member", async () => {
    const zip = await openBytes(
      buildZip([
        { name: "a", data: "alpha", method: 0, lies: { packedBytes: 20 } },
        { name: "b", data: "beta".repeat(99), method: 0 },
      ]),
    );
    await expect(read(zip, "a")).rejects.toMatchObject({ code: "corrupt", message: /shares its bytes/ });
  });

  test("does not affect other members if it would end after the file", async () => {
    const liar = { name: "a", data: "alpha", lies: { packedBytes: 99_999 } };
    const zip = await openBytes(buildZip([liar, { name: "b", data: "beta" }]));
    expect(await read(zip, "b")).toBe("beta");
  });

  test("is reported as encrypted", async () => {
    const zip = await openBytes(buildZip([{ name: "a", data: "alpha", flags: 0x801 }]));
    await expect(read(zip, "a")).rejects.toMatchObject({ code: "encrypted" });
  });

  test.for([
    [9, "Deflate64"],
    [12, "bzip2"],
    [77, "an unknown method (77)"],
  ] as const)("names the method %d that is not known", async ([method, words]) => {
    const zip = await openBytes(buildZip([{ name: "a", data: "alpha", method }]));
    const message = `a in a.zip is compressed with ${words}, which is not supported.`;
    await expect(read(zip, "a")).rejects.toMatchObject({ code: "unsupported-type", message });
  });

  test("may be compressed with Zstandard", async () => {
    const packed = new Uint8Array(zstdCompressSync("alpha ".repeat(999)));
    const zip = await openBytes(buildZip([{ name: "a", data: "alpha ".repeat(999), method: 93, packed }]));
    expect(await read(zip, "a")).toBe("alpha ".repeat(999));
  });

  test("passes on errors of its source", async () => {
    const bytes = buildZip([{ name: "a", data: crypto.getRandomValues(new Uint8Array(60_000)) }]);
    const source = memorySource("a.zip", bytes);
    const fault = new Error("The drive is gone.");
    let isGone = false;
    const slice = (start: number, end: number): Promise<Uint8Array> =>
      isGone ? Promise.reject(fault) : source.slice(start, end);
    const zip = await openBytes(bytes, { source: { ...source, slice } });
    isGone = true;
    await expect(read(zip, "a")).rejects.toBe(fault);
  });
});

test.for([
  [4_000_000, 4_000_000, "raise `maxInflatedBytes` in the `limits` of the configuration"],
  [2_000_000, 1, "no limit can be raised to allow it"],
] as const)("%i bytes out of %i say what can be raised: %s", ([inflated, packedBytes, hint]) => {
  const meter = createInflationMeter("a.zip", { maxInflatedBytes: 3_000_000 });
  const act = (): void => meter.count(inflated, { packedBytes, inflatedBytes: inflated });
  expect(act).toThrow(expect.objectContaining({ code: "too-large", hint: expect.stringContaining(hint) }));
});

test("the bytes of all members are added up", async () => {
  const members = ["a", "b"].map((name) => ({ name, data: "x".repeat(600) }));
  const meter = createInflationMeter("a.zip", { maxInflatedBytes: 1000 });
  const zip = await openBytes(buildZip(members), { meter });
  expect(await textOf(zip, "a")).toHaveLength(600);
  expect(meter.left).toBe(400);
  await expect(textOf(zip, "b")).rejects.toMatchObject({ code: "too-large" });
});

test("compressed members are counted by their gain, and none may exceed the rest of the limit", async () => {
  const photo = crypto.getRandomValues(new Uint8Array(600));
  const meter = createInflationMeter("a.zip", { maxInflatedBytes: 1000 });
  const members = ["a", "b", "c"].map((name) => ({ name, data: photo }));
  const zip = await openBytes(buildZip([...members, { name: "large", data: new Uint8Array(1001) }]), { meter });
  for (const name of ["a", "b", "c"]) {
    expect(await zip.read(zip.find(name) ?? expect.fail(), createGainMeter(meter))).toHaveLength(600);
  }
  expect(meter.left).toBeGreaterThan(900);
  const large = zip.find("large") ?? expect.fail();
  await expect(zip.read(large, createGainMeter(meter))).rejects.toMatchObject({ code: "too-large" });
});

test("a large member is streamed in chunks, and stopping ends the stream of the source", async () => {
  const data = crypto.getRandomValues(new Uint8Array(60_000));
  const large = concat(Array.from({ length: 20 }, () => data));
  const source = memorySource("a.zip", buildZip([{ name: "a", data: large }]), { pieceBytes: 8192 });
  const zip = await openBytes(new Uint8Array(), { source });
  for await (const piece of zip.stream(zip.entries[0] ?? expect.fail())) {
    expect(piece.length).toBeLessThan(large.length);
    break;
  }
  expect(source.use.openStreams).toBe(0);
});

test("a single member is a complete archive, still compressed", async () => {
  const zip = await openBytes(buildZip([{ name: "a" }, { name: "deep/b", data: "beta", hasDescriptor: true }]));
  const alone = await openBytes(await zip.alone(zip.entries[1] ?? expect.fail()));
  expect(alone.damage).toBeUndefined();
  expect(await textOf(alone, "x")).toBe("beta");
});

test("a gigabyte of spaces is rejected before it is unpacked", async () => {
  const chunk = Buffer.alloc(64 * 1024 * 1024, 0x20);
  const body = deflateRawSync(chunk, { finishFlush: constants.Z_FULL_FLUSH });
  const packed = concat([...Array.from({ length: 16 }, () => body), deflateRawSync("")]);
  const zip = await openBytes(buildZip([{ name: "a", packed, lies: { bytes: 16 * chunk.length } }]));
  const before = process.memoryUsage().rss;
  await expect(textOf(zip, "a")).rejects.toMatchObject({ code: "too-large" });
  await expect(streamedTextOf(zip, "a")).rejects.toMatchObject({ code: "too-large" });
  expect(process.memoryUsage().rss - before).toBeLessThan(defaultBudget.maxInflatedBytes * 2);
});
