import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { ReadError } from "@reader/core";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import type { S3Document, S3Storage } from "../src/index.ts";
import { served, type S3Server } from "./support/server.ts";

const folder = "reports/inventory/docs/daily";
const manifestAt = `s3://${folder}/2026-01-01T00-00Z/manifest.json`;

interface Facts {
  readonly [field: string]: unknown;
}

/** Puts an inventory on a server, as AWS does. */
function putInventory(server: S3Server, files: Readonly<Record<string, Uint8Array>>, facts: Facts): void {
  const listed = Object.entries(files).map(([name, bytes]) => {
    server.put(`${folder}/data/${name}`, bytes);
    const key = `${folder}/data/${name}`.slice("reports/".length);
    return { key, size: bytes.length, MD5checksum: createHash("md5").update(bytes).digest("hex") };
  });
  const manifest = { sourceBucket: "docs", destinationBucket: "arn:aws:s3:::reports", files: listed, ...facts };
  server.put(manifestAt.slice("s3://".length), JSON.stringify(manifest));
}

const schema = "Bucket, Key, VersionId, IsLatest, IsDeleteMarker, Size, LastModifiedDate, ETag, StorageClass";

const rows = [
  '"docs","a.txt","v1","true","false","5","2026-01-02T03:04:05.000Z","5d41402abc4b2a76b9719d911017c592","STANDARD"',
  '"docs","a.txt","v0","false","false","4","2025-01-02T03:04:05.000Z","0d41402abc4b2a76b9719d911017c592","STANDARD"',
  '"docs","gone.txt","v2","true","true","","2026-01-02T03:04:05.000Z","",""',
  '"docs","cold.txt","v3","true","false","9","2026-01-02T03:04:05.000Z","abc","GLACIER"',
  '"docs","sp+ace%2Fq%22uote%0A.txt","v4","true","false","7","2026-01-02T03:04:05.000Z","def-2","STANDARD"',
];

const csvFacts = { fileFormat: "CSV", fileSchema: schema };

async function listed(
  s3: S3Storage,
  address = manifestAt,
): Promise<readonly [readonly S3Document[], readonly string[]]> {
  const source = await s3.inventory(address);
  const documents: S3Document[] = [];
  const left: string[] = [];
  const listener = { skipped: (reason: string) => void left.push(reason), problem: () => undefined };
  for await (const document of source.documents(listener)) documents.push(document);
  return [documents, left];
}

async function errorOf(promise: Promise<unknown>): Promise<readonly unknown[]> {
  const cause: unknown = await promise.catch((error: unknown) => error);
  if (!ReadError.is(cause)) throw cause;
  return [cause.code, cause.message];
}

const expected = [
  {
    path: "s3://docs/a.txt",
    inner: "a.txt",
    size: 5,
    modifiedNs: `${Date.parse("2026-01-02T03:04:05Z")}000000`,
    etag: "5d41402abc4b2a76b9719d911017c592",
  },
  {
    path: 's3://docs/sp ace/q"uote\n.txt',
    inner: 'sp ace/q"uote\n.txt',
    size: 7,
    modifiedNs: `${Date.parse("2026-01-02T03:04:05Z")}000000`,
    etag: "def-2",
  },
];

