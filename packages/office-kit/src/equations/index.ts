export { latexOf, mathMarkdown } from "./latex.ts";
export { equationLatex, equationStream } from "./mtef-latex.ts";
