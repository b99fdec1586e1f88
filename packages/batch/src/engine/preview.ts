import { nodeFileSystem } from "@reader/core";
import { typeByName } from "@reader/core/internal";
import type { PlannedDocument } from "../contract/document.ts";
import { sha256 } from "../contract/ids.ts";
import type { BatchOptions } from "./batch-options.ts";
import { listDocuments } from "./list-documents.ts";
import { readDocument } from "./read-document.ts";
import { createReaders } from "./reading.ts";
import { describeRun } from "./run-file.ts";
import { sampleShares } from "./sample-shares.ts";
import { openSince, type Since } from "./since.ts";

/** Documents of each type that may be read to estimate the tokens of all. */
const samplesPerType = 16;

/** The documents of one type. */
export interface TypePreview {
  /** The media type by name, or the extension of an unknown type. */
  readonly type: string;
  readonly documents: number;
  readonly bytes: number;
  /** Estimated tokens of their text, from the samples; absent if there are none, because the type has few bytes. */
  readonly tokens?: number;
}

/** What a run would read. */
export interface BatchPreview {
  readonly documents: number;
  readonly bytes: number;
  /** Estimated tokens of all documents. Types without samples count as the others do by their bytes. */
  readonly tokens: number;
  /** Number of documents that were read for the estimate. */
  readonly samples: number;
  readonly types: readonly TypePreview[];
  /** Documents that did not change since the earlier run. */
  readonly kept?: number;
  /** Why documents would be read, compared with the earlier run. */
  readonly reasons?: Readonly<Record<string, number>>;
  readonly deleted?: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

/** Options of a preview: those of a run, without its output. */
export type PreviewOptions = Omit<BatchOptions, "output">;

interface TypeCount {
  documents: number;
  bytes: number;
  /** The documents whose paths have the least hashes: the same random choice at every call. */
  readonly samples: { readonly hash: string; readonly document: PlannedDocument }[];
}

/** Lists what a run would read, and reads a few documents of each type to estimate the tokens. Writes nothing. */
export async function previewBatch(given: PreviewOptions): Promise<BatchPreview> {
  const options: BatchOptions = { ...given, output: noOutput };
  const { fileSystem = nodeFileSystem() } = options;
  const { images: _, ...unread } = options;
  const readers = createReaders(unread, fileSystem);
  const run = describeRun(options, { workingDirectory: fileSystem.workingDirectory });
  const { versionOf } = readers;
  try {
    const since = options.since === undefined ? undefined : await openSince(options.since, { run, versionOf });
    const types = new Map<string, TypeCount>();
    const reasons = new Map<string, number>();
    const listing = listDocuments(options);
    let index = 0;
    for await (const listed of listing.documents()) {
      const document = { ...listed, index };
      index += 1;
      const reason = since === undefined ? undefined : await compared(since, document, readers);
      if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      if (reason !== "kept") countType(types, document);
    }
    const { skipped, problems } = listing.totals();
    const estimated = await estimate(types, (document) => readDocument(document, readers, options.signal));
    return {
      ...estimated,
      ...(since === undefined ? {} : await sinceFacts(since, reasons)),
      skipped,
      problems,
    };
  } finally {
    await readers.close();
  }
}

async function compared(
  since: Since,
  document: PlannedDocument,
  { readerOf }: ReturnType<typeof createReaders>,
): Promise<string> {
  since.see(document.path);
  const verdict = await since.compare(document, await readerOf(document));
  return verdict.isKept ? "kept" : verdict.reason;
}

async function sinceFacts(
  since: Since,
  reasons: ReadonlyMap<string, number>,
): Promise<Pick<BatchPreview, "kept" | "reasons" | "deleted">> {
  let deleted = 0;
  for await (const _ of since.deleted()) deleted += 1;
  const { kept = 0, ...others } = Object.fromEntries(reasons);
  return { kept, reasons: others, deleted };
}

function countType(types: Map<string, TypeCount>, document: PlannedDocument): void {
  const name = document.path.slice(document.path.lastIndexOf("/") + 1);
  const type = typeByName(name) ?? (/\.[^.]+$/.exec(name)?.[0] ?? "no extension").toLowerCase();
  const count = types.get(type) ?? { documents: 0, bytes: 0, samples: [] };
  types.set(type, count);
  count.documents += 1;
  count.bytes += Math.max(0, document.size);
  const hash = sha256(document.path);
  const last = count.samples.at(samplesPerType - 1);
  if (last !== undefined && last.hash < hash) return;
  const at = count.samples.findIndex((sample) => sample.hash > hash);
  count.samples.splice(at < 0 ? count.samples.length : at, 0, { hash, document });
  count.samples.length = Math.min(count.samples.length, samplesPerType);
}

type Read = (document: PlannedDocument) => ReturnType<typeof readDocument>;

async function estimate(
  types: ReadonlyMap<string, TypeCount>,
  read: Read,
): Promise<Pick<BatchPreview, "documents" | "bytes" | "tokens" | "samples" | "types">> {
  const previews: TypePreview[] = [];
  const byBytes = [...types].toSorted(([, one], [, other]) => other.bytes - one.bytes);
  const shares = sampleShares(byBytes.map(([, type]) => type));
  for (const [at, [type, { documents, bytes, samples }]] of byBytes.entries()) {
    const taken = samples.slice(0, shares[at] ?? 0).map(({ document }) => document);
    const tokens = await tokensOf({ documents, bytes }, taken, read);
    previews.push({ type, documents, bytes, ...(tokens === undefined ? {} : { tokens }) });
  }
  const sum = (value: (preview: TypePreview) => number): number =>
    previews.reduce((total, preview) => total + value(preview), 0);
  const bytes = sum((preview) => preview.bytes);
  const sampledBytes = sum((preview) => (preview.tokens === undefined ? 0 : preview.bytes));
  return {
    documents: sum(({ documents }) => documents),
    bytes,
    tokens: Math.round(sum(({ tokens = 0 }) => tokens) * (sampledBytes === 0 ? 1 : bytes / sampledBytes)),
    samples: shares.reduce((total, share) => total + share, 0),
    types: previews,
  };
}

/**
 * Projects the tokens of samples: those of text by its bytes, those of other formats by their number, because compression
 * and images hide how much text a file has. A document that fails has no tokens.
 */
async function tokensOf(
  { documents, bytes }: Pick<TypeCount, "documents" | "bytes">,
  samples: readonly PlannedDocument[],
  read: Read,
): Promise<number | undefined> {
  let [count, sampleBytes, tokens, isText] = [0, 0, 0, true];
  for (const sample of samples) {
    const record = (await read(sample))?.record;
    if (record === undefined) continue;
    count += 1;
    sampleBytes += Math.max(0, sample.size);
    if (record.status !== "failed") tokens += record.tokens;
    isText &&= record.handler === undefined || record.handler === "text";
  }
  if (count === 0) return undefined;
  return Math.round(isText && sampleBytes > 0 ? (tokens / sampleBytes) * bytes : (tokens / count) * documents);
}

/** The output of a preview, which is never called. */
const noOutput: BatchOptions["output"] = {
  folder: "",
  append: () => Promise.reject(new TypeError("A preview writes nothing.")),
  replace: () => Promise.reject(new TypeError("A preview writes nothing.")),
  create: () => Promise.reject(new TypeError("A preview writes nothing.")),
  rename: () => Promise.reject(new TypeError("A preview writes nothing.")),
  remove: () => Promise.reject(new TypeError("A preview writes nothing.")),
  list: () => Promise.resolve(undefined),
  size: () => Promise.resolve(undefined),
  read: () => Promise.resolve(0),
};
