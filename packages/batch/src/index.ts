// The public surface: every name is listed, so that adding one is a decision.
export { BatchError } from "./contract/batch-error.ts";
export type { BatchErrorCode } from "./contract/batch-error.ts";
export type {
  DocumentFailure,
  DocumentImage,
  DocumentNotice,
  DocumentPlace,
  DocumentRecord,
  DocumentTable,
  FailureCode,
  PlannedDocument,
  ReadReason,
} from "./contract/document.ts";
export { blocksOf } from "./chunks/blocks.ts";
export type { Block, TextStyle } from "./chunks/blocks.ts";
export { chunkDocument } from "./chunks/chunk-document.ts";
export type { Chunk, ChunkOptions, ChunkSection } from "./chunks/chunk-document.ts";
export type { CountTokens } from "./chunks/split-text.ts";
export { nodeOutputFiles } from "./files/node-output-files.ts";
export type { NodeOutputOptions } from "./files/node-output-files.ts";
export type { AppendFile, OutputFiles, ReplaceOptions } from "./files/output-files.ts";
export type { LockOwner } from "./journal/lock.ts";
export type { RunTotals } from "./journal/totals.ts";
export type { ChunkRecord } from "./outputs/chunk-lines.ts";
export type { PlaceName } from "./outputs/document-output.ts";
export type { Choice, Shard } from "./sources/choose.ts";
export { fileSource, folderSource } from "./sources/folder-source.ts";
export type { FolderOptions } from "./sources/folder-source.ts";
export { listSource } from "./sources/list-source.ts";
export type { ListOptions } from "./sources/list-source.ts";
export { manifestSource } from "./sources/manifest-source.ts";
export type { ManifestForm, ManifestOptions } from "./sources/manifest-source.ts";
export type { Storage } from "./sources/storage.ts";
export type { Source, SourceDocument, SourceListener } from "./sources/source.ts";
export type {
  BatchFormat,
  BatchOptions,
  BatchProgress,
  BatchSummary,
  StartTotals,
  BatchWish,
  ChunkWish,
} from "./engine/batch-options.ts";
export { batchDefaults } from "./engine/batch-options.ts";
export { previewBatch } from "./engine/preview.ts";
export type { BatchPreview, PreviewOptions, TypePreview } from "./engine/preview.ts";
export { runBatch } from "./engine/run-batch.ts";
export type { RunStart } from "./engine/run-batch.ts";
export type { RunFile } from "./engine/run-file.ts";
export { batchStatus, commandOf } from "./engine/status.ts";
export type { BatchStatus } from "./engine/status.ts";
export { distribute } from "./shards/distribute.ts";
export type { DistributedSummary, Distribution, DistributionProgress } from "./shards/distribute.ts";
export { runShard } from "./shards/run-shard.ts";
export type { ShardGround, ShardOptions, ShardResult } from "./shards/run-shard.ts";
export type { ShardJob, SharedRun, SharedSource } from "./shards/shard-job.ts";
export { shardDefaults } from "./shards/shard-plan.ts";
export type { ShardedRun, ShardLimits } from "./shards/shard-plan.ts";
export type {
  ActiveJob,
  FailedJob,
  JobControl,
  JobOutcome,
  QueuedJob,
  QueueState,
  QueueWork,
  ShardQueue,
} from "./shards/shard-queue.ts";
export { isSharded, shardsStatus } from "./shards/shard-status.ts";
export type { ShardsStatus } from "./shards/shard-status.ts";
export { workShards } from "./shards/work-shards.ts";
export type { ShardWork } from "./shards/work-shards.ts";
