import { describe, expect, test } from "vitest";
import { codeOf, contentOf, fail, pattern, served } from "./support/server.ts";

const mebibyte = 1024 * 1024;

describe("an object", () => {
  test("is read with one request if it is small, and once although it is opened twice", async () => {
    const { server, s3 } = await served({ "docs/a.txt": "hello" });
    const { fileSystem } = s3;
    const path = fileSystem.path.resolve("s3://docs/a.txt");
    expect(new TextDecoder().decode(await contentOf(s3, "s3://docs/a.txt"))).toBe("hello");
    const stat = await fileSystem.linkStat(path);
    expect(stat).toMatchObject({ kind: "file", size: 5, etag: "5d41402abc4b2a76b9719d911017c592" });
    expect(stat.modifiedNs).toBe(BigInt(Date.parse("2026-01-02T03:04:05Z")) * 1_000_000n);
    await contentOf(s3, "s3://docs/a.txt");
    expect(server.lines()).toEqual(["GET docs/a.txt bytes=0-1048575"]);
    await fileSystem.stat(path);
    expect(server.lines().slice(1)).toEqual(["HEAD docs/a.txt"]);
  });

  test("of many blocks is read with larger and larger ranges", async () => {
    const bytes = pattern(9 * mebibyte + 17);
    const { server, s3 } = await served({ "docs/big.bin": bytes });
    expect(Buffer.compare(await contentOf(s3, "s3://docs/big.bin"), bytes)).toBe(0);
    expect(server.lines()).toEqual([
      "GET docs/big.bin bytes=0-1048575",
      "GET docs/big.bin bytes=1048576-3145727",
      "GET docs/big.bin bytes=3145728-7340031",
      "GET docs/big.bin bytes=7340032-9437200",
    ]);
  });

  test("is read in any order, and by several at once", async () => {
    const bytes = pattern(5 * mebibyte);
    const { s3 } = await served({ "docs/big.bin": bytes }, { cacheBytes: 2 * mebibyte });
    const handle = await s3.fileSystem.open(s3.fileSystem.path.resolve("s3://docs/big.bin"));
    const places = [4 * mebibyte - 5, 10, 2 * mebibyte, 5 * mebibyte - 3, 3 * mebibyte + 1];
    const parts = places.map(async (position) => {
      const target = new Uint8Array(100);
      const count = await handle.read(target, position);
      expect(Buffer.compare(target.subarray(0, count), bytes.subarray(position, position + 100))).toBe(0);
      return count;
    });
    expect(await Promise.all(parts)).toEqual([100, 100, 100, 3, 100]);
    expect(await handle.read(new Uint8Array(1), 5 * mebibyte)).toBe(0);
    await handle.close();
    expect(await codeOf(handle.read(new Uint8Array(1), 0))).toBe("EBADF");
  });

  test("without bytes is an empty file", async () => {
    const { s3 } = await served({ "docs/empty": "" });
    expect(await contentOf(s3, "s3://docs/empty")).toEqual(new Uint8Array());
  });

  test("that does not exist, a folder and a bucket are told apart", async () => {
    const { s3 } = await served({ "docs/a/b.txt": "b" });
    const { fileSystem } = s3;
    const at = (address: string): string => fileSystem.path.resolve(address);
    expect(await codeOf(fileSystem.open(at("s3://docs/none")))).toBe("ENOENT");
    expect(await codeOf(fileSystem.stat(at("s3://docs/none")))).toBe("ENOENT");
    expect((await fileSystem.stat(at("s3://docs/a"))).kind).toBe("directory");
    expect((await fileSystem.stat(at("s3://docs"))).kind).toBe("directory");
    expect(await codeOf(fileSystem.open(at("s3://docs")))).toBe("EISDIR");
    expect(await codeOf(fileSystem.open(at("s3://arn:aws:s3:::other/x")))).toBe("ENOENT");
    expect(await codeOf(fileSystem.open("/etc/passwd"))).toBe("ENOENT");
  });
});

