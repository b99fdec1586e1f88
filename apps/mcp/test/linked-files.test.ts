import { renameSync, symlinkSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { createReader } from "@reader/core";
import { expect, test } from "vitest";
import { createLinkedFiles } from "../src/linked-files.ts";
import { folderWith } from "./support/files.ts";
import { clientOf, httpClientOf } from "./support/in-process.ts";

const bytes = Uint8Array.from({ length: 600 }, (_, at) => (at * at * 31 + 128) % 256);

type Connect = (folder: string) => Promise<Client>;

const ways: readonly { readonly name: string; readonly connect: Connect }[] = [
  { name: "in memory", connect: (folder) => clientOf(createReader({ roots: [folder] }), folder) },
  { name: "over HTTP of 2025", connect: (folder) => httpClientOf(createReader({ roots: [folder] }), folder, "2025") },
  { name: "over HTTP of 2026", connect: (folder) => httpClientOf(createReader({ roots: [folder] }), folder, "2026") },
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
  const files = createLinkedFiles();
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
  const files = createLinkedFiles();
  for (let at = 0; at <= 1000; at += 1) {
    writeFileSync(`${folder}/${at}`, "x");
    files.add({ type: "resource_link", uri: pathToFileURL(`${folder}/${at}`).href, name: `${at}` });
  }
  await expect(files.read(pathToFileURL(`${folder}/0`).href)).rejects.toThrow("links to");
  expect(await files.read(pathToFileURL(`${folder}/1`).href)).toMatchObject({ contents: [{ blob: "eA==" }] });
});
