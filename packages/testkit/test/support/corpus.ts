import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of real and hostile files beside the checkout, which most machines do not have. */
export const corpus: URL = new URL("../../../../../shared/corpus/", import.meta.url);

/** The same as a path. */
export const corpusPath: string = fileURLToPath(corpus);

/** Whether it is there. Tests that need it are skipped where it is not, and say so in their titles. */
export const hasCorpus: boolean = existsSync(corpus);

if (!hasCorpus) process.stderr.write("There is no corpus beside this checkout: its tests are skipped.\n");
