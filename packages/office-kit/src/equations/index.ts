export { latexOf } from "./latex.ts";
export { mathMarkdown } from "./math-text.ts";
