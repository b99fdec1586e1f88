import { anthropic, type ReadResult, type ResultPart } from "@reader/core";
import { renderTexts } from "@reader/core/render";
import { expect, test } from "vitest";
import { elideMedia } from "../../src/web/providers.ts";
import { seenBlocks } from "../../src/web/see.ts";
import type { SeenBlock } from "../../src/web/wire.ts";

const data = new Uint8Array([1, 2, 3]);

function blocksOf(parts: readonly ResultPart[]): { readonly blocks: readonly SeenBlock[]; readonly content: string } {
  const result: ReadResult = {
    ok: true,
    status: "complete",
    path: "a",
    mediaType: "application/zip",
    handler: "archive",
    parts,
    notices: [],
    extents: [],
    cost: { tokens: 1, bytes: 1, images: 0 },
  };
  const { content } = renderTexts(result);
  return { content, blocks: seenBlocks(result, content, { capabilities: anthropic, path: "a" }) };
}

test("a name that looks like the line of an image is taken for a place, and the image for an image", () => {
  const at = { unit: "entry", index: 1, label: "image 1 · PNG 9×9" } as const;
  const { blocks, content } = blocksOf([
    { type: "image", mediaType: "image/png", data, widthPx: 2, heightPx: 2, at },
    { type: "text", text: "1\tno number\n⋮\n[page 7]", firstLine: 1, lineCount: 3, at },
    { type: "document", mediaType: "application/pdf", data, name: "x.pdf", pages: 1 },
  ]);
  expect(blocks.map(({ kind }) => kind)).toEqual(["place", "image", "lines", "document"]);
  expect(blocks.map(({ text }) => text).join("\n")).toBe(content);
  expect(blocks[0]).toMatchObject({ request: { path: "a", select: "image 1 · PNG 9×9" } });
});

test("lines that are left out, and a long line that goes on, are marks", () => {
  const { blocks, content } = blocksOf([
    { type: "text", text: "a", firstLine: 1, lineCount: 1 },
    { type: "text", text: "b", firstLine: 9, lineCount: 1, firstColumn: 50 },
  ]);
  expect(blocks.map(({ kind }) => kind)).toEqual(["lines", "mark", "mark", "lines"]);
  expect(blocks.map(({ text }) => text).join("\n")).toBe(content);
});

test("an answer without content has no blocks", () => {
  expect(blocksOf([])).toEqual({ content: "", blocks: [] });
});

test("binary is named wherever it stands, and nothing else is touched", () => {
  const media = [
    {
      kind: "image",
      mediaType: "image/jpeg",
      base64: "QUJD".repeat(20),
      bytes: 81_234,
      label: "",
      fileName: "",
    } as const,
  ];
  const [{ base64 }] = media as [(typeof media)[number]];
  const message = {
    text: `It says ${base64}`,
    nested: [{ data: base64 }, { url: `data:image/jpeg;base64,${base64}` }, { url: `data:image/png;base64,${base64}` }],
    plain: [1, true, null],
  };
  expect(elideMedia(message, media)).toEqual({
    ...message,
    nested: [
      { data: "<base64 image/jpeg, 81 234 bytes>" },
      { url: "data:image/jpeg;base64,<base64 image/jpeg, 81 234 bytes>" },
      { url: `data:image/png;base64,${base64}` },
    ],
  });
});
