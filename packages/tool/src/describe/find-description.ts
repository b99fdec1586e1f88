import type { Reader } from "@reader/core";
import { formatsOf, listed } from "./formats.ts";
import { withinLimit } from "./within-limit.ts";

/** What a model is told of the find tool. */
export function describeFind({ handlers }: Pick<Reader, "handlers">): string {
  return withinLimit((maxNamed) => describe(formatsOf(handlers, maxNamed).words));
}

function describe(formats: readonly string[]): string {
  const words = formats
    .filter((each) => each !== "images")
    .map((each) => (each === "archives" ? "the lists of archives" : each));
  return [
    `Finds lines by text or regular expression in the files of a folder; use it instead of grep or rg. Searches ${listed(["text", ...words])}.`,
    `- \`pattern\` is taken as it stands, unless it is /…/ or, for either case, /…/i. \`files\` narrows the search: "*.pdf", "src/**/*.{ts,tsx}".`,
    `- Answers are grouped by file. A match is "12:text", a line of its context "12" and a tab; read goes on from there with offset. Cite a match as path:line.`,
    `- Files that .gitignore or .ignore name, .git and node_modules are left out, unless \`path\` is inside them.`,
  ].join("\n");
}
