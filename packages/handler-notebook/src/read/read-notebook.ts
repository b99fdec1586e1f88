import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  headingOutline,
  type Json,
  type Outline,
  type OutlineEntry,
  type PageRange,
  type Place,
  quoted,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { markFact } from "@reader/core/render";
import { fence } from "@reader/document";
import {
  deepField,
  field,
  firstField,
  isRecord,
  labelOf,
  listOf,
  loadNotebook,
  type Notebook,
  textOf,
} from "../document/parse.ts";
import { extractDataUris, replaceBase64 } from "../outputs/encoded-text.ts";
import { bundleOfData } from "../outputs/mime-bundle.ts";
import { attachmentEvent, embeddedImages, outputEvents } from "../outputs/outputs.ts";
import { textOfHtml } from "../outputs/readable.ts";

/** Yields a notebook in reading order: the number of cells, title and authors, then the requested cells. */
export async function* readNotebook(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const notebook = await loadNotebook(source);
  const selected = selectCells(notebook, context);
  yield extent("cell", notebook.cells.length);
  yield* notebook.notices;
  const front = selected.length === notebook.cells.length ? frontMatter(notebook.metadata) : "";
  if (front !== "") yield text(front);
  const yieldToLoop = createYielder();
  for (const index of selected) {
    for await (const event of cellEvents(notebook, index)) {
      await yieldToLoop();
      context.signal.throwIfAborted();
      yield event;
    }
  }
}

/** Returns title and authors, which few notebooks have. */
function frontMatter(metadata: unknown): string {
  const title = titleOf(metadata);
  const authors = listOf(field(metadata, "authors"))
    .map((author) => labelOf(field(author, "name")) ?? labelOf(author))
    .filter((name) => name !== undefined);
  const lines = [
    title === undefined ? "" : `title: ${title}\n`,
    authors.length === 0 ? "" : `authors: ${authors.join(", ")}\n`,
  ];
  return lines.join("");
}

/** Returns the title, which is called `name` in version 3. */
function titleOf(metadata: unknown): string | undefined {
  return labelOf(field(metadata, "title"), 200) ?? labelOf(field(metadata, "name"), 200);
}

/**
 * Returns the indices of the requested cells, from 0, ascending. `pages` counts cells from 1; a name there, or `select`,
 * is the identifier of a cell, which exists since nbformat 4.5. Throws `out-of-range` for missing cells.
 */
export function selectCells(notebook: Notebook, wish: Pick<HandlerContext, "pages" | "select">): readonly number[] {
  const total = notebook.cells.length;
  const ranges = [...(wish.pages ?? []), ...(wish.select === undefined ? [] : [{ label: wish.select }])];
  if (ranges.length === 0) return notebook.cells.map((_, index) => index);
  const wanted = ranges.map((range) => spanOf(range, notebook));
  const isWanted = (index: number): boolean => wanted.some(({ start, end }) => index >= start && index < end);
  return Array.from({ length: total }, (_, index) => index).filter(isWanted);
}

