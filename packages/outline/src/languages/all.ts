import { findLanguages } from "./find-languages.ts";
import type { Language } from "./language.ts";

/**
 * All languages exported by files of this folder. In the published package, `.ci/pack.mjs` replaces this by imports.
 */
export const all: readonly Language[] = await findLanguages(new URL("./", import.meta.url));
