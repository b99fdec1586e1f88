import { createReader } from "@reader/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameOfPath, pathOfKey, s3Paths } from "../src/files/s3-paths.ts";
import { codeOf, contentOf, served } from "./support/server.ts";

const hostile = [
  "../../etc/passwd",
  "/leading",
  "a//b",
  "a/./b",
  "a/../b",
  "a/%/b",
  "a/%../b",
  "line\nbreak.txt",
  "tab\tand\u{1}control",
  "space and+plus%20.txt",
  "é/e\u{301}/語.txt",
  "back\\slash",
  "folder/",
  "..",
  ".",
  "~",
  "s3://other/key",
];

describe("a key", () => {
  test.for(hostile)("such as %j is listed and read as it is", async (key) => {
    const { s3 } = await served({ [`docs/${key}`]: `content of ${key}` });
    const listener = { skipped: () => undefined, problem: () => undefined };
    const paths: string[] = [];
    for await (const { path } of s3.source("s3://docs").documents(listener)) paths.push(path);
    expect(paths).toEqual([`s3://docs/${key}`]);
    expect(new TextDecoder().decode(await contentOf(s3, paths[0] ?? ""))).toBe(`content of ${key}`);
  });

  test("has a path of its own that stays in its bucket", () => {
    const key = fc.string({ unit: fc.constantFrom("/", ".", "%", "a", "\\"), maxLength: 8 });
    fc.assert(
      fc.property(key, key, (one, other) => {
        const path = s3Paths.resolve(`s3://bucket/x${one}`);
        expect(nameOfPath(path)).toEqual({ bucket: "bucket", key: `x${one}` });
        expect(path.startsWith("/s3/bucket/")).toBe(true);
        expect(pathOfKey(one) === pathOfKey(other)).toBe(one === other);
      }),
      { seed: 7 },
    );
  });

  test("that does not exist is reported without a listing of everything beside it", async () => {
    const names = Array.from({ length: 40 }, (_, at) => [`docs/a/${at}.txt`, "x"] as const);
    const { server, s3 } = await served(Object.fromEntries<string>(names), { maxEntries: 5 });
    const directory = await s3.fileSystem.openDirectory("/s3/docs/a");
    const list = async (): Promise<void> => {
      for await (const { kind } of directory.list()) expect(kind).toBe("file");
    };
    expect(await codeOf(list())).toBe("E2BIG");
    expect(server.lines()).toEqual(["GET docs?prefix=a/", "GET docs?prefix=a/"]);
    const reader = createReader({ roots: ["s3://docs"], fileSystem: s3.fileSystem });
    const outcome = await reader.read({ path: "a/none.txt" });
    expect(outcome.ok ? "" : outcome.error.code).toBe("not-found");
    const found = await reader.read({ path: "a/7.txt" });
    expect(found.ok && found.parts).toMatchObject([{ type: "text", text: "x" }]);
    await reader.close();
  });

  test("is found in the folders of its file system", async () => {
    const keys = hostile.filter((key) => !key.endsWith("/"));
    const { s3 } = await served(Object.fromEntries(keys.map((key) => [`docs/${key}`, key])));
    const { fileSystem } = s3;
    const found: string[] = [];
    const walk = async (path: string): Promise<void> => {
      const directory = await fileSystem.openDirectory(path);
      for await (const { name, kind } of directory.list()) {
        const inner = `${path}/${name}`;
        if (kind === "directory") await walk(inner);
        else found.push(JSON.stringify(nameOfPath(inner)));
      }
    };
    await walk(fileSystem.path.resolve("s3://docs"));
    expect(found.toSorted()).toEqual(keys.map((key) => JSON.stringify({ bucket: "docs", key })).toSorted());
  });
});
