import { corpusBytes, corpusFiles } from "../support/corpus.ts";

/** A workbook of the corpus. */
export interface CorpusWorkbook {
  readonly name: string;
  readonly bytes: () => Uint8Array;
}

/** All workbooks of a folder of the corpus, by their paths in it. */
export function corpusWorkbooks(folder: "documents" | "hostile"): readonly CorpusWorkbook[] {
  return corpusFiles(/\.xl[st][xm]$/i, [folder]).map((path) => ({
    name: path.slice(folder.length + 1),
    bytes: () => corpusBytes(path),
  }));
}
