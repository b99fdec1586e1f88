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
  quoted,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { loadNotebook, type Notebook } from "../document/parse.ts";
import { deepField, field, labelOf, listOf } from "../document/values.ts";
import { cellEvents, cellType, sourceOf } from "./cells.ts";

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
