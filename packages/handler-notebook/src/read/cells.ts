import { type HandlerEvent, type Place, quoted, text } from "@reader/core/handler";
import { markFact } from "@reader/core/render";
import { fence } from "@reader/document";
import type { Notebook } from "../document/parse.ts";
import { deepField, field, firstField, isRecord, labelOf, textOf } from "../document/values.ts";
import { extractDataUris, replaceBase64 } from "../outputs/encoded-text.ts";
import { bundleOfData } from "../outputs/mime-bundle.ts";
import { attachmentEvent, embeddedImages, outputEvents } from "../outputs/outputs.ts";
import { textOfHtml } from "../outputs/readable.ts";

/** Yields one cell; `index` is from 0. An empty cell is mentioned, so that none seems to be missing. */
export async function* cellEvents(notebook: Notebook, index: number): AsyncGenerator<HandlerEvent> {
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
export function cellType(cell: unknown): string {
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
export function sourceOf(cell: unknown): string {
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