/** Indices from 0; `end` is exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

function spanOf(range: PageRange, notebook: Notebook): Span {
  if ("label" in range) return spanOfIdentifier(range.label, notebook);
  const total = notebook.cells.length;
  const start = range.first < 0 ? Math.max(0, total + range.first) : range.first - 1;
  const end = Math.min(total, range.last ?? total);
  if (start < 0 || start >= total) throw outOfRange(notebook, `cell ${range.first}`);
  return { start, end };
}

function spanOfIdentifier(identifier: string, notebook: Notebook): Span {
  const start = notebook.cells.findIndex((cell) => field(cell, "id") === identifier);
  if (start < 0) throw outOfRange(notebook, `cell named ${quoted(identifier)}`);
  return { start, end: start + 1 };
}

function outOfRange({ path, cells }: Notebook, missing: string): ReadError {
  const total = cells.length;
  return new ReadError("out-of-range", `${path} has ${total} ${total === 1 ? "cell" : "cells"} and no ${missing}.`, {
    hint: total === 0 ? "Read it without `pages`." : `Ask for \`pages\` from 1 to ${total}.`,
    details: { total, unit: "cell" },
  });
}

/** Describes a notebook: kernel, language, format version, and the number of cells by type. */
export async function describeNotebook(source: Source): Promise<HandlerInfo> {
  const notebook = await loadNotebook(source);
  const kernel = labelOf(deepField(notebook.metadata, "kernelspec", "display_name"));
  const title = labelOf(field(notebook.metadata, "title"), 200);
  const facts: Readonly<Record<string, Json | undefined>> = {
    title,
    kernel: kernel ?? labelOf(deepField(notebook.metadata, "kernelspec", "name")),
    language: notebook.language,
    nbformat: notebook.format,
    cells: countTypes(notebook),
  };
  return { extents: [extent("cell", notebook.cells.length)], facts: withoutAbsent(facts) };
}

