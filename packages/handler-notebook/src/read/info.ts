import { extent, type HandlerInfo, type Json, type Source } from "@reader/core/handler";
import { cellType } from "./cells.ts";
import { loadNotebook, type Notebook } from "../document/parse.ts";
import { deepField, field, labelOf } from "../document/values.ts";

/** Kernel, language, version of the format, and how many cells of each type a notebook has. */
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
