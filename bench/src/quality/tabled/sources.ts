import type { Borders, MadeHead, MadeRow, MadeTable, TabledDocument } from "./made-tables.ts";

const pageStyle =
  "@page { size: A4; margin: 25mm } body { font: 10pt/1.3 serif } table { border-collapse: collapse; width: 100%; font-size: 9pt } th, td { padding: 2pt 4pt; vertical-align: top; text-align: left } .n { text-align: right } .o { text-align: center } .small { font-size: 8pt; margin: 2pt 0 }";
const line = "border-bottom: 0.7pt solid black";
/** Programs that print no borders of style sheets know these attributes. */
const borderAttributes: Readonly<Record<Borders, string>> = {
  grid: 'border="1" rules="all" frame="box"',
  frame: 'border="1" rules="groups" frame="hsides"',
  rows: 'border="1" rules="rows" frame="hsides"',
  none: 'border="0"',
};
const borderStyles: Readonly<Record<Borders, string>> = {
  grid: "th, td { border: 0.7pt solid black }",
  frame: `table { border-top: 0.7pt solid black; ${line} } tr.head th { ${line} }`,
  rows: `table { border-top: 0.7pt solid black } tr.head th, td { ${line} }`,
  none: "",
};

/** Returns a document as HTML. */
export function asHtml({ title, paragraphs, borders, table }: TabledDocument): string {
  const [above, below] = paragraphs;
  const style = `${pageStyle} ${borderStyles[borders]}`;
  const notes = table.notes.map((note) => `<p class="small">${note}</p>`);
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${style}</style>`,
    `<p>${above}</p><p><b>${title}</b></p>`,
    ...htmlTable(table, borders),
    ...notes,
    `<p>${below}</p></html>`,
    "",
  ].join("\n");
}

function htmlTable({ columns, heads, rows }: MadeTable, borders: Borders): readonly string[] {
  const classOf = (at: number): string => (columns[at]?.isNumeric === true ? ' class="n"' : "");
  const cell = (tag: "td" | "th", at: number, text: string): string => `<${tag}${classOf(at)}>${text}</${tag}>`;
  const headLines = heads.map((heads_, index) => {
    const cells = heads_.map(({ text, span }, at) =>
      span > 1 ? `<th class="o" colspan="${span}">${text}</th>` : cell("th", at, text),
    );
    return `<tr${index === heads.length - 1 ? ' class="head"' : ""}>${cells.join("")}</tr>`;
  });
  const bodyLines = rows.map(({ cells, isBold }) => {
    const texts = columns.map((_, at) => cells[at] ?? "").map((text) => (isBold ? `<b>${text}</b>` : text));
    return `<tr>${texts.map((text, at) => cell("td", at, text)).join("")}</tr>`;
  });
  const widths = columns.map(({ width }) => `<col style="width: ${width}%">`);
  const table = `<table width="100%" cellspacing="0" cellpadding="3" ${borderAttributes[borders]}>`;
  return [table, ...widths, "<thead>", ...headLines, "</thead><tbody>", ...bodyLines, "</tbody></table>"];
}

/** Returns a document as LaTeX. */
export function asLatex({ title, paragraphs, borders, table }: TabledDocument): string {
  const [above, below] = paragraphs;
  return [
    "\\documentclass[10pt,a4paper]{article}",
    "\\usepackage[utf8]{inputenc}\\usepackage{array}",
    "\\usepackage[margin=25mm]{geometry}\\pagestyle{plain}\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{6pt}",
    "\\begin{document}",
    above,
    "",
    `\\textbf{${title}}`,
    "",
    "{\\small\\setlength{\\tabcolsep}{4pt}",
    ...latexTable(table, borders),
    "}",
    "",
    ...table.notes.flatMap((note) => [`{\\footnotesize ${note}}`, ""]),
    below,
    "\\end{document}",
    "",
  ].join("\n");
}

function latexTable({ columns, heads, rows }: MadeTable, borders: Borders): readonly string[] {
  const bar = borders === "grid" ? "|" : "";
  const rule = (isShown: boolean): string => (isShown ? "\\hline" : "");
  const hasRows = borders === "grid" || borders === "rows";
  const kinds = columns.map(({ width, isNumeric }) => {
    const align = isNumeric ? "\\raggedleft" : "\\raggedright";
    return `>{${align}\\arraybackslash}p{\\dimexpr ${width / 100}\\linewidth-2\\tabcolsep\\relax}`;
  });
  const headLines = heads.map(
    (line_, index) =>
      `${latexHeads(line_, bar)} \\\\ ${rule(hasRows || (borders !== "none" && index === heads.length - 1))}`,
  );
  return [
    `\\begin{tabular}{${bar}${kinds.join(bar)}${bar}} ${rule(borders !== "none")}`,
    ...headLines,
    ...rows.map((each) => `${latexRow(each, columns.length)} \\\\ ${rule(hasRows)}`),
    `${rule(borders === "frame")}\\end{tabular}`,
  ];
}

function latexHeads(line_: readonly MadeHead[], bar: string): string {
  return line_
    .map(({ text, span }) => (span > 1 ? `\\multicolumn{${span}}{c${bar}}{\\textbf{${text}}}` : `\\textbf{${text}}`))
    .join(" & ");
}

function latexRow({ cells, isBold }: MadeRow, width: number): string {
  const texts = Array.from({ length: width }, (_, at) => cells[at] ?? "");
  return texts.map((text) => (isBold && text !== "" ? `\\textbf{${text}}` : text)).join(" & ");
}

/** Returns a document for groff's macros `ms`, with the table for `tbl`. */
export function asGroff({ title, paragraphs, borders, table }: TabledDocument): string {
  const [above, below] = paragraphs;
  return [
    ".nr PS 10",
    ".LP",
    above,
    ".LP",
    `.B "${title}"`,
    ".LP",
    ".ps 9",
    ".vs 11",
    ...groffTable(table, borders),
    ".ps 10",
    ...table.notes.flatMap((note) => [".LP", note.replaceAll("–", "\\(en")]),
    ".LP",
    below,
    "",
  ].join("\n");
}

/** Width of the text in inches, without the gaps between columns. */
const groffWidth = 5.2;

function groffTable({ columns, heads, rows }: MadeTable, borders: Borders): readonly string[] {
  const hasRows = borders === "grid" || borders === "rows";
  const kinds = columns.map(
    ({ width, isNumeric }) => `${isNumeric ? "r" : "l"}w(${((groffWidth * width) / 100).toFixed(2)}i)`,
  );
  const bold = kinds.map((kind) => `${kind}fB`);
  const headKinds = heads.map((line_) =>
    line_.flatMap(({ span }, at) =>
      span > 1 ? ["cfB", ...Array.from({ length: span - 1 }, () => "s")] : [bold[at] ?? "l"],
    ),
  );
  const formats = [...headKinds, ...rows.map(({ isBold }) => (isBold ? bold : kinds))].map((each) => each.join(" "));
  const frame = borders === "none" ? [] : ["_"];
  const lines = [
    ...heads.flatMap((line_, index) => [
      groffLine(line_.map(({ text }) => text)),
      ...(hasRows || (borders === "frame" && index === heads.length - 1) ? ["_"] : []),
    ]),
    ...rows.flatMap(({ cells }) => [groffLine(columns.map((_, at) => cells[at] ?? "")), ...(hasRows ? ["_"] : [])]),
  ];
  const end = borders === "frame" ? ["_"] : [];
  const options = borders === "grid" ? "allbox tab(|);" : "tab(|);";
  const body = borders === "grid" ? lines.filter((each) => each !== "_") : [...frame, ...lines, ...end];
  return [".TS", options, `${formats.join("\n")}.`, ...body, ".TE"];
}

/** Text blocks wrap in their column. */
function groffLine(texts: readonly string[]): string {
  const plain = texts.map((text) => text.replaceAll("–", "\\(en").replaceAll("’", "\\(cq"));
  return plain.map((text) => (text.includes(" ") ? `T{\n${text}\nT}` : text)).join("|");
}