function countTypes({ cells }: Notebook): { readonly [type: string]: number } {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cellType(cell), (counts.get(cellType(cell)) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function withoutAbsent(facts: Readonly<Record<string, Json | undefined>>): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Types of cells that may contain headings. */
const proseTypes: ReadonlySet<string> = new Set(["markdown", "text", "heading", "html"]);

/** Maximum length of the line that represents a code cell, in characters. */
const maxLineCharacters = 120;

/** Outlines a notebook by its headings, or without any by the first line of each code cell. */
export async function outlineNotebook(source: Source, { signal, budget }: HandlerContext): Promise<Outline> {
  const notebook = await loadNotebook(source);
  const outline = await headingOutline(proseEvents(notebook, signal), { timeMs: budget.outlineTimeMs });
  return outline.entries.length > 0 ? outline : { entries: codeEntries(notebook) };
}

async function* proseEvents(notebook: Notebook, signal: AbortSignal): AsyncGenerator<HandlerEvent> {
  const yieldToLoop = createYielder(signal);
  for (const [index, cell] of notebook.cells.entries()) {
    if (proseTypes.has(cellType(cell))) yield* cellEvents(notebook, index);
    await yieldToLoop();
  }
}

function codeEntries({ cells }: Notebook): readonly OutlineEntry[] {
  return cells.flatMap((cell, at) => {
    const line = cellType(cell) === "code" ? firstLine(sourceOf(cell)) : "";
    if (line === "") return [];
    return [{ kind: "cell" as const, name: line, title: line, place: { unit: "cell" as const, index: at + 1 } }];
  });
}

function firstLine(code: string): string {
  const line = code.split("\n").find((each) => each.trim() !== "") ?? "";
  return line.trim().slice(0, maxLineCharacters);
}

/** Yields one cell; `index` is from 0. An empty cell is mentioned, so that none seems to be missing. */
async function* cellEvents(notebook: Notebook, index: number): AsyncGenerator<HandlerEvent> {
  const cell = notebook.cells[index];
  const at = placeOf(cell, index);
  let isEmpty = true;
  for await (const event of contentOf(cell, at, notebook)) {
    isEmpty = false;
    yield event;
  }
  if (isEmpty) yield text("(empty)\n", at);
}

/** Returns the type of a cell, such as `code` or `markdown`, or `unknown`. */
function cellType(cell: unknown): string {
  return labelOf(field(cell, "cell_type"), 40) ?? "unknown";
}

/** Returns a place with a label such as `code · In [3]`. Mentions collapsed sources and outputs. */
function placeOf(cell: unknown, index: number): Place {
  const type = cellType(cell);
  const count = labelOf(firstField(cell, ["execution_count", "prompt_number"]), 20);
  const format =
    type === "raw"
      ? labelOf(deepField(cell, "metadata", "raw_mimetype") ?? deepField(cell, "metadata", "format"))
      : undefined;
  const marks = [
    markFact(type),
    format === undefined ? undefined : markFact(format),
    count === undefined ? undefined : `In [${/^[\d*]+$/.test(count) ? count : quoted(count)}]`,
    deepField(cell, "metadata", "jupyter", "source_hidden") === true ? "source hidden" : undefined,
    deepField(cell, "metadata", "jupyter", "outputs_hidden") === true ? "outputs hidden" : undefined,
  ];
  return { unit: "cell", index: index + 1, label: marks.filter((mark) => mark !== undefined).join(" · ") };
}

/** Returns the source, whose field name differs by version. */
function sourceOf(cell: unknown): string {
  return textOf(firstField(cell, ["source", "input", "code", "text"]));
}

async function* contentOf(cell: unknown, at: Place, notebook: Notebook): AsyncGenerator<HandlerEvent> {
  const source = sourceOf(cell);
  switch (cellType(cell)) {
    case "code":
      yield* textEvents(fence(languageOf(cell, notebook), replaceBase64(source)), at);
      yield* outputEvents(field(cell, "outputs"), { at, metadata: notebook.metadata });
      return;
    case "markdown":
    case "text":
      yield* markdownEvents(source, at);
      yield* attachmentEvents(cell, at);
      return;
    case "heading":
      yield* textEvents(`${"#".repeat(levelOf(cell))} ${source.trim()}\n`, at);
      return;
    case "html":
      yield* htmlEvents(source, at);
      return;
    default:
      yield* otherEvents(cell, source, at);
  }
}

function* textEvents(content: string, at: Place): Generator<HandlerEvent> {
  if (content.trim() !== "") yield text(content.endsWith("\n") ? content : `${content}\n`, at);
}

function* markdownEvents(source: string, at: Place): Generator<HandlerEvent> {
  const { text: words, images } = extractDataUris(source);
  yield* textEvents(replaceBase64(words), at);
  yield* embeddedImages(images, at);
}

async function* htmlEvents(source: string, at: Place): AsyncGenerator<HandlerEvent> {
  const markdown = await textOfHtml(source);
  if (markdown !== undefined) yield* markdownEvents(markdown, at);
  else if (source.trim() !== "") yield text(`(HTML, ${source.length} characters, not shown)\n`, at);
}

/** Yields the attachments of a Markdown cell, which it shows as `![alt](attachment:name)`. */
function* attachmentEvents(cell: unknown, at: Place): Generator<HandlerEvent> {
  const attachments = field(cell, "attachments");
  if (!isRecord(attachments)) return;
  for (const [name, data] of Object.entries(attachments)) yield attachmentEvent(name, bundleOfData(data), at);
}

/** Yields raw cells, and cells of unknown types. */
function* otherEvents(cell: unknown, source: string, at: Place): Generator<HandlerEvent> {
  const type = cellType(cell);
  if (!isRecord(cell)) yield text("(not a cell, not shown)\n", at);
  else if (source.trim() !== "") yield* textEvents(fence("", replaceBase64(source)), at);
  else if (type !== "raw") yield text(`(a cell of the unknown type ${quoted(type)}, without a source)\n`, at);
}

/** Returns the language of a cell. Notebooks with several languages name it in the cell, as nbformat 3 always does. */
function languageOf(cell: unknown, { language }: Notebook): string {
  const own =
    labelOf(field(cell, "language")) ??
    labelOf(deepField(cell, "metadata", "vscode", "languageId")) ??
    labelOf(deepField(cell, "metadata", "polyglot_notebook", "kernelName"));
  return (own ?? language ?? "").toLowerCase();
}

/** Returns the heading level, 1 to 6. */
function levelOf(cell: unknown): number {
  const level = Number(labelOf(field(cell, "level")));
  return Number.isInteger(level) ? Math.min(6, Math.max(1, level)) : 1;
}
