import { inlineMark } from "@reader/core/render";
import type { DocumentBuilder, ParagraphStyle, RunFormat } from "@reader/document/builder";
import type { Chart, Content, Paragraph, Run, Story, Table } from "../model/apple-document.ts";

/** How contents are written. */
interface WriteOptions {
  /** True if the pages of the layout are marked. */
  readonly hasPages?: boolean;
}

/** Writes contents to a document builder, one after the other. */
export function writeContents(
  contents: readonly Content[],
  builder: DocumentBuilder,
  options: WriteOptions = {},
): void {
  for (const content of contents) {
    builder.settle();
    writeContent(content, builder, options);
  }
  builder.settle();
}

function writeContent(content: Content, builder: DocumentBuilder, options: WriteOptions): void {
  switch (content.type) {
    case "story":
      return writeStory(content, builder, options);
    case "table":
      return writeTable(content, builder);
    case "picture":
      builder.startParagraph({});
      builder.image({ name: content.name, alt: content.alt, load: content.load });
      return builder.endParagraph();
    case "chart":
      builder.startParagraph({});
      builder.raw(chartMark(content));
      return builder.endParagraph();
  }
}

/** Writes the paragraphs of a text. */
export function writeStory({ paragraphs }: Story, builder: DocumentBuilder, options: WriteOptions = {}): void {
  for (const paragraph of paragraphs) writeParagraph(paragraph, builder, options);
}

/** Writes a paragraph. What is anchored in it follows it. */
function writeParagraph(paragraph: Paragraph, builder: DocumentBuilder, { hasPages = false }: WriteOptions): void {
  const { runs } = paragraph;
  for (const run of hasPages ? runs : []) if (run.type === "page") builder.startPage(run.page);
  const shown = runs.filter((run) => run.type !== "page");
  if (shown.some(isVisible)) {
    builder.startParagraph(styleOf(paragraph));
    for (const run of shown) writeRun(run, builder);
    builder.endParagraph();
  }
  for (const run of runs) if (run.type === "content") writeContents(run.contents, builder);
}

function isVisible(run: Run): boolean {
  return run.type === "note" || run.type === "comment" || (run.type === "text" && run.text.trim() !== "");
}

function styleOf({ heading, list }: Paragraph): ParagraphStyle {
  if (heading !== undefined) return { heading };
  return list === undefined ? {} : { list };
}

function writeRun(run: Run, builder: DocumentBuilder): void {
  if (run.type === "text") {
    writeLines(run.text, builder, formatOf(run));
  } else if (run.type === "note") {
    builder.beginAside();
    writeStory(run.story, builder);
    builder.note(builder.endAside());
  } else if (run.type === "comment") {
    builder.beginAside();
    builder.write(run.comment.text);
    builder.comment({ author: run.comment.author, words: builder.endAside() });
  }
}

function formatOf({ link, change }: Extract<Run, { readonly type: "text" }>): RunFormat {
  return { link, isInserted: change === "insertion", isDeleted: change === "deletion" };
}

function writeLines(text: string, builder: DocumentBuilder, format: RunFormat): void {
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) builder.lineBreak();
    if (line !== "") builder.write(line, format);
  }
}

/** Maximum number of cells of a table outside a workbook. */
const maxCells = 100_000;

function writeTable(table: Table, builder: DocumentBuilder): void {
  let cells = 0;
  builder.startTable();
  for (const row of table.rows()) {
    cells += row.cells.length;
    if (cells > maxCells) break;
    const texts = new Map(row.cells.map(({ column, text }) => [column, text]));
    const last = row.cells.at(-1)?.column ?? 0;
    builder.startRow();
    for (let column = 1; column <= last; column += 1) {
      builder.startCell({ isHeader: row.number <= table.headerRows });
      writeLines(texts.get(column) ?? "", builder, {});
      builder.endCell();
    }
    builder.endRow();
  }
  builder.endTable();
}

/** Maximum number of names of a chart that are shown. */
const maxNames = 50;

/** Describes a chart in a line, such as `[chart · Sales: series North, South; categories Q1, Q2]`. */
export function chartMark({ title, series, categories }: Chart): string {
  const list = (words: string, names: readonly string[]): string => {
    const more = names.length > maxNames ? `, and ${names.length - maxNames} more` : "";
    return names.length === 0 ? "" : `${words} ${names.slice(0, maxNames).join(", ")}${more}`;
  };
  const facts = [list("series", series), list("categories", categories)].filter((words) => words !== "");
  return inlineMark("chart", title === "" ? [] : [title], facts.join("; "));
}
