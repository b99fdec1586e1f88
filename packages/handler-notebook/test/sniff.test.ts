import { encode, utf16 } from "@reader/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { notebook } from "../src/index.ts";
import { fixtureFiles } from "./fixture-files.ts";

const { sniff: sniffNotebook = () => undefined, mediaTypes } = notebook();
const [notebookMediaType] = mediaTypes;

const headBytes = 4096;

test.for([
  ["nbformat 4 as Jupyter writes it", '{"cells": [{"cell_type": "code"'],
  ["nbformat 4 as Colab writes it", '{"nbformat": 4, "nbformat_minor": 0, "metadata": {"colab": {}}, "cells": ['],
  ["nbformat 3", '{\n "metadata": {"name": ""},\n "nbformat": 3,\n "worksheets": ['],
  ["a byte order mark before it", '\uFEFF{"cells": [], "nbformat": 4}'],
  ["whitespace before it", ' \r\n\t{"nbformat": 4, "cells": []}'],
  ["braces and quotes in names and strings", '{"a\\"}{": "}}", "nbformat": 4, "cells": []'],
] as const)("recognises %s without its name", ([, head]) => {
  expect(sniffNotebook(encode(head), "data")).toBe(notebookMediaType);
});

test.for([
  ["an empty file", ""],
  ["a list", '[{"cells": [], "nbformat": 4}]'],
  ["the keys inside another object", '{"properties": {"cells": {}, "nbformat": 4, "cell_type": "code"}}'],
  ["the keys as values", '{"required": ["cells", "nbformat"], "a": "cells", "b": "nbformat"}'],
  ["cells of something else", '{"cells": [{"x": 1}], "width": 3}'],
  ["a version without cells", '{"nbformat": 4}'],
  ["prose", "cells and nbformat and cell_type"],
  ["a truncated name", '{"cel'],
  ["an unterminated string", `{"${"a".repeat(headBytes)}`],
] as const)("does not detect a notebook in %s", ([, head]) => {
  expect(sniffNotebook(encode(head), "data.json")).toBeUndefined();
});

test.for([
  ["an object in a file of that name", '{"metadata": {"a": [', "x.ipynb", notebookMediaType],
  ["a name in capitals", "{", "X.IPYNB", notebookMediaType],
  ["an empty file of that name", "", "x.ipynb", undefined],
  ["prose in a file of that name", "hello", "x.ipynb", undefined],
  ["only whitespace", "  \n", "x.ipynb", undefined],
] as const)("uses the name for %s", ([, head, name, type]) => {
  expect(sniffNotebook(encode(head), name)).toBe(type);
});

test("leaves UTF-16 to the core, which detects its encoding", () => {
  expect(sniffNotebook(utf16('{"cells": [], "nbformat": 4}'), "data")).toBeUndefined();
});

test.for(Object.keys(fixtureFiles).filter((path) => path.endsWith(".ipynb")))(
  "recognises the fixture %s by name",
  (path) => {
    expect(sniffNotebook(encode(fixtureFiles[path] ?? "").slice(0, headBytes), path)).toBe(notebookMediaType);
  },
);

test("never throws and never modifies the head", () => {
  const head = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.json().map(encode));
  fc.assert(
    fc.property(head, fc.string(), (bytes, name) => {
      const before = bytes.slice();
      sniffNotebook(bytes, name);
      expect(bytes).toEqual(before);
    }),
    { seed: 1 },
  );
});
