import { expect, test } from "vitest";
import { outlineTitles } from "../../src/document/outline.ts";
import { loadPdfEngine } from "../../src/engine/engine.ts";
import { titleWords } from "@reader/pdf-pages";
import { buildPdf, type BuiltDocument, firstExtra, lines } from "../pdf-builder.ts";

const extra = (index: number): string => `${firstExtra + index} 0 R`;
const pages = [{ content: lines("A page.") }];

const book: BuiltDocument = {
  pages,
  catalog: `/Outlines ${extra(0)}`,
  extra: [
    `<< /Type /Outlines /First ${extra(1)} /Last ${extra(3)} /Count 3 >>`,
    `<< /Title (1. Pre-face) /Parent ${extra(0)} /Next ${extra(2)} >>`,
    `<< /Title <FEFF00C400680073> /Parent ${extra(0)} /Prev ${extra(1)} /Next ${extra(3)} /First ${extra(4)} /Last ${extra(4)} /Count 1 >>`,
    `<< /Parent ${extra(0)} /Prev ${extra(2)} >>`,
    `<< /Title (Preface 1) /Parent ${extra(2)} >>`,
  ],
};

/** Its only entry follows itself. */
const circle: BuiltDocument = {
  pages,
  catalog: `/Outlines ${extra(0)}`,
  extra: [
    `<< /Type /Outlines /First ${extra(1)} /Last ${extra(1)} /Count 1 >>`,
    `<< /Title (Again) /Parent ${extra(0)} /Next ${extra(1)} >>`,
  ],
};

async function titlesOf(built: BuiltDocument): Promise<readonly (readonly [string, number])[]> {
  const engine = await loadPdfEngine();
  const document = engine.PDFDocument.openDocument(buildPdf(built), "application/pdf").asPDF();
  try {
    return document === null ? [] : [...outlineTitles(document)];
  } finally {
    document?.destroy();
  }
}

test("bookmark titles have their levels, and entries without a title are ignored", async () => {
  expect(await titlesOf(book)).toEqual([
    ["1preface", 1],
    ["ähs", 1],
    ["preface1", 2],
  ]);
});

test("a circular outline ends", async () => {
  expect(await titlesOf(circle)).toEqual([["again", 1]]);
});

test("a document without bookmarks has none", async () => {
  expect(await titlesOf({ pages })).toEqual([]);
});

test("only letters and digits of a title count", () => {
  expect(titleWords("3.1 The Ｅnd – again")).toBe("31theendagain");
});
