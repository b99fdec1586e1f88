import { BatchError } from "../contract/batch-error.ts";
import type { PlannedDocument } from "../contract/document.ts";
import { completeLines, lineAt } from "../files/lines.ts";
import type { AppendFile, OutputFiles } from "../files/output-files.ts";
import { runFiles } from "./layout.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes of lines to write at once. */
const blockCharacters = 256 * 1024;

/** What was listed besides the documents of a plan. */
export interface PlanTotals {
  readonly documents: number;
  readonly bytes: number;
  /** Entries that were left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Folders and lists that could not be read, or not completely; at most 100 of them. */
  readonly problems: readonly string[];
}

/** Writes a plan line by line. */
export interface PlanWriter {
  add(document: Omit<PlannedDocument, "index">): Promise<void>;
  /** Writes the last line, which makes the plan complete. */
  finish(totals: PlanTotals): Promise<void>;
}

/** Starts a plan anew. */
export async function writePlan(files: OutputFiles): Promise<PlanWriter> {
  const file = await files.append(runFiles.plan, 0);
  let lines: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    await file.append(encoder.encode(lines.join("")));
    lines = [];
    characters = 0;
  };
  const add = async (line: string): Promise<void> => {
    lines.push(`${line}\n`);
    characters += line.length;
    if (characters > blockCharacters) await flush();
  };
  return {
    add: ({ source, path, size, modifiedNs, etag }) =>
      add(JSON.stringify([path, size, modifiedNs, source, ...(etag === undefined ? [] : [etag])])),
    async finish(totals) {
      await add(JSON.stringify(totals));
      await flush();
      await closeDurably(file);
    },
  };
}

async function closeDurably(file: AppendFile): Promise<void> {
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Yields the documents of a complete plan in order. */
export async function* readPlan(files: OutputFiles): AsyncGenerator<PlannedDocument, void, undefined> {
  for await (const { document } of placedDocuments(files)) yield document;
}

/** A document, and the position of its line in the plan. */
export interface PlacedDocument {
  readonly document: PlannedDocument;
  readonly position: number;
}

/** Yields the documents of a plan with the positions of their lines. */
export async function* placedDocuments(files: OutputFiles): AsyncGenerator<PlacedDocument, void, undefined> {
  let index = 0;
  for await (const lines of completeLines(files, runFiles.plan)) {
    // The next block replaces these bytes while a consumer waits, so all lines are parsed before.
    const documents = lines.map(({ bytes, start }) => ({ fields: parse(bytes), position: start }));
    for (const { fields, position } of documents) {
      if (!Array.isArray(fields)) return;
      yield { document: documentOf(fields, index), position };
      index += 1;
    }
  }
}

/** Returns the document of the plan line at a position. */
export async function documentAt(files: OutputFiles, position: number, index: number): Promise<PlannedDocument> {
  const line = await lineAt(files, runFiles.plan, position);
  const fields = line === undefined ? undefined : parse(line);
  if (Array.isArray(fields)) return documentOf(fields, index);
  throw damagedPlan();
}

function documentOf(fields: readonly unknown[], index: number): PlannedDocument {
  const [path, size, modifiedNs, source, etag] = fields;
  const isSound = typeof path === "string" && typeof size === "number" && typeof modifiedNs === "string";
  if (!isSound || typeof source !== "number") throw damagedPlan();
  return { index, source, path, size, modifiedNs, ...(typeof etag === "string" ? { etag } : {}) };
}

/** Bytes at the end of a plan in which its last line is looked for. */
const tailBytes = 1024 * 1024;

/** Returns the totals of a complete plan, or `undefined` if there is none. */
export async function planTotals(files: OutputFiles): Promise<PlanTotals | undefined> {
  const size = await files.size(runFiles.plan);
  if (size === undefined || size === 0) return undefined;
  const start = Math.max(0, size - tailBytes);
  const bytes = new Uint8Array(size - start);
  await files.read(runFiles.plan, bytes, start);
  const text = decoder.decode(bytes);
  if (!text.endsWith("\n")) return undefined;
  const last = text.slice(text.lastIndexOf("\n", text.length - 2) + 1);
  if (!last.startsWith("{")) return undefined;
  return JSON.parse(last) as PlanTotals;
}

/** True if a document was read, or may have been: the journal, and what shards share, exist only after a plan. */
export async function hasRead(files: OutputFiles): Promise<boolean> {
  const sizes = await Promise.all([runFiles.journal, runFiles.shared].map((file) => files.size(file)));
  return sizes.some((size) => size !== undefined && size > 0);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw damagedPlan();
  }
}

function damagedPlan(): BatchError {
  return new BatchError("damaged", "The plan of this run is damaged.", {
    hint: "Start again with an empty output folder.",
  });
}
