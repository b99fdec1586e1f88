import { execFileSync } from "node:child_process";
import { renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { createReader, nodeFileSystem } from "@reader/core";
import { expect, test } from "vitest";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { testRaced } from "../../../../packages/testkit/test/support/racer/test-raced.ts";
import { createLinkedFiles } from "../../src/tools/toolbox.ts";
import { folderWith } from "../support/files.ts";
import { clientOf, httpClientOf } from "../support/in-process.ts";

const bytes = Uint8Array.from({ length: 600 }, (_, at) => (at * at * 31 + 128) % 256);

type Connect = (folder: string) => Promise<Client>;

const ways: readonly { readonly name: string; readonly connect: Connect }[] = [
  { name: "in memory", connect: (folder) => clientOf(createReader({ roots: [folder] })) },
  { name: "over HTTP of 2025", connect: (folder) => httpClientOf(createReader({ roots: [folder] }), "2025") },
  { name: "over HTTP of 2026", connect: (folder) => httpClientOf(createReader({ roots: [folder] }), "2026") },
];

test.for(ways)("a client can fetch the file that an answer links to, and no other, $name", async ({ connect }) => {
  const folder = folderWith({ "a b.bin": bytes, "other.txt": "alpha\n" });
  const client = await connect(folder);
  const { content } = await client.callTool({ name: "read", arguments: { path: "a b.bin" } });
  expect(content).toMatchObject([{ type: "text" }, { type: "resource_link" }]);
  const link = content.find(({ type }) => type === "resource_link");
  const uri = link?.type === "resource_link" ? link.uri : "";
  const mimeType = "application/octet-stream";
  const blob = Buffer.from(bytes).toString("base64");
  expect(await client.readResource({ uri })).toMatchObject({ contents: [{ uri, mimeType, blob }] });
  await expect(client.readResource({ uri: pathToFileURL(`${folder}/other.txt`).href })).rejects.toThrow("links to");
  expect((await client.listResources()).resources).toEqual([]);
});

test("what has become too large, is gone, or is a link by now is refused", async () => {
  const folder = folderWith({
    "large.bin": new Uint8Array(5_400_001),
    "gone.bin": "x",
    "swapped.bin": "x",
    "in.bin": "x",
  });
  const files = createLinkedFiles(createReader({ roots: [folder] }));
  const uriOf = (name: string): string => {
    const uri = pathToFileURL(`${folder}/${name}`).href;
    files.add({ type: "resource_link", uri, name });
    return uri;
  };
  const [large, gone, swapped] = ["large.bin", "gone.bin", "swapped.bin"].map(uriOf);
  renameSync(`${folder}/gone.bin`, `${folder}/away.bin`);
  renameSync(`${folder}/swapped.bin`, `${folder}/was.bin`);
  symlinkSync(`${folder}/in.bin`, `${folder}/swapped.bin`);
  await expect(files.read(large ?? "")).rejects.toThrow("large.bin has more than the 5.4 MB");
  await expect(files.read(gone ?? "")).rejects.toThrow("links to");
  await expect(files.read(swapped ?? "")).rejects.toThrow("links to");
});

test("of very many links the oldest are forgotten", async () => {
  const folder = folderWith({});
  const files = createLinkedFiles(createReader({ roots: [folder] }));
  for (let at = 0; at <= 1000; at += 1) {
    writeFileSync(`${folder}/${at}`, "x");
    files.add({ type: "resource_link", uri: pathToFileURL(`${folder}/${at}`).href, name: `${at}` });
  }
  await expect(files.read(pathToFileURL(`${folder}/0`).href)).rejects.toThrow("links to");
  expect(await files.read(pathToFileURL(`${folder}/1`).href)).toMatchObject({ contents: [{ blob: "eA==" }] });
});

const mostlyBinary = (words: string): Uint8Array => Buffer.concat([bytes, Buffer.from(words)]);

testRaced("`resources/read`", {
  calls: 400,
  ask: ["files"],
  inside: { "blob.bin": mostlyBinary("inside") },
  outside: { "blob.bin": mostlyBinary("LEAKED") },
  async open({ root }) {
    const client = await clientOf(createReader({ roots: [root] }));
    const uris = new Map<string, string>();
    return async (path) => {
      const { content } = await client.callTool({ name: "read", arguments: { path } });
      const link = content.find(({ type }) => type === "resource_link");
      if (link?.type === "resource_link") uris.set(path, link.uri);
      const uri = uris.get(path) ?? pathToFileURL(`${root}/${path}`).href;
      const { contents } = await client
        .readResource({ uri })
        .catch(({ message }: Error) => ({ contents: [{ message }] }));
      const blobs = contents.map((each) => ("blob" in each ? Buffer.from(String(each.blob), "base64") : each));
      return [content, link, blobs];
    };
  },
});

test.skipIf(process.platform === "win32")(
  "a linked file that has become a pipe is refused, however often",
  async () => {
    const folder = folderWith({ "a.bin": bytes, "other.txt": "alpha" });
    const client = await clientOf(createReader({ roots: [folder] }));
    const { content } = await client.callTool({ name: "read", arguments: { path: "a.bin" } });
    const link = content.find(({ type }) => type === "resource_link");
    const uri = link?.type === "resource_link" ? link.uri : "";
    unlinkSync(`${folder}/a.bin`);
    execFileSync("mkfifo", [`${folder}/a.bin`]);
    const refusals = await Promise.all(
      Array.from({ length: 200 }, () => client.readResource({ uri }).catch(({ message }: Error) => message)),
    );
    expect(new Set(refusals)).toEqual(new Set([expect.stringContaining("No answer links to this file")]));
    const read = await client.callTool({ name: "read", arguments: { path: "other.txt" } });
    expect(read.content).toMatchObject([{ text: expect.stringContaining("alpha") }]);
  },
);

test("a drive that does not answer ends each fetch, and the server reads on", async () => {
  const folder = folderWith({ "a.bin": bytes, "other.txt": "alpha" });
  let isStuck = false;
  const files = nodeFileSystem();
  const fileSystem = {
    ...files,
    // Never answered.
    open: (path: string) => (isStuck && path.endsWith(".bin") ? new Promise<never>(() => undefined) : files.open(path)),
  };
  const budget = { textTimeMs: 200, documentTimeMs: 200 };
  const client = await clientOf(createReader({ roots: [folder], fileSystem, budget }));
  const uri = pathToFileURL(`${folder}/a.bin`).href;
  const fetchIt = (): Promise<unknown> => client.readResource({ uri }).catch(({ message }: Error) => message);
  // The machine may be too busy to read the file in this time.
  for (let isLinked = false; !isLinked;) {
    const { content } = await client.callTool({ name: "read", arguments: { path: "a.bin" } });
    isLinked = content.some(({ type }) => type === "resource_link");
  }
  isStuck = true;
  const answers = await Promise.all(Array.from({ length: 40 }, fetchIt));
  expect(new Set(answers)).toEqual(new Set([expect.stringContaining("a.bin could not be read in time")]));
  isStuck = false;
  for (let isRead = false; !isRead;) {
    isRead = JSON.stringify(await client.callTool({ name: "read", arguments: { path: "other.txt" } })).includes(
      "alpha",
    );
  }
});

test.for([
  (uri: string) => uri.replace("a.bin", "other.bin"),
  (uri: string) => uri.replace("a.bin", "%61.bin"),
  (uri: string) => uri.replace("a.bin", "sub/../a.bin"),
  (uri: string) => uri.replace("a.bin", "sub/%2e%2e/a.bin"),
  (uri: string) => uri.replace("a.bin", "sub%2f..%2fa.bin"),
  (uri: string) => uri.replace("a.bin", "a.bin%00"),
  (uri: string) => uri.replace("a.bin", "a.bin\0"),
  (uri: string) => uri.replace("a.bin", "a.bin?x"),
  (uri: string) => uri.replace("a.bin", "a.bin#x"),
  (uri: string) => uri.replace("file:///", "file://localhost/"),
  (uri: string) => uri.replace("file:///", "file://example.org/"),
  (uri: string) => uri.replace("file:///", "FILE:///"),
  (uri: string) => uri.replace("file:///", "file:/"),
  (uri: string) => uri.replace("file:///", "http://127.0.0.1/"),
  (uri: string) => uri.replace("file:///", "/"),
  (uri: string) => `${uri}${"x".repeat(1_000_000)}`,
  () => "file:///etc/passwd",
  () => "file:///proc/self/environ",
  () => "file:///",
  () => "constructor",
  () => "__proto__",
  () => "",
])("only the very text of a link is fetched (%#)", async (change) => {
  const folder = folderWith({ "a.bin": bytes, "other.bin": bytes });
  const client = await clientOf(createReader({ roots: [folder] }));
  await client.callTool({ name: "read", arguments: { path: "a.bin" } });
  const uri = pathToFileURL(`${folder}/a.bin`).href;
  expect(await client.readResource({ uri })).toMatchObject({ contents: [{ uri }] });
  const message = await client.readResource({ uri: change(uri) }).then(JSON.stringify, (cause: Error) => cause.message);
  expect(message).toContain("No answer links to this file");
  expect(message.length).toBeLessThan(10_000);
});
