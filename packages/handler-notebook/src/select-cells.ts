import { ReadError, type HandlerContext, type PageRange, quoted } from "@reader/core/handler";
import type { Notebook } from "./parse.ts";
import { field } from "./values.ts";

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
