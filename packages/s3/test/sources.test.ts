import { createHash } from "node:crypto";
import { ReadError } from "@reader/core";
import { describe, expect, test } from "vitest";
import type { S3Document, S3Source, S3Storage } from "../src/index.ts";
import { fail, served } from "./support/server.ts";

/** The documents of a source, and what it leaves out. */
async function listed(source: S3Source): Promise<{ readonly documents: S3Document[]; readonly left: string[] }> {
  const documents: S3Document[] = [];
  const left: string[] = [];
  const listener = {
    skipped: (reason: string) => void left.push(reason),
    problem: (words: string) => void left.push(words),
  };
  for await (const document of source.documents(listener)) documents.push(document);
  return { documents, left };
}

async function keysOf(s3: S3Storage, address: string): Promise<readonly string[]> {
  return (await listed(s3.source(address))).documents.map(({ path }) => path);
}

/** The code, the message and the hint of the error that listing a source ends with. */
async function errorOf(promise: Promise<unknown>): Promise<readonly unknown[]> {
  const cause: unknown = await promise.catch((error: unknown) => error);
  if (!ReadError.is(cause)) throw cause;
  return [cause.code, cause.message, cause.hint];
}

describe("a prefix", () => {
  test("is listed over pages, with sizes, times and tags", async () => {
    const names = Array.from({ length: 8 }, (_, at) => `docs/reports/${at}.txt`);
    const { server, s3 } = await served({
      ...Object.fromEntries(names.map((name) => [name, name])),
      "docs/reports": "the object itself",
      "docs/reports-old/x.txt": "another folder",
      "docs/other.txt": "x",
    });
    const source = s3.source("s3://docs/reports/");
    expect([source.name, source.folder, source.roots]).toEqual([
      "s3://docs/reports/",
      "s3://docs/reports",
      ["s3://docs"],
    ]);
    const { documents, left } = await listed(source);
    expect(documents.map(({ path }) => path)).toEqual(names.map((name) => `s3://${name}`));
    expect(documents[0]).toEqual({
      path: "s3://docs/reports/0.txt",
      inner: "0.txt",
      size: 18,
      modifiedNs: `${Date.parse("2026-01-02T03:04:05Z")}000000`,
      etag: createHash("md5").update("docs/reports/0.txt").digest("hex"),
    });
    expect(left).toEqual([]);
    expect(server.requests).toHaveLength(3);
    expect(await keysOf(s3, "s3://docs/reports")).toEqual([
      "s3://docs/reports",
      ...names.map((name) => `s3://${name}`),
    ]);
    expect(await keysOf(s3, "s3://docs")).toHaveLength(11);
  });

  test("leaves out folders, archived objects and secrets", async () => {
    const { server, s3 } = await served({ "docs/a/": "", "docs/a/.env": "SECRET=1", "docs/a/b.txt": "b" });
    server.put("docs/a/old.txt", "old", { storageClass: "DEEP_ARCHIVE" });
    const { documents, left } = await listed(s3.source("s3://docs/a"));
    expect([documents.map(({ path }) => path), left]).toEqual([
      ["s3://docs/a/b.txt"],
      ["folder", "denied", "archived"],
    ]);
    const all = await listed(s3.source("s3://docs/a", { policy: () => ({ allowed: true }) }));
    expect(all.documents.map(({ path }) => path)).toEqual(["s3://docs/a/.env", "s3://docs/a/b.txt"]);
  });

  test("is listed in spite of faults and cut connections", async () => {
    const names = Array.from({ length: 8 }, (_, at) => `docs/${at}.txt`);
    const { server, s3 } = await served(Object.fromEntries(names.map((name) => [name, name])));
    let number = 0;
    server.intercept = (_, response) => {
      number += 1;
      if (number % 2 === 0) return false;
      if (number % 3 === 0) fail(response, 503, "SlowDown");
      else {
        response.writeHead(200, { "content-type": "application/xml", "content-length": 5000 });
        response.write("<ListBucketResult><Contents>", () => response.destroy());
      }
      return true;
    };
    expect(await keysOf(s3, "s3://docs")).toHaveLength(8);
  });

  test.for([
    ["s3://", "invalid-request"],
    ["s3://Bucket name/x", "invalid-request"],
    ["s3://arn:aws:s3:::bucket/x", "invalid-request"],
  ])("such as %s is refused (%s)", async ([address = "", code = ""]) => {
    const { s3 } = await served({});
    await expect((async () => s3.source(address))()).rejects.toMatchObject({ code });
  });

  test("that does not exist is reported", async () => {
    const { s3 } = await served({ "docs/a.txt": "a" });
    expect(await errorOf(listed(s3.source("s3://docs/none")))).toEqual([
      "not-found",
      "s3://docs/none does not exist.",
      "Check the names of the bucket and the key.",
    ]);
    expect(await errorOf(listed(s3.source("s3://nothing")))).toEqual([
      "not-found",
      "s3://nothing does not exist (NoSuchBucket).",
      "Check the names of the bucket and the key.",
    ]);
  });

  test("says how to get permission", async () => {
    const { s3 } = await served({ "docs/a": "a" }, { credentials: { accessKeyId: "X", secretAccessKey: "Y" } });
    expect(await errorOf(listed(s3.source("s3://docs")))).toEqual([
      "permission-denied",
      "s3://docs may not be read with these credentials (SignatureDoesNotMatch).",
      "Give them the permissions s3:ListBucket and s3:GetObject, or set AWS_PROFILE to another profile.",
    ]);
  });

  test("on a server that is not there is reported", async () => {
    const { server, s3 } = await served({ "docs/a": "a" }, { attempts: 1 });
    await server.close();
    expect((await errorOf(listed(s3.source("s3://docs")))).slice(0, 2)).toEqual([
      "handler-failed",
      "s3://docs cannot be reached.",
    ]);
  });
});

