import type { MadeDocument, MadeSection } from "./made-documents.ts";

const sizesByLevel = "h1 { font-size: 24pt } h2 { font-size: 18pt } h3 { font-size: 14pt } h4 { font-size: 12.5pt }";
const weightOnly = "h1 { font-size: 20pt } h2, h3, h4 { font-size: 11pt }";

/** Returns a document as HTML. */
export function asHtml({ title, sections, type }: MadeDocument): string {
  const style = `@page { size: A4; margin: 25mm } body { font: 11pt/1.4 serif } ${type === "sizes" ? sizesByLevel : weightOnly}`;
  const body = sections.flatMap(({ level, heading, paragraphs }) => [
    `<h${level}>${heading}</h${level}>`,
    ...paragraphs.map((text) => `<p>${text}</p>`),
  ]);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${style}</style><h1>${title}</h1>\n${body.join("\n")}\n</html>\n`;
}

const latexCommands: Readonly<Record<MadeSection["level"], string>> = {
  2: "section*",
  3: "subsection*",
  4: "subsubsection*",
};

/** Returns a document as LaTeX, with the numbers of its headings as text. */
export function asLatex({ title, sections, type }: MadeDocument): string {
  const command = (level: MadeSection["level"]): string => (type === "sizes" ? latexCommands[level] : "boldheading");
  const body = sections.flatMap(({ level, heading, paragraphs }) => [
    `\\${command(level)}{${heading}}`,
    ...paragraphs.flatMap((text) => [text, ""]),
  ]);
  return [
    "\\documentclass[11pt,a4paper]{article}",
    "\\newcommand{\\boldheading}[1]{\\par\\bigskip\\noindent\\textbf{#1}\\par\\nobreak\\smallskip}",
    `\\title{${title}}\\author{}\\date{}`,
    "\\begin{document}\\maketitle",
    ...body,
    "\\end{document}",
    "",
  ].join("\n");
}

/** Returns a document for groff's macros `ms`. Their headings are bold, and as large as the title but for its size here. */
export function asGroff({ title, sections, type }: MadeDocument): string {
  const grow = type === "sizes" ? [".nr GROWPS 3", ".nr PSINCR 1p"] : [];
  const body = sections.flatMap(({ level, heading, paragraphs }) => [
    `.SH ${level - 1}`,
    heading,
    ...paragraphs.flatMap((text) => [".PP", text]),
  ]);
  return [...grow, ".TL", `\\s+4${title}\\s-4`, ...body, ""].join("\n");
}
