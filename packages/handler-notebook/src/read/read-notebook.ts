import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type PageRange,
  quoted,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { loadNotebook, type Notebook } from "../document/parse.ts";
import { field, labelOf, listOf } from "../document/values.ts";
import { cellEvents } from "./cells.ts";

/** Yields a notebook in reading order: how many cells it has, who wrote it, then the cells that were asked for. */
export async function* readNotebook(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const notebook = await loadNotebook(source);
  const selected = selectCells(notebook, context);
  yield extent("cell", notebook.cells.length);
  yield* notebook.notices;
  const front = selected.length === notebook.cells.length ? frontMatter(notebook.metadata) : "";
  if (front !== "") yield text(front);
  const breathe = createYielder();
  for (const index of selected) {
    for await (const event of cellEvents(notebook, index)) {
      await breathe();
      context.signal.throwIfAborted();
      yield event;
    }
  }
}

/** Title and authors, which few notebooks give. */
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

/** Version 3 called it `name`. */
function titleOf(metadata: unknown): string | undefined {
  return labelOf(field(metadata, "title"), 200) ?? labelOf(field(metadata, "name"), 200);
}

/**
 * The indexes of the cells that a request wants, from 0 and ascending. `pages` counts cells from 1; a name there, or
 * `select`, is the identifier that a cell has since nbformat 4.5. Throws `out-of-range` for what is not there.
 */
export function selectCells(notebook: Notebook, wish: Pick<HandlerContext, "pages" | "select">): readonly number[] {
  const total = notebook.cells.length;
  const ranges = [...(wish.pages ?? []), ...(wish.select === undefined ? [] : [{ label: wish.select }])];
  if (ranges.length === 0) return notebook.cells.map((_, index) => index);
  const wanted = ranges.map((range) => spanOf(range, notebook));
  const isWanted = (index: number): boolean => wanted.some(({ start, end }) => index >= start && index < end);
  return Array.from({ length: total }, (_, index) => index).filter(isWanted);
}

/** Indexes from 0; `end` is not included. */
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
