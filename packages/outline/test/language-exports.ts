import { readdirSync } from "node:fs";
import type { Language } from "../src/languages/language.ts";

const folder = new URL("../src/languages/", import.meta.url);

/** The languages by the names of their exports, which fixtures are called after: `rust`, `csharp`. */
export const languageExports: ReadonlyMap<string, Language> = new Map(
  (await Promise.all(readdirSync(folder).map(languagesIn))).flat().toSorted(([a], [b]) => (a < b ? -1 : 1)),
);

async function languagesIn(file: string): Promise<readonly (readonly [string, Language])[]> {
  const exported = (await import(new URL(file, folder).href)) as Readonly<Record<string, unknown>>;
  return Object.entries(exported).flatMap(([name, value]) => (isLanguage(value) ? [[name, value] as const] : []));
}

function isLanguage(value: unknown): value is Language {
  return typeof value === "object" && value !== null && "grammar" in value && "query" in value;
}
