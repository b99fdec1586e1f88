import { corpusBytes, corpusFiles, sampleOf } from "../support/corpus.ts";

/** A workbook of the corpus. */
export interface CorpusWorkbook {
  readonly name: string;
  readonly bytes: () => Uint8Array;
}

/** Every second workbook of a folder of the corpus, by their paths in it. */
export function corpusWorkbooks(folder: "documents" | "hostile"): readonly CorpusWorkbook[] {
  return sampleOf(corpusFiles(/\.xl[st][xm]$/i, [folder]), 2).map((path) => ({
    name: path.slice(folder.length + 1),
    bytes: () => corpusBytes(path),
  }));
}
