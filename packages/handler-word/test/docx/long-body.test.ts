import { describe, expect, test } from "vitest";
import { readBody, readBodyQuickly, type BodyReader } from "../../src/docx/body/read-body.ts";
import { rewriteDocument } from "../../src/docx/body/rewrite-document.ts";
import { openWordDocument } from "../../src/docx/word-document.ts";
import { memorySource, mockContext } from "@reader/testkit";
import { makeDocx, paragraph, run } from "./word-builder.ts";

const w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

function bodyOf(xml: string): { bytes: Uint8Array; name: string } {
  const text = `<w:document xmlns:w="${w}"><w:body>${xml}</w:body></w:document>`;
  return { bytes: new TextEncoder().encode(text), name: "word/document.xml" };
}

/** Counts the blocks, and how often others may have their turn. */
function counting(): BodyReader & { blocks: number; breaths: number; blocksAtFirst: number | undefined } {
  const counts = {
    blocks: 0,
    breaths: 0,
    blocksAtFirst: undefined as number | undefined,
    take: () => void (counts.blocks += 1),
    breathe: () => {
      counts.breaths += 1;
      counts.blocksAtFirst ??= counts.blocks;
      return Promise.resolve();
    },
  };
  return counts;
}

describe("a body of a megabyte", () => {
  const blocks = 10_000;
  const long = bodyOf(`<w:p><w:r><w:t>${"A line of a long document, ".repeat(3)}</w:t></w:r></w:p>`.repeat(blocks));

  test.for([
    ["quickly", readBodyQuickly],
    ["strictly", readBody],
  ] as const)("lets others have their turn while it is read %s", async ([, read]) => {
    const counts = counting();
    await read(long, counts);
    expect(counts.blocks).toBe(blocks);
    expect(counts.breaths).toBeGreaterThan(10);
    expect(counts.blocksAtFirst).toBeLessThan(blocks / 10);
  });
});

test("A document is not read for one who does not want it any more.", async () => {
  const document = await openWordDocument(
    memorySource("a.docx", makeDocx({ body: paragraph(run("text")) })),
    mockContext(),
  );
  const reason = new Error("enough");
  await expect(rewriteDocument(document, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