describe("a server that fails", () => {
  test("with 500 and SlowDown is asked again", async () => {
    const { server, s3 } = await served({ "docs/a.txt": "hello" });
    const faults: [number, string][] = [
      [500, "InternalError"],
      [503, "SlowDown"],
      [503, "SlowDown"],
    ];
    server.intercept = (_, response) => {
      const fault = faults.shift();
      if (fault !== undefined) fail(response, ...fault);
      return fault !== undefined;
    };
    expect(new TextDecoder().decode(await contentOf(s3, "s3://docs/a.txt"))).toBe("hello");
    expect(server.requests).toHaveLength(4);
  });

  test("always is given up", async () => {
    const { server, s3 } = await served({ "docs/a.txt": "hello" }, { attempts: 2 });
    server.intercept = (_, response) => {
      fail(response, 503, "SlowDown");
      return true;
    };
    expect(await codeOf(contentOf(s3, "s3://docs/a.txt"))).toBe("EIO");
    expect(server.requests).toHaveLength(2);
  });

  test("by cutting connections inside a body goes on from there, with the ETag", async () => {
    const bytes = pattern(3 * mebibyte);
    const { server, s3 } = await served({ "docs/big.bin": bytes });
    let cuts = 0;
    server.intercept = ({ range = "", method }, response) => {
      const [, first = "", last = ""] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
      if (method !== "GET" || cuts === 4) return false;
      cuts += 1;
      const end = Math.min(Number(last), bytes.length - 1);
      const part = bytes.subarray(Number(first), end + 1);
      response.writeHead(206, {
        etag: '"d5bd2e1e6d2dcc1d5a1b1f9ff5d9b0d8"',
        "content-length": part.length,
        "content-range": `bytes ${first}-${end}/${bytes.length}`,
      });
      response.write(part.subarray(0, 100_000), () => response.destroy());
      return true;
    };
    server.put("docs/big.bin", bytes, { etag: "d5bd2e1e6d2dcc1d5a1b1f9ff5d9b0d8" });
    expect(Buffer.compare(await contentOf(s3, "s3://docs/big.bin"), bytes)).toBe(0);
    const starts = server.requests.map(({ range, headers }) => [range?.split("-")[0], headers["if-match"]]);
    const tag = '"d5bd2e1e6d2dcc1d5a1b1f9ff5d9b0d8"';
    expect(starts).toEqual([
      ["bytes=0", undefined],
      ["bytes=100000", tag],
      ["bytes=200000", tag],
      ["bytes=300000", tag],
      ["bytes=400000", tag],
      ["bytes=1048576", tag],
    ]);
  });

  test("by cutting every connection is given up", async () => {
    const { server, s3 } = await served({ "docs/a.txt": "hello" });
    server.intercept = (_, response) => {
      response.writeHead(206, { "content-length": 5, "content-range": "bytes 0-4/5" });
      response.write("h", () => response.destroy());
      return true;
    };
    expect(await codeOf(contentOf(s3, "s3://docs/a.txt"))).toBe("EIO");
    expect(server.requests.length).toBeLessThan(10);
  });

  test("by saying nothing is given up", async () => {
    const { server, s3 } = await served({ "docs/a.txt": "hello" }, { attempts: 1, silenceMs: 50 });
    server.intercept = () => true;
    expect(await codeOf(contentOf(s3, "s3://docs/a.txt"))).toBe("ETIMEDOUT");
  });
});

describe("an object that is replaced", () => {
  test("while it is read is noticed", async () => {
    const { server, s3 } = await served({ "docs/big.bin": pattern(4 * mebibyte) });
    const handle = await s3.fileSystem.open(s3.fileSystem.path.resolve("s3://docs/big.bin"));
    server.put("docs/big.bin", pattern(4 * mebibyte).fill(7, 3_000_000));
    expect(await codeOf(handle.read(new Uint8Array(10), 2 * mebibyte))).toBe("ESTALE");
  });

  test("while its connection is cut is noticed", async () => {
    const { server, s3 } = await served({ "docs/a.bin": pattern(1000) });
    server.intercept = ({ headers }, response) => {
      if (headers["if-match"] !== undefined) return false;
      response.writeHead(206, { etag: '"old"', "content-length": 1000, "content-range": "bytes 0-999/1000" });
      response.write(pattern(10), () => response.destroy());
      return true;
    };
    expect(await codeOf(contentOf(s3, "s3://docs/a.bin"))).toBe("ESTALE");
  });

  test("has another identity", async () => {
    const { server, s3 } = await served({ "docs/a.txt": "one" });
    const path = s3.fileSystem.path.resolve("s3://docs/a.txt");
    const before = await s3.fileSystem.stat(path);
    server.put("docs/a.txt", "two");
    const after = await s3.fileSystem.stat(path);
    expect(after.modifiedNs).toBe(before.modifiedNs);
    expect(after.fileId).not.toBe(before.fileId);
  });
});

describe("a hostile server", () => {
  const lies: readonly (readonly [string, Readonly<Record<string, string | number>>, string])[] = [
    ["sends more than the range", { "content-range": "bytes 0-4/5" }, "hello and more"],
    ["sends another range", { "content-range": "bytes 3-7/8" }, "hello"],
    ["gives no size", { "content-range": "bytes 0-4/*" }, "hello"],
    ["gives an endless size", { "content-range": "bytes 0-4/99999999999999999999" }, "hello"],
  ];
  test.for(lies)("that %s is refused", async ([, headers, body]) => {
    const { server, s3 } = await served({ "docs/a.txt": "hello" });
    server.intercept = (_, response) => {
      response.writeHead(206, headers);
      response.end(body);
      return true;
    };
    expect(await codeOf(contentOf(s3, "s3://docs/a.txt"))).toBe("EIO");
  });

  test("that redirects is not followed", async () => {
    const { server, s3 } = await served({ "docs/a.txt": "hello" });
    const other = await served({ "docs/a.txt": "stolen" });
    server.intercept = (_, response) => {
      response.writeHead(307, { location: `${other.server.url}/docs/a.txt` });
      response.end();
      return true;
    };
    expect(await codeOf(contentOf(s3, "s3://docs/a.txt"))).toBe("EACCES");
    expect(other.server.requests).toEqual([]);
  });

  test("that sends an error without end is not collected", async () => {
    const { server, s3 } = await served({ "docs/a.txt": "hello" }, { attempts: 1 });
    let sent = 0;
    server.intercept = (_, response) => {
      response.writeHead(400, { "content-type": "application/xml" });
      const more = (): void => {
        while (!response.destroyed) {
          sent += 65_536;
          if (!response.write("<a>".padEnd(65_536, "x"))) return void response.once("drain", more);
        }
      };
      more();
      return true;
    };
    expect(await codeOf(contentOf(s3, "s3://docs/a.txt"))).toBe("EIO");
    expect(sent).toBeLessThan(64 * mebibyte);
  });

  test("cannot be reached with wrong keys", async () => {
    const wrong = { accessKeyId: "AKIDTEST", secretAccessKey: "wrong" };
    const { s3 } = await served({ "docs/a.txt": "hello" }, { credentials: wrong });
    expect(await codeOf(contentOf(s3, "s3://docs/a.txt"))).toBe("EACCES");
  });
});
