import type { Language } from "./language.ts";
import { blankOddEscapes, scriptNaming, typescriptQuery } from "./script.ts";

/** TypeScript; files named `.tsx` by the grammar that knows JSX, which no other file can be read with. */
export const language: Language = {
  name: "TypeScript",
  mediaTypes: ["text/x-typescript"],
  grammar: (fileName) => (/\.tsx$/i.test(fileName) ? "tsx" : "typescript"),
  leads: /^(?:\/\/|@[A-Za-z_$])/,
  naming: scriptNaming,
  prepare: blankOddEscapes,
  query: typescriptQuery,
};
