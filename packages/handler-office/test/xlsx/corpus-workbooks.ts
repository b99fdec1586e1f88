import { existsSync, readdirSync, readFileSync } from "node:fs";

const corpus = new URL("../../../../../shared/corpus/", import.meta.url);

/** Whether there is a corpus beside the checkout; most machines have none. */
export const hasCorpus: boolean = existsSync(corpus);

if (!hasCorpus) process.stderr.write("There is no corpus beside this checkout: its tests are skipped.\n");

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
