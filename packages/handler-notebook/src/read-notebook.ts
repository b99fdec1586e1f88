import {
  createBreather,
  extent,
  text,
  type HandlerContext,
  type HandlerEvent,
  type Source,
} from "@reader/core/handler";
import { cellEvents } from "./cells.ts";
import { loadNotebook } from "./parse.ts";
import { selectCells } from "./select-cells.ts";
import { field, labelOf, listOf } from "./values.ts";

/** Yields a notebook in reading order: how many cells it has, who wrote it, then the cells that were asked for. */
export async function* readNotebook(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const notebook = await loadNotebook(source);
  const selected = selectCells(notebook, context);
  yield extent("cell", notebook.cells.length);
  yield* notebook.notices;
  const front = selected.length === notebook.cells.length ? frontMatter(notebook.metadata) : "";
  if (front !== "") yield text(front);
  const breathe = createBreather();
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
