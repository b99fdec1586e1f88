import { choice, type CommandName, folder, type Option, seconds, text, whole } from "./option-values.ts";

/** The formats of the output of `reader batch`. */
export const batchFormats = ["jsonl", "markdown", "chunks", "parquet"] as const;

const batch: readonly CommandName[] = ["batch"];

/** The options of `reader batch` alone. */
export const batchOptions: readonly Option[] = [
  {
    name: "out",
    value: folder,
    help: "Write the output to this folder, which belongs to the run. The same command goes on with it.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "format",
    value: choice(batchFormats),
    help: "One JSON line for each document, a tree of Markdown files, JSON lines of chunks, or Parquet. Default: jsonl.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "chunk-tokens",
    value: whole(16, 100_000),
    help: "Maximum number of tokens of a chunk. Default: 512.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "chunk-across",
    help: "Let chunks go on over pages, sheets, slides and headings.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "images",
    value: folder,
    help: "Write the images of documents to this folder, named by their content.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "manifest",
    value: { kind: "file", label: "FILE" },
    isRepeatable: true,
    help: "Read the documents of this manifest: JSON lines (.jsonl) or CSV (.csv) with the field path, or the s3:// address of the manifest.json of an S3 inventory.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "s3-endpoint",
    value: text("URL"),
    help: "Read s3:// from this server, such as MinIO. Default: AWS_ENDPOINT_URL_S3, the AWS profile, AWS.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "include",
    value: text("GLOB"),
    isRepeatable: true,
    help: "Read only documents whose path matches, as in .gitignore.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "exclude",
    value: text("GLOB"),
    isRepeatable: true,
    help: "Leave out documents whose path matches, as in .gitignore.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "shard",
    value: text("I/N"),
    help: "Read one of N disjoint parts, from 0: 0/8. Each has its own folder in --out.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "take-over",
    help: "Go on with a run whose machine is gone. Only if nothing else can be running it.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "queue",
    value: text("URL"),
    help: "Let workers on any machines read it: redis://HOST or postgres://HOST/DATABASE. Needs @reader/batch-queue.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "no-wait",
    help: "With --queue: end when everything is in the queue.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "until-empty",
    help: "Of reader batch work: end when the queue is empty.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "since",
    value: folder,
    help: "Read only what is new or changed since the run in this folder.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "retry",
    value: text("CODE,…"),
    help: "Read failed documents with these codes again; all for every code.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "code",
    value: text("CODE,…"),
    help: "The codes that reader batch retry reads again. Default: all.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "resume",
    help: "Only go on with a run: fail if the folder has none.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "dry-run",
    help: "Show what would be read and its estimated tokens, and write nothing.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "concurrency",
    value: whole(1, 1024),
    help: "Documents to read at the same time. Default: the number of cores.",
    group: "Many files",
    commands: batch,
  },
  {
    name: "silence",
    value: seconds,
    help: "Stop reading a document whose handler gives nothing for this time. Default: 60.",
    group: "Many files",
    commands: batch,
  },
];
