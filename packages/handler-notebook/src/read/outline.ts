import {
  headingOutline,
  type HandlerContext,
  type HandlerEvent,
  type Outline,
  type OutlineEntry,
  type Source,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { cellEvents, cellType, sourceOf } from "./cells.ts";
import { loadNotebook, type Notebook } from "../document/parse.ts";

/** Types of cells whose text may have headings. */
const writtenTypes: ReadonlySet<string> = new Set(["markdown", "text", "heading", "html"]);

/** Characters of the line that stands for a cell of code. */
const maxLineCharacters = 120;

/** The headings of a notebook, each with its cell; of one without headings, the first line of each cell of code. */
export async function outlineNotebook(source: Source, { signal, budget }: HandlerContext): Promise<Outline> {
  const notebook = await loadNotebook(source);
  const outline = await headingOutline(writtenEvents(notebook, signal), { timeMs: budget.outlineTimeMs });
  return outline.entries.length > 0 ? outline : { entries: codeEntries(notebook) };
}

async function* writtenEvents(notebook: Notebook, signal: AbortSignal): AsyncGenerator<HandlerEvent> {
  const breathe = createYielder(signal);
  for (const [index, cell] of notebook.cells.entries()) {
    if (writtenTypes.has(cellType(cell))) yield* cellEvents(notebook, index);
    await breathe();
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
