import { estimateTokens } from "@reader/core";
import type { OutputFiles } from "../files/output-files.ts";
import { readPlan } from "../journal/plan.ts";
import type { RunState } from "../journal/replay.ts";
import { chunkLines } from "../outputs/chunk-lines.ts";
import { type DocumentOutput, jsonLine } from "../outputs/document-output.ts";
import { createMarkdownOutput } from "../outputs/markdown-output.ts";
import { parquetParts } from "../outputs/parquet-part.ts";
import { createPartsOutput, type PartsFormat } from "../outputs/parts-output.ts";
import { withFailures } from "../outputs/with-failures.ts";
import { batchDefaults, type BatchOptions } from "./batch-options.ts";

/** What an output needs of its run. */
export interface OutputPlace {
  readonly files: OutputFiles;
  readonly state: RunState;
  readonly onRoll: (file: string) => Promise<void>;
}

/** One JSON line for each document. */
const jsonLines: PartsFormat = { extension: "jsonl", encode: ({ record }) => jsonLine(record) };

/** Creates the output of a run in the wanted format. */
export async function outputFor(options: BatchOptions, place: OutputPlace): Promise<DocumentOutput> {
  const { files, state } = place;
  const isMarkdown = options.format === "markdown";
  const output = isMarkdown
    ? await createMarkdownOutput(files, { folder: onlyFolder(options), paths: plannedPaths(files) })
    : await createPartsOutput(files, formatOf(options), { ...place, partBytes: partBytesOf(options) });
  return withFailures(files, output, { state, showsPartial: isMarkdown });
}

async function* plannedPaths(files: OutputFiles): AsyncGenerator<string, void, undefined> {
  for await (const { path } of readPlan(files)) yield path;
}

function partBytesOf({ partBytes = batchDefaults.partBytes }: BatchOptions): number {
  return partBytes;
}

function formatOf({ format, chunks = {}, reader }: BatchOptions): PartsFormat {
  if (format === "parquet") return parquetParts;
  if (format !== "chunks") return jsonLines;
  const { maxTokens = batchDefaults.chunkTokens, isAcross = false } = chunks;
  return chunkLines({ maxTokens, isAcross, countTokens: reader?.countTokens ?? estimateTokens });
}

function onlyFolder({ sources }: BatchOptions): string | undefined {
  return sources.length === 1 ? sources[0]?.folder : undefined;
}
