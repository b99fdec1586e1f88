import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { data, jsonLines } from "../src/index.ts";

/** Reads one file in memory, and returns what a model sees. */
async function shown(name: string, content: string | Uint8Array, request: object = {}): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: content } });
  const reader = createReader({ handlers: [data(), jsonLines()], fileSystem, roots: ["/"] });
  return renderText(await reader.read({ path: name, ...request }));
}

function fixture(path: string): Uint8Array {
  return readFileSync(new URL(`../../../fixtures/data/${path}`, import.meta.url));
}

const sync = Buffer.alloc(16, 7);

/** Encodes an integer as Avro does. */
function long(value: number | bigint): Buffer {
  let rest = BigInt(value) >= 0n ? BigInt(value) * 2n : -BigInt(value) * 2n - 1n;
  const bytes: number[] = [];
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

function bytes(value: string | Buffer): Buffer {
  const content = Buffer.from(value);
  return Buffer.concat([long(content.length), content]);
}

interface Block {
  readonly rows: number | bigint;
  readonly content: Buffer;
}

/** Writes an Avro file with blocks as given. */
function avro(schema: unknown, blocks: readonly Block[], codec = "null"): Buffer {
  const metadata = [bytes("avro.schema"), bytes(JSON.stringify(schema)), bytes("avro.codec"), bytes(codec)];
  const packed = blocks.map(({ rows, content }) => Buffer.concat([long(rows), bytes(content), sync]));
  return Buffer.concat([Buffer.from("Obj\x01"), long(2), ...metadata, long(0), sync, ...packed]);
}

describe("hostile Avro files", () => {
  test("a block that unpacks to a gigabyte is refused", async () => {
    const bomb = deflateRawSync(Buffer.alloc(300 * 1024 * 1024));
    const text = await shown("x.avro", avro("bytes", [{ rows: 1, content: bomb }], "deflate"));
    expect(text).toMatch(/Error \(too-large\): A block of x\.avro has more than \d+ bytes/);
  });

  test("a snappy block that states four gigabytes is refused before memory is taken", async () => {
    const content = Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f]), Buffer.alloc(8)]);
    expect(await shown("x.avro", avro("bytes", [{ rows: 1, content }], "snappy"))).toMatch(/Error \(too-large\)/);
  });

  test("a snappy block with a wrong checksum is corrupt", async () => {
    const content = Buffer.concat([Buffer.from([2, 4, 0x02, 0x41]), Buffer.alloc(4)]);
    expect(await shown("x.avro", avro("bytes", [{ rows: 1, content }], "snappy"))).toContain("checksum");
  });

  test.for([
    ["a double", "double", "timestamp-micros", Buffer.from(Float64Array.of(1.5).buffer), "|1|1.5|"],
    ["text", "string", "timestamp-nanos", bytes("noon"), "|1|noon|"],
    ["text", "string", "date", bytes("noon"), "|1|noon|"],
    ["a decimal whose scale is a fraction", "bytes", "decimal", bytes(Buffer.from([15])), "|1|15|"],
  ] as const)("the logical type of %s is ignored", async ([, type, logicalType, content, line]) => {
    const field = { name: "x", type: { type, logicalType, precision: 4, scale: 1.5 } };
    const file = avro({ type: "record", name: "R", fields: [field] }, [{ rows: 1, content }]);
    expect(await shown("x.avro", file)).toContain(line);
  });

  test("a list of a thousand million nulls ends at a limit", async () => {
    const content = Buffer.concat([long(1_000_000_000), long(0)]);
    const file = avro({ type: "array", items: "null" }, [{ rows: 1, content }]);
    expect(await shown("x.avro", file)).toContain("too many items without bytes");
  });

  test("rows without bytes end at a limit", async () => {
    const file = avro({ type: "record", name: "Empty", fields: [] }, [{ rows: 2n ** 50n, content: Buffer.alloc(0) }]);
    expect(await shown("x.avro", file, { select: "-2:" })).toContain("too many rows without bytes");
  });

  test("a record that contains itself without an end is corrupt", async () => {
    const file = avro({ type: "record", name: "Self", fields: [{ name: "self", type: "Self" }] }, [
      { rows: 1, content: Buffer.alloc(1) },
    ]);
    expect(await shown("x.avro", file)).toContain("more than 200 levels deep");
  });

  test("a schema of many levels is corrupt", async () => {
    const schema = `${'{"type":"array","items":'.repeat(300)}"int"${"}".repeat(300)}`;
    const file = avro(JSON.parse(schema), [{ rows: 1, content: Buffer.alloc(1) }]);
    expect(await shown("x.avro", file)).toContain("more than 100 levels deep");
  });

  test("a length beyond the block is corrupt, and rows before it are shown", async () => {
    const content = Buffer.concat([bytes("alive"), long(1_000_000_000)]);
    const text = await shown(
      "x.avro",
      avro("string", [
        { rows: 1, content: bytes("alive") },
        { rows: 2, content },
      ]),
    );
    expect(text).toContain("|1|alive|");
    expect(text).toContain("a value is longer than its block");
  });
});

