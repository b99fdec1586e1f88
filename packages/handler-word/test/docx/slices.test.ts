import { ReadError } from "@reader/core";
import { memorySource, mockContext } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { createPictureShelf } from "@reader/document/builder";
import type { SliceSizes } from "../../src/docx/body/body-slices.ts";
import { convert } from "../../src/docx/convert.ts";
import { documentPieces } from "../../src/docx/document-pieces.ts";
import { openWordDocument } from "../../src/docx/word-document.ts";
import { paragraph, run, makeDocx } from "./word-builder.ts";
import { corpusBytes, corpusFiles, corpusFolders, hasCorpus } from "../support/corpus.ts";

const uncut: SliceSizes = { first: Infinity, others: Infinity };
const everyBlock: SliceSizes = { first: 1, others: 1 };

interface Told {
  readonly pieces: readonly string[];
  readonly slices: number;
}

/**
 * The pieces of a document: of each section its text as one, and what is no text after it. The words of its error where it
 * fails.
 */
async function piecesOf(bytes: Uint8Array, sizes: SliceSizes | undefined): Promise<Told> {
  const pieces: string[] = [];
  let slices = 0;
  try {
    const context = mockContext();
    const document = await openWordDocument(memorySource("a.docx", bytes), context);
    const converted = await convert(document, context, sizes);
    const part = (name: string): Promise<Uint8Array | undefined> => document.parts.bytes(name);
    async function* html(): AsyncGenerator<string> {
      for await (const slice of converted.html()) {
        slices += 1;
        yield slice;
      }
    }
    const input = { pictures: createPictureShelf(), part };
    let text = "";
    let rest: string[] = [];
    for await (const batch of documentPieces({ signs: converted.signs, html }, input)) {
      for (const piece of batch) {
        if (piece.type === "text") text += `${text === "" ? "" : "\n"}${piece.markdown}`;
        else rest.push(JSON.stringify(piece));
        if (piece.type !== "heading") continue;
        pieces.push(text, ...rest);
        [text, rest] = ["", []];
      }
    }
    pieces.push(text, ...rest, JSON.stringify([converted.counts, converted.changes, converted.looseComments]));
  } catch (error) {
    if (!ReadError.is(error)) throw error;
    pieces.push(error.message);
  }
  return { pieces, slices };
}

const hyperlink = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const instruction = '<w:r><w:instrText>HYPERLINK "https://example.org/"</w:instrText></w:r>';
const note = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
const footnotes = [1, 2].map((id) => `<w:footnote w:id="${id}">${paragraph(run(`Note ${id}`))}</w:footnote>`).join("");

describe("a document that mammoth reads in slices", () => {
  test("reads as one that is not cut: a link over paragraphs", async () => {
    const body = [
      paragraph(run("Before")),
      paragraph(hyperlink("begin") + instruction + hyperlink("separate") + run("a link")),
      paragraph(run("of three")),
      paragraph(run("lines") + hyperlink("end")),
      paragraph(run("After")),
    ].join("");
    const cut = await piecesOf(makeDocx({ body }), everyBlock);
    expect(cut.pieces).toEqual((await piecesOf(makeDocx({ body }), uncut)).pieces);
    expect(cut.pieces[0]).toContain("[of three](https://example.org/)");
    expect(cut.slices).toBe(3);
  });

  test("reads as one that is not cut: notes, of which one is referred to twice", async () => {
    const body = [1, 2, 1].map((id) => paragraph(run("text") + note(id))).join("");
    const cut = await piecesOf(makeDocx({ body, footnotes }), everyBlock);
    expect(cut.pieces).toEqual((await piecesOf(makeDocx({ body, footnotes }), uncut)).pieces);
    expect(cut.pieces[0]).toBe("text[^1]\n\ntext[^2]\n\ntext[^1]\n\n[^1]: Note 1\n\n[^2]: Note 2\n");
    expect(cut.slices).toBe(3);
  });

  test("is cut by default where it is long, and then early", async () => {
    const body = paragraph(run("A line.")).repeat(20_000);
    const { pieces, slices } = await piecesOf(makeDocx({ body }), undefined);
    expect(slices).toBeGreaterThan(3);
    expect(pieces[0]).toBe(`${"A line.\n\n".repeat(20_000).slice(0, -1)}`);
  });
});

describe.skipIf(!hasCorpus)("every Word document of the corpus (skipped without the corpus)", () => {
  test("reads the same cut behind every block as not cut at all", async () => {
    const differing: string[] = [];
    let cuts = 0;
    for (const name of corpusFiles(/\.do[ct][xm]$/i, corpusFolders)) {
      const bytes = corpusBytes(name);
      if (bytes.length > maxBytes) continue;
      const [cut, whole] = [await piecesOf(bytes, everyBlock), await piecesOf(bytes, uncut)];
      if (JSON.stringify(cut.pieces) !== JSON.stringify(whole.pieces)) differing.push(name);
      cuts += cut.slices;
    }
    expect(differing).toEqual([]);
    expect(cuts).toBeGreaterThan(1500);
  });
});

/** Each slice takes a millisecond; documents of a thousand pages would take minutes. */
const maxBytes = 100_000;
