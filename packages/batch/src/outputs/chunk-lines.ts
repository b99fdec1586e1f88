import type { TextStyle } from "../chunks/blocks.ts";
import { type Chunk, chunkDocument, type ChunkOptions } from "../chunks/chunk-document.ts";
import type { DocumentRecord } from "../contract/document.ts";
import { chunkId } from "../contract/ids.ts";
import { type FinishedDocument, jsonLine, type PlaceName } from "./document-output.ts";
import type { PartsFormat } from "./parts-output.ts";

/** One chunk of the output: a line of the JSON lines. */
export interface ChunkRecord extends Chunk<PlaceName> {
  /** A stable identifier: the hash of the document's path and the text. */
  readonly id: string;
  /** The identifier of the document. */
  readonly document: string;
  readonly path: string;
  readonly mediaType?: string;
  /** Its place among the chunks of the document, from 0. */
  readonly index: number;
}

/** One JSON line for each chunk. */
export function chunkLines(options: Omit<ChunkOptions, "style">): PartsFormat {
  return {
    extension: "jsonl",
    encode: (document) => chunksOf(document, options).map(jsonLine).join(""),
  };
}

/** Returns the chunks of a document. */
export function chunksOf(
  { record, sections }: FinishedDocument,
  options: Omit<ChunkOptions, "style">,
): readonly ChunkRecord[] {
  const { id: document, path, mediaType } = record;
  const copies = new Map<string, number>();
  return chunkDocument(sections, { ...options, style: styleOf(record) }).map((chunk, index) => {
    const copy = copies.get(chunk.text) ?? 0;
    copies.set(chunk.text, copy + 1);
    const id = chunkId(document, chunk.text, copy);
    return { id, document, path, ...(mediaType === undefined ? {} : { mediaType }), index, ...chunk };
  });
}

const tables: ReadonlySet<string> = new Set(["text/csv", "text/tab-separated-values"]);

/** How the text of a document is written. */
export function styleOf({ mediaType = "", handler }: Pick<DocumentRecord, "mediaType" | "handler">): TextStyle {
  if (handler === "text" && tables.has(mediaType)) return "table";
  return handler !== "text" || mediaType === "text/markdown" ? "markdown" : "plain";
}
