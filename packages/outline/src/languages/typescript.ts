import type { Language } from "./language.ts";
import { blankOddEscapes, scriptNaming, typescriptQuery } from "./script.ts";

/** TypeScript. Only `.tsx` files use the grammar with JSX, which cannot parse others. */
export const language: Language = {
  name: "TypeScript",
  mediaTypes: ["text/x-typescript"],
  grammar: (fileName) => (/\.tsx$/i.test(fileName) ? "tsx" : "typescript"),
  leads: /^(?:\/\/|@[A-Za-z_$])/,
  naming: scriptNaming,
  prepare: blankOddEscapes,
  query: typescriptQuery,
};
