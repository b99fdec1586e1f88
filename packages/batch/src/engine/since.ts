import { BatchError } from "../contract/batch-error.ts";
import type { PlannedDocument, ReadReason } from "../contract/document.ts";
import { GrowingNumbers } from "../files/growing-numbers.ts";
import { KeyIndex } from "../files/key-index.ts";
import { completeLines, lineAt } from "../files/lines.ts";
import type { OutputFiles } from "../files/output-files.ts";
import { runFiles } from "../journal/layout.ts";
import { readPlan } from "../journal/plan.ts";
import { type DoneRecord, type KeptRecord, parseRecord } from "../journal/records.ts";
import { isDocumentRecord } from "../journal/replay.ts";
import type { DocumentPlace } from "../sources/storage.ts";
import { fileState } from "./fingerprint.ts";
import { existingRun, type RunFile } from "./run-file.ts";

/** Whether a document has to be read, compared with an earlier run. */
export type SinceVerdict =
  | { readonly isKept: true; readonly record: Omit<KeptRecord, "index"> }
  | { readonly isKept: false; readonly reason: ReadReason };

/** An earlier run to compare documents with. */
export interface Since {
  /** Compares a document. Hashes its content only if nothing but its time changed. */
  compare(document: PlannedDocument, place: SincePlace): Promise<SinceVerdict>;
  /** Notes that a document is still there. */
  see(path: string): void;
  /** Yields the paths of documents of the earlier run that were not seen. */
  deleted(): AsyncGenerator<string, void, undefined>;
}

/** Where a document is, and the folders that may be read. */
export interface SincePlace extends DocumentPlace {
  readonly roots: readonly string[];
}

/** Failures that another attempt may avoid, although the file is the same. */
const passing: ReadonlySet<string> = new Set([
  "timed-out",
  "aborted",
  "changed-while-reading",
  "out-of-resources",
  "handler-failed",
  "not-found",
  "permission-denied",
  "quarantined",
]);

/** What the comparison needs of the new run. */
export interface SinceOptions {
  readonly run: RunFile;
  readonly versionOf: (handler: string) => string | undefined;
}

/**
 * Opens the journal of an earlier run. A million documents take about 50 MB: a hash of each path, and the position of its
 * record. Rejects with a `BatchError` if there is no run.
 */
export async function openSince(files: OutputFiles, { run, versionOf }: SinceOptions): Promise<Since> {
  const { readKey, isSharded = false } = await existingRun(files);
  if (isSharded) throw divided(files);
  const paths = new KeyIndex();
  for await (const { path, index } of readPlan(files)) paths.add(path, index);
  const positions = await recordPositions(files);
  const seen = new GrowingNumbers();
  const recordOf = async (index: number): Promise<DoneRecord | KeptRecord | undefined> => {
    const position = positions.at(index);
    const line = position === 0 ? undefined : await lineAt(files, runFiles.journal, position - 1);
    const record = line === undefined ? undefined : parseRecord(line);
    return record !== undefined && isDocumentRecord(record) ? record : undefined;
  };
  return {
    async compare(document, { fileSystem, path, roots }) {
      const index = paths.get(document.path);
      const record = index === undefined ? undefined : await recordOf(index);
      if (index === undefined || record === undefined) return { isKept: false, reason: "new" };
      const reason = readKey === run.readKey ? outdated(record, versionOf) : "options";
      if (reason !== undefined) return { isKept: false, reason };
      return sameContent(document, record, () => fileState(fileSystem, path, { roots }));
    },
    see(path) {
      const index = paths.get(path);
      if (index !== undefined) seen.set(index, 1);
    },
    async *deleted() {
      for await (const { path, index } of readPlan(files)) {
        if (positions.at(index) !== 0 && seen.at(index) === 0) yield path;
      }
    },
  };
}

function divided({ folder }: OutputFiles): BatchError {
  return new BatchError("no-run", `${folder} is the output of a queue: it has no journal to compare documents with.`, {
    hint: `Give a list of what changed instead: find SOURCE -type f -newer ${folder}/_run/run.json | reader batch - --out DIR`,
  });
}

/** The position of the last record of each document, plus 1. */
async function recordPositions(files: OutputFiles): Promise<GrowingNumbers> {
  const positions = new GrowingNumbers();
  for await (const lines of completeLines(files, runFiles.journal)) {
    for (const { bytes, start } of lines) {
      const record = parseRecord(bytes);
      if (record !== undefined && isDocumentRecord(record)) positions.set(record.index, start + 1);
    }
  }
  return positions;
}

/** Why the earlier result would be another one today, although the file is the same. */
function outdated(
  { code, handler, version }: DoneRecord | KeptRecord,
  versionOf: (handler: string) => string | undefined,
): ReadReason | undefined {
  if (code !== undefined && (passing.has(code) || handler === undefined)) return "failed";
  return handler !== undefined && versionOf(handler) !== version ? "handler" : undefined;
}

/** Compares the tags of a storage if both are known, which needs no request, or size and time, or else the content. */
async function sameContent(
  { size, modifiedNs, etag }: PlannedDocument,
  record: DoneRecord | KeptRecord,
  state: () => ReturnType<typeof fileState>,
): Promise<SinceVerdict> {
  const changed = { isKept: false, reason: "content" } as const;
  if (size < 0 || size !== record.size) return changed;
  const isTagged = etag !== undefined && record.etag !== undefined;
  if (isTagged ? etag === record.etag : modifiedNs === record.modifiedNs)
    return { isKept: true, record: keptOf(record, { modifiedNs, etag }) };
  if (record.sha256 === undefined) return changed;
  const now = await state();
  if (now?.fingerprint.sha256 !== record.sha256) return changed;
  return { isKept: true, record: keptOf(record, now.fingerprint) };
}

function keptOf(
  record: DoneRecord | KeptRecord,
  { modifiedNs, etag }: { readonly modifiedNs: string; readonly etag?: string | undefined },
): Omit<KeptRecord, "index"> {
  const { handler, version, mediaType, tokens, size, sha256, code } = record;
  return {
    type: "kept",
    tokens,
    modifiedNs,
    ...(etag === undefined ? {} : { etag }),
    ...(size === undefined ? {} : { size }),
    ...(handler === undefined ? {} : { handler }),
    ...(version === undefined ? {} : { version }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(code === undefined ? {} : { code }),
  };
}
