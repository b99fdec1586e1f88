import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of real and hostile files beside the checkout, which most machines do not have. */
export const corpus: URL = new URL("../../../../../shared/corpus/", import.meta.url);

/** The same as a path. */
export const corpusPath: string = fileURLToPath(corpus);

/** Whether it is there. Tests that need it are skipped where it is not, and say so in their titles. */
export const hasCorpus: boolean = existsSync(corpus);

if (!hasCorpus) process.stderr.write("There is no corpus beside this checkout: its tests are skipped.\n");

/** The folders of the corpus: documents as they are found, others made by one program, and files that mean harm. */
export const corpusFolders: readonly string[] = ["documents", "documents-libreoffice", "hostile"];

/** The files of some folders of the corpus whose names match, by their paths in it, in order; none without a corpus. */
export function corpusFiles(name: RegExp, folders: readonly string[] = ["documents", "hostile"]): readonly string[] {
  const present = hasCorpus ? folders : [];
  return present
    .flatMap((folder) => readdirSync(join(corpusPath, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(corpusPath.length))
    .toSorted();
}

/** True if tests that read a sample of the corpus read all of it: see CONTRIBUTING. */
export const readsWholeCorpus: boolean = process.env["READER_CROSSING"] !== undefined;

/** Every `stride`-th file; all files if the whole corpus is wanted. */
export function sampleOf(names: readonly string[], stride: number): readonly string[] {
  return readsWholeCorpus ? names : names.filter((_, index) => index % stride === 0);
}

/** The bytes of a file of the corpus. */
export function corpusBytes(path: string): Uint8Array {
  return new Uint8Array(readFileSync(join(corpusPath, path)));
}