describe("hostile Arrow files", () => {
  test("a packed buffer that states a terabyte is refused before memory is taken", async () => {
    const file = Uint8Array.from(fixture("arrow-lz4/input.feather"));
    const frame = Buffer.from(file).indexOf(Buffer.from([0x04, 0x22, 0x4d, 0x18]));
    new DataView(file.buffer).setBigInt64(frame - 8, 2n ** 40n, true);
    expect(await shown("x.feather", file)).toMatch(
      /Error \(too-large\): A record batch of x\.feather has 1099511627776 bytes/,
    );
  });

  test("a list that is longer than its items is corrupt", async () => {
    const file = Buffer.from(fixture("arrow-kinds/input.arrow"));
    // The offsets of the list [1, 2], [], null come after those of two bytes, none, null.
    const offsets = Buffer.from(Int32Array.of(0, 2, 2, 2).buffer);
    const at = file.indexOf(offsets, file.indexOf(offsets) + 1);
    file.writeInt32LE(2_000_000_000, at + 12);
    expect(await shown("x.arrow", file)).toContain("a list is longer than its items");
  });

  test("a footer that lists a thousand million messages is corrupt", async () => {
    const file = Buffer.from(fixture("arrow/input.arrow"));
    const end = file.length - 10;
    const footer = end - file.readInt32LE(end);
    for (let at = footer; at < end - 4; at += 4) if (file.readInt32LE(at) === 1) file.writeInt32LE(1_000_000_000, at);
    expect(await shown("x.arrow", file)).toMatch(/Error \(corrupt\)/);
  });
});

test("integers of JSON Lines that are not exact as numbers keep their digits", async () => {
  const text = await shown("x.jsonl", '{"n":12345678901234567890,"x":1.5}\n', { view: "document" });
  expect(text).toContain("|1|12345678901234567890|1.5|");
});

test("JSON Lines are text unless the document is requested", async () => {
  expect(await shown("x.jsonl", '{"a":1}\n{"a":2}\n')).toBe('1\t{"a":1}\n2\t{"a":2}\n');
});

test("JSON Lines that contain a saved web page stay text", async () => {
  const line = JSON.stringify({ html: "<!-- saved from url=(0014)https://example.org/ -->" });
  expect(await shown("x.jsonl", `${line}\n${line}\n`)).toContain(`1\t${line}`);
});

test("fields after the first ten thousand lines are named", async () => {
  const lines = `${'{"a":1}\n'.repeat(10_001)}{"a":2,"late":3}\n`;
  const text = await shown("x.jsonl", lines, { view: "document", select: "-2:" });
  expect(text).toContain("|10002|2|");
  expect(text).toContain('fields that the first 10000 lines lack, and that are not shown: "late"');
});

test("statistics of Arrow, Avro and JSON Lines have counts, nulls and extremes", async () => {
  const files = {
    "x.arrow": fixture("arrow/input.arrow"),
    "x.avro": fixture("avro/input.avro"),
    "x.jsonl": '{"a":1}\n{"a":null}\n',
  };
  const entries = Object.fromEntries(Object.entries(files).map(([name, content]) => [`/${name}`, content]));
  const reader = createReader({
    handlers: [data(), jsonLines()],
    fileSystem: memoryFileSystem({ entries }),
    roots: ["/"],
  });
  const columns: unknown[] = [];
  for (const path of Object.keys(files)) {
    const info = await reader.info({ path });
    if (!info.ok) throw new Error(info.error.message);
    const [table] = info.facts["tables"] as readonly { readonly columns: readonly object[] }[];
    columns.push(
      table?.columns.find((column) => "name" in column && ["degrees", "customer", "a"].includes(String(column.name))),
    );
  }
  expect(columns).toEqual([
    { name: "degrees", type: "float64", count: 108, nulls: 12, distinct: 108, min: "0.25", max: "29.75" },
    { name: "customer", type: "null or string", count: 48, nulls: 12, distinct: 3, min: "Ada", max: "Zoë" },
    { name: "a", type: "integer or null", count: 1, nulls: 1, distinct: 1, min: "1", max: "1" },
  ]);
});
