import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { createReader } from "@reader/core";
import { isolate } from "@reader/isolate";
import { collect, type Collected, memoryFileSystem, testHandler, testHandlerIsolated } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { archive, comics } from "../src/index.ts";
import { buildRar4, buildRar5 } from "./build-rar.ts";
import { buildTar } from "./build-tar.ts";
import { builtChild } from "./support/built-child.ts";
import { zipOf } from "./support/zip-of.ts";

const resolveFrom = import.meta.url;
const fixtures = new URL("../../../fixtures/comics/", resolveFrom);

testHandler(comics(), fixtures);

testHandlerIsolated(comics(), fixtures, () =>
  isolate([comics()], { resolveFrom, childModule: builtChild(resolveFrom) }),
);

const pageLines = ({ events }: Collected): readonly string[] =>
  events.flatMap((event) => (event.type === "text" ? [`${event.at?.unit} ${event.at?.index}: ${event.text}`] : []));

describe("a comic book in a RAR archive", () => {
  const pages = ["p10.png", "p9.png", "p1.png"].map((name) => ({ name, data: name }));

  test.for([
    ["4", buildRar4(pages)],
    ["5", buildRar5(pages)],
  ] as const)("has its pages in natural order: version %s", async ([, bytes]) => {
    expect(pageLines(await collect(comics(), bytes, { name: "book.cbr" }))).toEqual([
      "page 1: (nested p1.png, 6 bytes)\n",
      "page 2: (nested p9.png, 6 bytes)\n",
      "page 3: (nested p10.png, 7 bytes)\n",
    ]);
  });

  test("shows the pages before the place where it is cut off", async () => {
    const bytes = buildRar5(pages);
    const read = await collect(comics(), bytes.subarray(0, bytes.length - 40), { name: "a.cbr" });
    expect(pageLines(read)).toEqual(["page 1: (nested p9.png, 6 bytes)\n", "page 2: (nested p10.png, 7 bytes)\n"]);
  });
});

test("a comic book in a tar archive of a folder has its pages, and no hidden files", async () => {
  const names = ["./", "./p2.png", "./p1.png", "./._p1.png", "./sub/../p3.png", "./.cache/p4.png", "..p5.png"];
  const members = names.map((name) => ({
    name,
    data: name.endsWith("/") ? "" : "page",
    type: name === "./" ? "5" : "0",
  }));
  const read = await collect(comics(), buildTar(members), { name: "book.cbt" });
  expect(pageLines(read).map((words) => /nested (\S+),/.exec(words)?.[1])).toEqual([
    "./p1.png",
    "./p2.png",
    "./sub/../p3.png",
  ]);
});

test("damaged facts of a comic book do not hide its pages", async () => {
  const facts = "<ComicInfo><Title>Bees</Title></ComicInfo>";
  const bytes = Buffer.from(zipOf({ "ComicInfo.xml": facts, "p1.png": "page", "p2.png": "page" }));
  bytes.write("b", bytes.indexOf("Bees"));
  const read = await collect(comics(), bytes, { name: "book.cbz" });
  expect(pageLines(read)).toEqual(["page 1: (nested p1.png, 4 bytes)\n", "page 2: (nested p2.png, 4 bytes)\n"]);
  expect(read.events.find(({ type }) => type === "notice")).toMatchObject({
    message: "The description of the book is left out: ComicInfo.xml in book.cbz is damaged.",
  });
});

describe("which archives are comic books", () => {
  const cbz = readFileSync(new URL("cbz/input.cbz", fixtures));
  const cbt = readFileSync(new URL("cbt/input.cbt", fixtures));

  test.for([
    ["a.cbz", cbz, "application/vnd.comicbook+zip"],
    ["named-by-content.bin", cbz, "application/vnd.comicbook+zip"],
    ["wrong-name.cbr", cbz, "application/vnd.comicbook+zip"],
    ["a.cbt", cbt, "application/x-cbt"],
    ["a.tar", cbt, "application/x-tar"],
    ["a.cbr", buildRar5([{ name: "a.png", data: "a" }]), "application/vnd.comicbook-rar"],
    ["a.rar", buildRar5([{ name: "a.png", data: "a" }]), "application/vnd.rar"],
  ] as const)("%s", async ([name, bytes, mediaType]) => {
    const files = memoryFileSystem({ workingDirectory: "/w", entries: { [`/w/${name}`]: new Uint8Array(bytes) } });
    const reader = createReader({ handlers: [comics(), archive()], fileSystem: files });
    expect(await reader.info({ path: name })).toMatchObject({ mediaType });
  });

  test("one without images is an error that says how to list it", async () => {
    const bytes = buildRar5([{ name: "a.txt", data: "a" }]);
    const { error } = await collect(comics(), bytes, { name: "a.cbr" });
    expect(error).toMatchObject({ code: "corrupt", hint: expect.stringContaining("`.rar`, `.7z` or `.tar`") });
  });
});
