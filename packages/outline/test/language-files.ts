import { readdirSync } from "node:fs";
import type { Language } from "../src/languages/language.ts";

const folder = new URL("../src/languages/", import.meta.url);

/** The languages by their files, which fixtures are called after: `rust`, `csharp`. */
export const languageFiles: ReadonlyMap<string, Language> = new Map(
  (await Promise.all(readdirSync(folder).map(languageIn))).flatMap((found) => found),
);

/** Shared files do not export a language. */
async function languageIn(file: string): Promise<readonly (readonly [string, Language])[]> {
  const { language } = (await import(new URL(file, folder).href)) as { readonly language?: Language };
  return language === undefined ? [] : [[file.replace(/\.ts$/, ""), language]];
}
