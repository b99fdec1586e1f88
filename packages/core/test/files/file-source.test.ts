import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultBudget, type Budget } from "../../src/contract/budget.ts";
import { bytesSource, fileSource } from "../../src/files/file-source.ts";
import type { Sniff, Source } from "../../src/contract/source.ts";
import { collect, faultOf, memoryFileSystem, memoryWorkspace, type MemoryFileSystem } from "./workspace/memory.ts";

const sniff: Sniff = { mediaType: "application/octet-stream", by: "none" };

interface Opened {
  readonly source: Source;
  readonly files: MemoryFileSystem;
}

async function sourceOf(
  content: Uint8Array | string,
  settings: Partial<Budget> & { readonly maxReadBytes?: number } = {},
): Promise<Opened> {
  const { maxReadBytes, ...limits } = settings;
  const short = maxReadBytes === undefined ? {} : { maxReadBytes };
  const { workspace, files } = memoryWorkspace({ entries: { "/w/dir/x.bin": content }, ...short });
  const source = fileSource(await workspace.open("dir/x.bin"), sniff, { ...defaultBudget, ...limits });
  return { source, files };
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all = await collect(pieces);
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of all) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function counting(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 0xff);
}

describe("an opened file", () => {
  test("tells its names, its size and what was sniffed, and no place on disk", async () => {
    const { source } = await sourceOf("hello");
    expect(source).toMatchObject({ path: "dir/x.bin", name: "x.bin", size: 5, sniff });
    expect(JSON.stringify(source)).not.toContain("/w");
  });

  test("gives its bytes in every way", async () => {
    const content = counting(1000);
    const { source } = await sourceOf(content);
    expect(await source.bytes()).toEqual(content);
    expect(await source.head(10)).toEqual(content.subarray(0, 10));
    expect(await source.head(5000)).toEqual(content);
    expect(await source.slice(990, 2000)).toEqual(content.subarray(990));
    expect(await joined(source.stream())).toEqual(content);
    expect(await joined(source.stream({ start: 100 }))).toEqual(content.subarray(100));
    expect(await joined(source.stream({ start: 100, end: 200 }))).toEqual(content.subarray(100, 200));
  });

  test("fills memory of the caller as far as it goes, over short reads", async () => {
    const content = counting(1000);
    const { source } = await sourceOf(content, { maxReadBytes: 7 });
    const target = new Uint8Array(100);
    expect(await source.readInto?.(target, 50)).toBe(100);
    expect(target).toEqual(content.subarray(50, 150));
    expect(await source.readInto?.(target, 990)).toBe(10);
    expect(target.subarray(0, 10)).toEqual(content.subarray(990));
    expect(await source.readInto?.(target, 2000)).toBe(0);
    await expect(source.readInto?.(target, -1)).rejects.toThrow(RangeError);
  });

  test("has an identity that changes with it", async () => {
    const { source } = await sourceOf("one");
    const { source: other } = await sourceOf("other bytes");
    expect(source.identity).toEqual(expect.any(String));
    expect(source.identity).not.toBe(other.identity);
  });

  test("of no bytes gives none", async () => {
    const { source } = await sourceOf("");
    expect(await source.bytes()).toEqual(new Uint8Array());
    expect(await source.head(4096)).toEqual(new Uint8Array());
    expect(await source.slice(0, 10)).toEqual(new Uint8Array());
    expect(await collect(source.stream())).toEqual([]);
    expect(await collect(source.stream({ start: 5, end: 10 }))).toEqual([]);
  });

  test("gives a range as an array does, whatever is asked for", async () => {
    const content = counting(300);
    const { source } = await sourceOf(content, { maxReadBytes: 7 });
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 400 }), fc.nat({ max: 400 }), async (start, end) => {
        const expected = content.slice(start, Math.max(start, end));
        expect(await source.slice(start, end)).toEqual(expected);
        expect(await joined(source.stream({ start, end }))).toEqual(expected);
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  test("streams in pieces, and reads no further than it is pulled", async () => {
    const { source, files } = await sourceOf(counting(1_000_000));
    for await (const piece of source.stream()) {
      expect(piece.length).toBe(262_144);
      break;
    }
    expect(files.calls.filter(({ name }) => name === "handle.read")).toHaveLength(1);
    expect(await joined(source.stream())).toEqual(counting(1_000_000));
  });

  test("gives pieces that may be kept", async () => {
    const { source } = await sourceOf(counting(600_000));
    const [first, second] = await collect(source.stream());
    expect(first?.buffer).not.toBe(second?.buffer);
  });

  test.for([
    [Number.NaN, 5],
    [-1, 5],
    [0.5, 5],
    [0, Number.NaN],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ] as const)("refuses the range %d to %d as a fault of its caller", async ([start = 0, end = 0]) => {
    const { source } = await sourceOf("hello");
    await expect(source.slice(start, end)).rejects.toThrow(RangeError);
    expect(() => source.stream({ start, end })).toThrow(RangeError);
  });

  test("gives to the end of the file where the end is endless", async () => {
    const { source } = await sourceOf("hello");
    expect(await source.slice(1, Number.POSITIVE_INFINITY)).toHaveLength(4);
  });
});

describe("above the limit of bytes at once", () => {
  test("the whole file is refused, naming the limit and its knob", async () => {
    const { source, files } = await sourceOf(counting(101), { maxInputBytes: 100 });
    const fault = await faultOf(source.bytes());
    expect(fault).toMatchObject({
      code: "too-large",
      message: "dir/x.bin needs 101 bytes at once, and the limit is 100.",
      details: { limit: { name: "maxInputBytes", value: 100, actual: 101 } },
    });
    expect(fault.hint).toContain("maxInputBytes");
    expect(files.calls.map(({ name }) => name)).not.toContain("handle.read");
  });

  test("a slice is refused and parts are given", async () => {
    const { source } = await sourceOf(counting(1000), { maxInputBytes: 100 });
    expect((await faultOf(source.slice(0, 101))).code).toBe("too-large");
    expect((await faultOf(source.head(500))).code).toBe("too-large");
    expect(await source.slice(900, 1000)).toHaveLength(100);
    expect(await source.slice(950, 5000)).toHaveLength(50);
    expect(await joined(source.stream())).toHaveLength(1000);
  });

  test("exactly at the limit the file is given", async () => {
    const { source } = await sourceOf(counting(100), { maxInputBytes: 100 });
    expect(await source.bytes()).toHaveLength(100);
  });

  test("a terabyte is refused without being allocated, and its end is read", async () => {
    const size = 1024 ** 4;
    const files = memoryFileSystem({ entries: { "/huge": { kind: "file", content: { size } } } });
    const handle = await files.open("/huge");
    const source = fileSource({ path: "huge", name: "huge", stat: await handle.stat(), handle }, sniff, defaultBudget);
    expect((await faultOf(source.bytes())).code).toBe("too-large");
    expect(await source.slice(size - 3, size + 3)).toEqual(new Uint8Array(3));
  });
});

describe("a file that changes while it is read", () => {
  test("and shrinks gives what is left, and ends", async () => {
    const { source, files } = await sourceOf(counting(1_000_000));
    const stream = source.stream()[Symbol.asyncIterator]();
    await stream.next();
    files.write("/w/dir/x.bin", counting(300_000));
    expect((await stream.next()).value).toHaveLength(300_000 - 262_144);
    expect((await stream.next()).done).toBe(true);
    expect(await source.bytes()).toEqual(counting(300_000));
    expect(await source.slice(400_000, 500_000)).toEqual(new Uint8Array());
  });

  test("and grows gives the bytes of the moment of opening", async () => {
    const { source, files } = await sourceOf("hello");
    files.write("/w/dir/x.bin", "hello world");
    expect(await source.bytes()).toHaveLength(5);
    expect(await joined(source.stream())).toHaveLength(5);
  });

  test("and fails gives an error of that file", async () => {
    const { source, files } = await sourceOf("hello");
    files.fail({ name: "handle.read", code: "EIO" });
    expect(await faultOf(source.bytes())).toMatchObject({ code: "handler-failed", details: { systemCode: "EIO" } });
    expect((await faultOf(joined(source.stream()))).message).toMatch(/^dir\/x\.bin /);
  });
});

describe("bytes at hand", () => {
  const facts = { sniff, budget: { ...defaultBudget, maxInputBytes: 10 } };

  test.for([
    ["docs/a.md", "a.md", "docs/a.md"],
    [String.raw`docs\b.md`, "b.md", String.raw`"docs\\b.md"`],
    ["plain", "plain", "plain"],
    ["folder/", "folder", "folder/"],
    ["", "", '""'],
  ] as const)("called %j are named %j", ([given, name, path]) => {
    expect(bytesSource(given, new Uint8Array(), facts)).toMatchObject({ path, name, size: 0 });
  });

  test("are given as a file's are, as copies", async () => {
    const bytes = counting(8);
    const source = bytesSource("x", bytes, facts);
    const copy = await source.bytes();
    expect(copy).toEqual(bytes);
    copy.fill(0);
    expect(await source.slice(2, 5)).toEqual(counting(8).subarray(2, 5));
    expect(await joined(source.stream({ start: 6 }))).toEqual(counting(8).subarray(6));
  });

  test("have the same limit", async () => {
    expect((await faultOf(bytesSource("x", counting(11), facts).bytes())).code).toBe("too-large");
  });
});
