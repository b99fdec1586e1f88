import { readdirSync, readFileSync } from "node:fs";
import { corpus, hasCorpus } from "../common/corpus.ts";

/** A workbook of the corpus. */
export interface CorpusWorkbook {
  readonly name: string;
  readonly bytes: () => Uint8Array;
}

/** All workbooks of a folder of the corpus, by their names. */
export function corpusWorkbooks(folder: "documents" | "hostile"): readonly CorpusWorkbook[] {
  if (!hasCorpus) return [];
  const names = readdirSync(new URL(folder, corpus), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.xl[st][xm]$/i.test(name))
    .toSorted()
    .map((name) => {
      const url = new URL(`${folder}/${encodeURI(name).replaceAll("#", "%23")}`, corpus);
      return { name, bytes: () => new Uint8Array(readFileSync(url)) };
    });
}
