import { symlinkSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createReader } from "@reader/core";
import { limitResult, linkFor, maxResultBytes } from "../../src/tools/toolbox.ts";
import { folderWith } from "../support/files.ts";
import { clientOf } from "../support/in-process.ts";

const unsupported = (path: string) => ({
  content: [],
  _meta: { "reader/facts": { path, error: { code: "unsupported-type" } } },
});

test("a result that is larger than a message may be becomes an error that is not", () => {
  const small = { content: [{ type: "text" as const, text: "alpha" }] };
  expect(limitResult(small)).toBe(small);
  const large = limitResult({ content: [{ type: "text", text: "\u0001".repeat(maxResultBytes / 4) }] });
  expect(large).toMatchObject({ isError: true });
  expect(JSON.stringify(large).length).toBeLessThan(1000);
});

test("a file whose images are left out is linked to, with its type and size", async () => {
  const folder = folderWith({ "b c.pic": "12345" });
  const result = {
    content: [{ type: "text" as const, text: "two of three" }],
    _meta: { "reader/facts": { path: "b c.pic", mediaType: "image/x-pic" } },
  };
  expect(await linkFor(result, { media: 1, reader: createReader({ roots: [folder] }) })).toEqual({
    type: "resource_link",
    uri: pathToFileURL(`${folder}/b c.pic`).href,
    name: "b c.pic",
    mimeType: "image/x-pic",
    size: 5,
  });
  expect(await linkFor(result, { media: 0, reader: createReader({ roots: [folder] }) })).toBeUndefined();
});

test("nothing outside of the folders is linked to, by its path or by a link", async () => {
  const folder = folderWith({ "in/a.txt": "alpha", "secret.bin": "beta" });
  symlinkSync(`${folder}/secret.bin`, `${folder}/in/link.bin`);
  const reader = createReader({ roots: [`${folder}/in`] });
  for (const path of ["../secret.bin", "link.bin", `${folder}/secret.bin`, "nothing", "."]) {
    expect(await linkFor(unsupported(path), { media: 0, reader }), path).toBeUndefined();
  }
  expect(await linkFor(unsupported("a.txt"), { media: 0, reader })).toMatchObject({ name: "a.txt" });
});

test("a file that may not be read is not linked to", async () => {
  const folder = folderWith({ ".env": "KEY=1" });
  const denied = { content: [], _meta: { "reader/facts": { path: ".env", error: { code: "denied-by-policy" } } } };
  expect(await linkFor(denied, { media: 0, reader: createReader({ roots: [folder] }) })).toBeUndefined();
});

test("images that a file does not have are said to be missing", async () => {
  const client = await clientOf(createReader({ roots: [folderWith({ "a.csv": "a,b\n1,2\n" })] }));
  const { content } = await client.callTool({ name: "read", arguments: { path: "a.csv", view: "image" } });
  expect(content).toContainEqual({
    type: "text",
    text: 'Note: A file of the type text/csv is not shown as images: view "image" has no effect.',
  });
});
