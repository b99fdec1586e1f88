import { readdirSync } from "node:fs";
import type { Language } from "./language.ts";

/** Imports the modules of a folder and returns their `language` exports, sorted by file name. */
export async function findLanguages(folder: URL): Promise<readonly Language[]> {
  const names = readdirSync(folder).filter((name) => /(?<!\.d)\.[jt]s$/.test(name) && !/^(?:all|index)\./.test(name));
  const modules: readonly { readonly language?: Language }[] = await Promise.all(
    names.toSorted().map((name) => import(new URL(name, folder).href)),
  );
  return modules.flatMap(({ language }) => language ?? []);
}