describe("an inventory", () => {
  test("in CSV lists current versions, without a request for a listing", async () => {
    const { server, s3 } = await served({});
    const gzipped = rows.map((row) => new Uint8Array(gzipSync(`${row}\n`)));
    putInventory(server, Object.fromEntries(gzipped.map((bytes, at) => [`${at}.csv.gz`, bytes])), csvFacts);
    const source = await s3.inventory(manifestAt);
    expect([source.roots, source.folder]).toEqual([["s3://docs"], "s3://docs"]);
    expect(await listed(s3)).toEqual([expected, ["old-version", "old-version", "archived"]]);
    expect(server.requests.filter(({ query }) => query.has("list-type"))).toEqual([]);
  });

  test("in Parquet is the same", async () => {
    const { server, s3 } = await served({});
    const at = new Date("2026-01-02T03:04:05Z");
    const buffer = parquetWriteBuffer({
      rowGroupSize: 2,
      columnData: [
        { name: "bucket", data: ["docs", "docs", "docs", "docs", "docs"], type: "STRING" },
        { name: "key", data: ["a.txt", "a.txt", "gone.txt", "cold.txt", 'sp ace/q"uote\n.txt'], type: "STRING" },
        { name: "is_latest", data: [true, false, true, true, true], type: "BOOLEAN" },
        { name: "is_delete_marker", data: [false, false, true, false, false], type: "BOOLEAN" },
        { name: "size", data: [5n, 4n, null, 9n, 7n], type: "INT64" },
        { name: "last_modified_date", data: [at, at, at, at, at], type: "TIMESTAMP" },
        { name: "e_tag", data: ["5d41402abc4b2a76b9719d911017c592", "0d", "", "abc", "def-2"], type: "STRING" },
        { name: "storage_class", data: ["STANDARD", "STANDARD", "", "GLACIER", "STANDARD"], type: "STRING" },
      ],
    });
    const facts = { fileFormat: "Parquet", fileSchema: "message s3.inventory { required binary bucket (UTF8); }" };
    putInventory(server, { "0.parquet": new Uint8Array(buffer) }, facts);
    expect(await listed(s3)).toEqual([expected, ["old-version", "old-version", "archived"]]);
  });

  test("in ORC says what to configure", async () => {
    const { server, s3 } = await served({});
    putInventory(server, {}, { fileFormat: "ORC", fileSchema: "struct<bucket:string>" });
    expect(await errorOf(listed(s3))).toEqual(["unsupported-type", `The inventory ${manifestAt} is in ORC.`]);
  });

  test.for([
    ["is not JSON", "{"],
    ["is not the manifest of an inventory", "[]"],
    ["is not the manifest of an inventory", '{"sourceBucket":"../x","fileFormat":"CSV","fileSchema":"Key","files":[]}'],
    ["names a file without key or size", '{"sourceBucket":"docs","fileFormat":"CSV","fileSchema":"Key","files":[{}]}'],
    ["is empty", ""],
  ])("whose manifest %s is refused (%s)", async ([words = "", text = ""]) => {
    const { server, s3 } = await served({});
    server.put(manifestAt.slice("s3://".length), text);
    expect(await errorOf(listed(s3))).toEqual(["corrupt", `${manifestAt} ${words}.`]);
  });

  const dataAt = `s3://${folder}/data/0.csv.gz`;
  test("whose data file has another size is refused", async () => {
    const { server, s3 } = await served({});
    const bytes = new Uint8Array(gzipSync(rows.join("\n")));
    putInventory(server, { "0.csv.gz": bytes }, csvFacts);
    server.put(dataAt.slice("s3://".length), bytes.subarray(1));
    expect(await errorOf(listed(s3))).toEqual(["corrupt", `${dataAt} has another size than its manifest says.`]);
  });

  test("whose data file is damaged is refused", async () => {
    const { server, s3 } = await served({});
    putInventory(server, { "0.csv.gz": new Uint8Array(gzipSync(rows.join("\n"))).fill(0, 20, 40) }, csvFacts);
    expect(await errorOf(listed(s3))).toEqual(["corrupt", `${dataAt} is damaged.`]);
  });

  test("whose data file was replaced is refused", async () => {
    const { server, s3 } = await served({});
    const bytes = new Uint8Array(gzipSync(`${rows[0]}\n`, { level: 0 }));
    const other = new Uint8Array(gzipSync(`${rows[0]?.replace("a.txt", "b.txt")}\n`, { level: 0 }));
    putInventory(server, { "0.csv.gz": bytes }, csvFacts);
    server.put(dataAt.slice("s3://".length), other);
    expect(await errorOf(listed(s3))).toEqual(["corrupt", `${dataAt} has another content than its manifest says.`]);
  });

  test.for([
    ["has a row of another bucket", rows[0]?.replace('"docs"', '"other"')],
    ["has a row without key or size", '"docs","a.txt","v1","true","false","","2026","x","STANDARD"'],
    ["has a key that cannot be decoded", '"docs","%E0%A4%A","v1","true","false","1","2026","x","STANDARD"'],
    ["is damaged", `"docs","${"x".repeat(100_000)}"`],
    ["is damaged", '"docs","a'],
  ])("that %s is refused (%#)", async ([words = "", row = ""]) => {
    const { server, s3 } = await served({});
    putInventory(server, { "0.csv.gz": new Uint8Array(gzipSync(`${row}\n`)) }, csvFacts);
    expect(await errorOf(listed(s3))).toEqual(["corrupt", `${dataAt} ${words}.`]);
  });

  test("in damaged Parquet is refused", async () => {
    const { server, s3 } = await served({});
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "key", data: ["a"], type: "STRING" }] }));
    putInventory(server, { "0.parquet": bytes.fill(255, 4, 30) }, { fileFormat: "Parquet", fileSchema: "x" });
    expect(await errorOf(listed(s3))).toEqual(["corrupt", `s3://${folder}/data/0.parquet is damaged.`]);
  });
});
