import { findLanguages } from "./find-languages.ts";
import type { Language } from "./language.ts";

/** Each language that a file of this folder exports; in what is published `.ci/pack.mjs` has put imports in its stead. */
export const all: readonly Language[] = await findLanguages(new URL("./", import.meta.url));
