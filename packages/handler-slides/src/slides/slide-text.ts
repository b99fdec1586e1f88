import { createMarkdownBuilder, type MarkdownBuilder, type MarkdownPiece } from "@reader/document";
import { createRunWriter, plainRun } from "@reader/document/builder";
import { type SlideCell, type SlideParagraph, type SlideRun } from "@reader/office-kit/drawing";
import type { SlideBlock, SlideImage, SlideTable } from "./slide.ts";

const none: ReadonlyMap<string, string> = new Map();

/** A finished piece of a slide: text, or the image that the preceding text references. */
export type SlidePiece = { readonly text: string } | { readonly image: SlideImage };

/** Converts the blocks of a slide to Markdown, with their images in place. */
export function slidePieces(blocks: readonly SlideBlock[]): readonly SlidePiece[] {
  const builder = createMarkdownBuilder();
  const images: SlideImage[] = [];
  const pieces: MarkdownPiece[] = [];
  for (const block of blocks) {
    writeBlock(builder, block, images);
    if (block.type !== "image") continue;
    for (const piece of builder.take()) pieces.push(piece);
  }
  return [...pieces, ...builder.end()].map((piece) => pieceOf(piece, images));
}

/** The builder returns images in the order in which they were added. */
function pieceOf(piece: MarkdownPiece, images: SlideImage[]): SlidePiece {
  if (piece.type !== "image") return { text: piece.markdown };
  const image = images.shift();
  return image === undefined ? { text: "" } : { image };
}

function writeBlock(builder: MarkdownBuilder, block: SlideBlock, images: SlideImage[]): void {
  switch (block.type) {
    case "text":
      if (isLaidOut(block.paragraphs)) writeLaidOut(builder, block.paragraphs);
      else writeParagraphs(builder, block.paragraphs);
      return;
    case "table":
      writeTable(builder, block);
      return;
    case "markdown":
      builder.open("p", none);
      builder.raw(block.markdown.trimEnd());
      builder.close("p");
      return;
    case "image":
      builder.open("p", none);
      builder.open(
        "img",
        new Map([
          ["src", block.name],
          ["alt", block.alt.replaceAll(/\s+/gu, " ")],
        ]),
      );
      builder.close("p");
      images.push(block);
  }
}

/** Minimum number of lines that spaces indent or align. One line is seldom code. */
const minSpacedLines = 2;

/** Minimum share of such lines. Most lines of code may be at the left. */
const leastSpacedShare = 0.3;

/** Matches a line that is indented, or has a wide gap that does not end a sentence. */
const spaced = /^(?: {2}|\t)|[^\s.:;!?] {3,}\S/u;

/** Matches a paragraph of prose whose first line is indented. */
const indentedProse = /^[\t ]\S.{60}/u;

/**
 * True for plain text whose spaces matter, such as code and trees: a good part of its lines are indented by spaces, or
 * have columns.
 */
function isLaidOut(paragraphs: readonly SlideParagraph[]): boolean {
  if (!paragraphs.every(({ label, runs }) => label === "" && runs.every(isUnformatted))) return false;
  const lines = linesOf(paragraphs).filter((line) => line.trim() !== "");
  const laidOut = lines.filter((line) => (spaced.test(line) || line.startsWith(" ")) && !indentedProse.test(line));
  const isOften = laidOut.length >= leastSpacedShare * lines.length;
  return isOften && laidOut.filter((line) => spaced.test(line)).length >= minSpacedLines;
}

/** A code block shows no format. Bold and italic code is often only highlighted. */
function isUnformatted({ link, look = {}, isMarkdown = false }: SlideRun): boolean {
  const { isStruck = false, script } = look;
  return link === undefined && script === undefined && !isMarkdown && !isStruck;
}

function linesOf(paragraphs: readonly SlideParagraph[]): readonly string[] {
  return paragraphs.flatMap(({ runs }) =>
    runs
      .map(({ text }) => text)
      .join("")
      .split("\n"),
  );
}

function writeLaidOut(builder: MarkdownBuilder, paragraphs: readonly SlideParagraph[]): void {
  builder.open("pre", none);
  builder.text(
    linesOf(paragraphs)
      .map((line) => line.trimEnd())
      .join("\n"),
  );
  builder.close("pre");
}

