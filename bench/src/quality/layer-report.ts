import type { CorpusDocument } from "./corpus.ts";
import { markdownTable } from "./markdown-table.ts";
import { pdf } from "@reader/handler-pdf";
import { pdfium } from "@reader/handler-pdfium";
import type { Handler } from "@reader/core";
import { isPage, readAnswer } from "./tools/reader-tool.ts";

/** What an answer says of the text layers of a document. */
interface Layers {
  readonly pages: number;
  readonly garbled: number;
  /** Pages that are said to have no text, to be blank, or to be damaged. */
  readonly empty: number;
}

interface Judged {
  readonly document: CorpusDocument;
  readonly layers: Layers;
}

/**
 * Counts the documents that the manifest calls garbled or without text and that the answer reports as such, for at
 * least one page and for every page, and the false alarms among the other documents.
 */
export async function layerReport(documents: readonly CorpusDocument[]): Promise<string> {
  const [byMupdf, byPdfium] = [await judge(documents, pdf()), await judge(documents, pdfium())];
  const rows = groups.map(({ name, belongs, isSeen }) => {
    const cells = [byMupdf, byPdfium].map((judged) => {
      const members = judged.filter(({ document }) => belongs(document.features));
      return `${members.filter(({ layers }) => isSeen(layers)).length} of ${members.length}`;
    });
    return [name, ...cells];
  });
  tell(byMupdf);
  const table = markdownTable(["documents", "reader, MuPDF", "reader, PDFium"], rows);
  return `${byMupdf.length} and ${byPdfium.length} documents; the others are locked or cannot be opened.\n\n${table}`;
}

async function judge(documents: readonly CorpusDocument[], handler: Handler): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const document of documents) {
    const layers = await layersOf(document, handler).catch(() => undefined);
    if (layers !== undefined) judged.push({ document, layers });
  }
  return judged;
}

interface Group {
  readonly name: string;
  readonly belongs: (features: readonly string[]) => boolean;
  readonly isSeen: (layers: Layers) => boolean;
}

const isGarbled = ({ garbled }: Layers): boolean => garbled > 0;
const isEmpty = ({ empty, pages }: Layers): boolean => empty === pages;
const isNoText = ({ empty, garbled, pages }: Layers): boolean => empty + garbled === pages;
const isCalledGarbled = (features: readonly string[]): boolean => features.includes("garbled-text-layer");
const isCalledEmpty = (features: readonly string[]): boolean =>
  features.includes("scanned-or-image-only") || features.includes("no-text");
const isSound = (features: readonly string[]): boolean => !isCalledGarbled(features) && !isCalledEmpty(features);

const groups: readonly Group[] = [
  { name: "listed as garbled: a page is reported as garbled", belongs: isCalledGarbled, isSeen: isGarbled },
  { name: "listed as scanned or without text: no page is reported as text", belongs: isCalledEmpty, isSeen: isNoText },
  { name: "listed as neither: a page is reported as garbled", belongs: isSound, isSeen: isGarbled },
  { name: "listed as neither: every page is reported as without text", belongs: isSound, isSeen: isEmpty },
];

async function layersOf(document: CorpusDocument, handler: Handler): Promise<Layers> {
  const { parts } = await readAnswer(document, [handler]);
  const texts = parts.filter(isPage).map(({ text }) => text);
  return {
    pages: texts.length,
    garbled: texts.filter((text) => text.startsWith("(the text layer of this page is garbled")).length,
    empty: texts.filter((text) => /^\((?:this page has no text layer|blank page|this page is damaged)/u.test(text))
      .length,
  };
}

function tell(judged: readonly Judged[]): void {
  for (const { document, layers } of judged) {
    const { features, path } = document;
    if (isCalledGarbled(features) && !isGarbled(layers)) process.stderr.write(`not seen to be garbled: ${path}\n`);
    if (isCalledEmpty(features) && !isNoText(layers)) process.stderr.write(`taken for text: ${path}\n`);
    if (isSound(features) && isGarbled(layers)) process.stderr.write(`said to be garbled: ${path}\n`);
    if (isSound(features) && isEmpty(layers)) process.stderr.write(`said to have no text: ${path}\n`);
  }
}
