import { relative } from "node:path";
import { createReader } from "@reader/core";
import { defineHandler, text } from "@reader/core/handler";
import { isolate } from "@reader/isolate";
import { describe, expect, test } from "vitest";
import { command, type CommandOptions } from "../src/index.ts";
import { folderWith, textOf } from "./support.ts";

const cat: CommandOptions = { name: "cat", command: "cat", extensions: ["odd"] };

test("the options are checked, and every invalid one is reported", () => {
  const make = () => command({ name: "", command: ["{file}"], extensions: ["a b"], timeoutMs: 0 } as CommandOptions);
  expect(make).toThrow(TypeError);
  expect(make).toThrow(/name must .*; command must start with a program.*; extensions must .*; timeoutMs must/);
});

test.for([
  [{ name: "x", command: "cat" }, /extensions or mediaTypes must say/],
  [{ ...cat, command: [] }, /command must not be empty/],
  [{ ...cat, command: "a 'b" }, /close its quotes/],
  [{ ...cat, command: ["a", "b\0c"] }, /NUL/],
  [{ ...cat, mediaTypes: ["pdf"] }, /media types such as/],
  [{ ...cat, environment: { "A=B": "c" } }, /environment must be/],
  [{ ...cat, maxOutputBytes: 1.5 }, /maxOutputBytes must be a whole number/],
] as const)("%j are wrong options", ([options, problem]) => {
  expect(() => command(options as CommandOptions)).toThrow(problem);
});

test("a command cannot be isolated, because an isolated process may start no other", () => {
  expect(() => isolate([command(cat)])).toThrow(/has no origin/);
});

describe("an extension", () => {
  test.for([
    ["org", "notes.org", "text/x-org"],
    [".odd", "A.ODD", "application/x-odd"],
    ["tar.odd", "a.tar.odd", "application/x-tar.odd"],
    ["log", "a.log", "text/x-log"],
    ["docx", "a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ] as const)("%s makes %s a file of the command, of the type %s", ([extension, name, mediaType]) => {
    const { sniff, mediaTypes } = command({ ...cat, extensions: [extension] });
    expect(sniff?.(new Uint8Array(), name)).toBe(mediaType);
    expect(mediaTypes).toEqual([mediaType]);
  });

  test.for([".odd", "odd", "a.odd.txt", "aodd"])("does not match %s", (name) => {
    expect(command(cat).sniff?.(new Uint8Array(), name)).toBeUndefined();
  });

  test("of plain text does not claim other texts", async () => {
    const root = folderWith({ "a.log": "one\n", "b.txt": "two\n" });
    const handler = command({ name: "upper", command: "tr a-z A-Z", extensions: ["log"] });
    const reader = createReader({ roots: [root], handlers: [handler] });
    expect(textOf(await reader.read("a.log"))).toBe("ONE");
    expect(textOf(await reader.read("b.txt"))).toBe("two");
  });

  test("of a format with a signature claims files of that format with any name", async () => {
    const root = folderWith({ "a.pdf": "%PDF-1.4\n", "b.bin": "%PDF-1.4\n" });
    const handler = command({ name: "size", command: "wc -c", extensions: ["pdf"] });
    const reader = createReader({ roots: [root], handlers: [handler] });
    expect(textOf(await reader.read("a.pdf")).trim()).toBe("9");
    expect(textOf(await reader.read("b.bin")).trim()).toBe("9");
  });
});

describe("a file whose bytes do not determine its type", () => {
  const emptyZip = Buffer.concat([Buffer.from("PK\u0005\u0006"), Buffer.alloc(18)]);
  const database = Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(84)]);
  const archive = defineHandler({
    name: "archive",
    mediaTypes: ["application/zip", "application/gzip"],
    async *read() {
      yield text("an archive");
    },
  });

  test.for([
    ["sketch", "a.sketch", emptyZip, "22"],
    ["sketch", "a.zip", emptyZip, "an archive"],
    ["db", "a.db", database, "100"],
    ["tar.gz", "a.tar.gz", Buffer.from("1f8b0800", "hex"), "4"],
    ["tar.gz", "a.gz", Buffer.from("1f8b0800", "hex"), "an archive"],
    ["docx", "a.docx", Buffer.from("saved as text"), "saved as text"],
  ] as const)("is the command's for .%s by the name %s alone", async ([extension, name, bytes, answer]) => {
    const root = folderWith({ [name]: bytes });
    const handler = command({ name: "size", command: "wc -c", extensions: [extension] });
    const reader = createReader({ roots: [root], handlers: [handler, archive] });
    expect(textOf(await reader.read(name)).trim()).toBe(answer);
  });
});

describe("the command to run by hand", () => {
  test("has paths from the working directory to programs in the folder of the command", () => {
    const root = folderWith({ "tools/conv.py": "", "conv.mjs": "" });
    const near = relative(process.cwd(), root);
    const handOf = (words: string) => command({ ...cat, command: words, directory: root }).byHand?.("a.odd");
    expect(handOf("tools/conv.py {file}")).toBe(`${near}/tools/conv.py a.odd`);
    expect(handOf("node conv.mjs -x")).toBe(`node ${near}/conv.mjs -x < a.odd`);
    expect(handOf("node other.mjs")).toBe("node other.mjs < a.odd");
  });

  test.for([
    ["cat", "a b.odd", "cat < 'a b.odd'"],
    ["cat {file}", "a b.odd", "cat 'a b.odd'"],
    [["conv", "--in={file}", "it's"], "-x", `conv --in=./-x 'it'\\''s'`],
  ] as const)("of %j for %j is %s", ([words, path, byHand]) => {
    expect(command({ ...cat, command: words }).byHand?.(path)).toBe(byHand);
  });
});