/** An open list, and the level of its items. */
interface OpenList {
  readonly name: "ul" | "ol";
  readonly level: number;
}

/** Writes the paragraphs of a shape. Deeper items become lists in the preceding item. */
function writeParagraphs(builder: MarkdownBuilder, paragraphs: readonly SlideParagraph[]): void {
  const open: OpenList[] = [];
  builder.open("p", none);
  for (const paragraph of paragraphs) {
    openListFor(builder, open, paragraph);
    writeParagraph(builder, paragraph);
  }
  closeLists(builder, open, () => true);
  builder.close("p");
}

function openListFor(builder: MarkdownBuilder, open: OpenList[], { level, label }: SlideParagraph): void {
  const name = label === "-" ? "ul" : "ol";
  closeLists(
    builder,
    open,
    (list) => label === "" || list.level > level || (list.level === level && list.name !== name),
  );
  // Skips unused levels: an item at level three after level one becomes level two.
  if (label === "" || open.at(-1)?.level === level) return;
  open.push({ name, level });
  builder.open(name, none);
}

function closeLists(builder: MarkdownBuilder, open: OpenList[], isOver: (list: OpenList) => boolean): void {
  for (let last = open.at(-1); last !== undefined && isOver(last); last = open.at(-1)) {
    open.pop();
    builder.close(last.name);
  }
}

function writeParagraph(builder: MarkdownBuilder, { label, runs }: SlideParagraph): void {
  const name = label === "" ? "div" : "li";
  builder.open(name, label === "" || label === "-" ? none : new Map([["data-label", label]]));
  writeRuns(builder, runs);
  builder.close(name);
}

function writeRuns(builder: MarkdownBuilder, runs: readonly SlideRun[]): void {
  if (runs.every(isPlain)) {
    for (const run of runs) writeLines(run, builder, (line) => builder.text(line));
    return;
  }
  // A link continues over runs that differ only in format.
  const writer = createRunWriter(() => builder);
  for (const run of runs) {
    const format = run.link === undefined ? (run.look ?? plainRun) : { ...run.look, link: run.link };
    if (run.isMarkdown === true) writer.ready(format);
    writeLines(run, builder, (line) => writer.write(line, format));
  }
  writer.close();
}

function isPlain({ link, look }: SlideRun): boolean {
  return link === undefined && look === undefined;
}

function writeLines({ text, isMarkdown }: SlideRun, builder: MarkdownBuilder, write: (line: string) => void): void {
  if (isMarkdown === true) builder.raw(text);
  else if (!text.includes("\n")) write(text);
  else {
    for (const [at, line] of text.split("\n").entries()) {
      if (at > 0) builder.open("br", none);
      write(line);
    }
  }
}

function writeTable(builder: MarkdownBuilder, { rows, hasHeader = false }: SlideTable): void {
  builder.open("table", none);
  for (const [index, row] of rows.entries()) {
    builder.open("tr", none);
    for (const cell of row) writeCell(builder, cell, hasHeader && index === 0 ? "th" : "td");
    builder.close("tr");
  }
  builder.close("table");
}

function writeCell(builder: MarkdownBuilder, { paragraphs, columns, rows }: SlideCell, name: "td" | "th"): void {
  const spans = new Map([
    ["colspan", String(columns)],
    ["rowspan", String(rows)],
  ]);
  builder.open(name, spans);
  for (const paragraph of paragraphs) {
    builder.open("p", none);
    if (paragraph.label !== "") builder.text(`${paragraph.label} `);
    writeRuns(builder, paragraph.runs);
    builder.close("p");
  }
  builder.close(name);
}

/** Marks the text of a hidden shape at its start. */
export function hiddenText(paragraphs: readonly SlideParagraph[]): readonly SlideParagraph[] {
  const [first, ...rest] = paragraphs;
  return first === undefined ? [] : [{ ...first, runs: [{ text: "(hidden) " }, ...first.runs] }, ...rest];
}

/** Marks the single lines of a hidden shape, such as formulas. */
export function hiddenLines(blocks: readonly SlideBlock[]): readonly SlideBlock[] {
  return blocks.map((block) =>
    block.type === "markdown" && block.is === "other" ? { ...block, markdown: `(hidden) ${block.markdown}` } : block,
  );
}
