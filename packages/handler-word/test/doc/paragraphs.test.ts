import { expect, test } from "vitest";
import { doc } from "../../src/index.ts";
import { readAll } from "../support/read-all.ts";
import { buildWordDocument, modifiers, paragraphOf } from "./word-builder.ts";

const numbered = [[{ template: "\u0000." }]];
const item = modifiers.list(1);

test("counts a paragraph that starts with a page break once", async () => {
  const file = await buildWordDocument({
    lists: numbered,
    paragraphs: [
      { ...paragraphOf("Scope", item), style: 1 },
      { ...paragraphOf("\fTerms", item), style: 1 },
    ],
  });
  expect((await readAll(doc(), file)).text).toBe("# 1. Scope\n# 2. Terms\n");
});

test("keeps a paragraph with a page break in it as one item", async () => {
  const file = await buildWordDocument({
    lists: numbered,
    paragraphs: [paragraphOf("It runs in\ftwo threads", item), paragraphOf("It ends", item)],
  });
  expect((await readAll(doc(), file)).text).toBe("1. It runs in\n  two threads\n2. It ends\n");
});

test("ends a paragraph where its section ends", async () => {
  const file = await buildWordDocument({
    lists: numbered,
    sectionEnds: [6],
    paragraphs: [{ runs: [{ text: "First\f" }], modifiers: item }, paragraphOf("Second", item)],
  });
  expect((await readAll(doc(), file)).text).toBe("1. First\n2. Second\n");
});