describe("a hostile listing", () => {
  const page = (inner: string): string =>
    `<ListBucketResult><EncodingType>url</EncodingType>${inner}</ListBucketResult>`;
  const object = "<Contents><Key>docs/a</Key><Size>1</Size></Contents>";
  test.for([
    ["does not go on", page(`${object}<IsTruncated>true</IsTruncated>`)],
    ["has keys that were not asked for", page("<Contents><Key>other</Key><Size>1</Size></Contents>")],
    ["has an object without a key", page("<Contents><Size>1</Size></Contents>")],
    ["has a negative size", page("<Contents><Key>docs/a</Key><Size>-1</Size></Contents>")],
    ["has a key that cannot be decoded", page("<Contents><Key>docs/%E0%A4%A</Key><Size>1</Size></Contents>")],
  ])("that %s is refused", async ([, xml]) => {
    const { server, s3 } = await served({}, { attempts: 1 });
    server.intercept = (_, response) => {
      response.writeHead(200, { "content-type": "application/xml" });
      response.end(xml);
      return true;
    };
    expect((await errorOf(listed(s3.source("s3://bucket/docs/"))))[0]).toBe("handler-failed");
  });

  test("without end is not collected", async () => {
    const { server, s3 } = await served({}, { attempts: 1 });
    let sent = 0;
    server.intercept = (_, response) => {
      response.writeHead(200, { "content-type": "application/xml" });
      const more = (): void => {
        while (!response.destroyed) {
          sent += 65_536;
          if (!response.write("<Contents><Key>x</Key></Contents>".repeat(2000)))
            return void response.once("drain", more);
        }
      };
      more();
      return true;
    };
    expect((await errorOf(listed(s3.source("s3://bucket/docs/"))))[0]).toBe("handler-failed");
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  test("of empty pages without end is given up", async () => {
    const { server, s3 } = await served({});
    let number = 0;
    server.intercept = (_, response) => {
      number += 1;
      response.writeHead(200, { "content-type": "application/xml" });
      response.end(page(`<IsTruncated>true</IsTruncated><NextContinuationToken>${number}</NextContinuationToken>`));
      return true;
    };
    expect((await errorOf(listed(s3.source("s3://bucket/docs/"))))[0]).toBe("handler-failed");
  });
});
