import { rmSync } from "node:fs";
import { lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StopSignal } from "@reader/core";
import type { Source } from "@reader/core/handler";
import { reportProtections, type SandboxMode } from "@reader/isolate";
import { atExit } from "@reader/isolate/at-exit";
import { officeFormatOf } from "./office-types.ts";
import { convertToPdf, findSoffice } from "./soffice.ts";

/** Converts office documents to PDF files, which have their pages. */
export interface PageConverter {
  /** The private folder of the PDF files: an absolute path. */
  readonly root: string;
  /** Converts a document, or returns why there is no PDF file: also if the signal aborts. */
  convert(source: Source, signal: StopSignal): Promise<Converted>;
  /** Ends a running conversion, and removes the folder. */
  close(): Promise<void>;
}

/** A PDF file, or why there is none, as words for a sentence. */
export type Converted = PdfFile | { readonly problem: string };

/** A PDF file in the private folder. */
export interface PdfFile {
  /** Absolute. */
  readonly path: string;
  read(): Promise<Uint8Array>;
}

/** What converts documents. */
export interface ConverterOptions {
  /** LibreOffice's program. Default: the first `soffice` or `libreoffice` of `PATH`. */
  readonly soffice?: string;
  /**
   * Whether the program runs in bubblewrap; with `bwrap`, nothing is converted where that does not work. Default: the
   * environment variable `READER_SANDBOX`, or else `auto`.
   */
  readonly sandbox?: SandboxMode;
  /** Maximum time of a conversion. Default: one minute. */
  readonly timeMs?: number;
  /** Limits of the cache. Default: 40 files, 300 MB. */
  readonly cache?: { readonly maxFiles: number; readonly maxBytes: number };
}

const defaultCache = { maxFiles: 40, maxBytes: 300_000_000 };

/** The PDF file of a version of a document. */
interface Kept {
  readonly path: string;
  readonly bytes: number;
}

interface State {
  readonly options: ConverterOptions;
  readonly root: string;
  /** By version, least recently used first. `undefined` if the conversion failed. */
  readonly kept: Map<string, Kept | undefined>;
  /** Aborts when the converter is closed. */
  readonly stop: AbortController;
  count: number;
}

/** Creates the private folder, which does not outlive this process. One document is converted at a time. */
export async function createPageConverter(options: ConverterOptions = {}): Promise<PageConverter> {
  const root = await mkdtemp(join(tmpdir(), "reader-pages-"));
  const state: State = { options, root, kept: new Map(), stop: new AbortController(), count: 0 };
  let last: Promise<unknown> = Promise.resolve();
  const forget = atExit(() => rmSync(root, { recursive: true, force: true }));
  return {
    root,
    convert(source, signal) {
      const result = last.then(() => convert(state, source, signal));
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      state.stop.abort();
      await last;
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
      forget();
    },
  };
}

const stopped: Converted = { problem: "the conversion was stopped" };
const notInstalled: Converted = { problem: "LibreOffice is not installed" };
const notConverted: Converted = { problem: "LibreOffice could not convert this document" };
const notSandboxed: Converted = { problem: "bubblewrap, which READER_SANDBOX requires, does not work" };

async function convert(state: State, source: Source, signal: StopSignal): Promise<Converted> {
  const format = officeFormatOf(source.sniff.mediaType);
  if (format === undefined) return notConverted;
  const soffice = state.options.soffice ?? (await findSoffice(process.env));
  if (soffice === undefined) return notInstalled;
  const isSandboxed = await worksInSandbox(state.options.sandbox);
  if (isSandboxed === undefined) return notSandboxed;
  const either = AbortSignal.any([state.stop.signal, nativeSignal(signal)]);
  if (either.aborted) return stopped;
  const made = await keptOrMade(state, { source, extension: format.extension, soffice, isSandboxed }, either);
  if (either.aborted) return stopped;
  return made === undefined ? notConverted : { path: made.path, read: () => readFile(made.path) };
}

/** Returns the PDF file of this version of the document. `undefined` if it cannot be converted. */
async function keptOrMade(state: State, job: Job, signal: AbortSignal): Promise<Kept | undefined> {
  const { kept } = state;
  // A file without an identity is converted each time.
  const version = job.source.identity ?? `unknown ${state.count}`;
  const isKept = kept.has(version);
  const made = isKept ? kept.get(version) : await makePdf(state, job, signal);
  // What was stopped may succeed another time.
  if (signal.aborted) return undefined;
  kept.delete(version);
  kept.set(version, made);
  if (!isKept) await evict(state);
  return made;
}

/** True if bubblewrap is used. `undefined` if the user requires it and it does not work. */
async function worksInSandbox(given: SandboxMode | undefined): Promise<boolean | undefined> {
  const wanted = given ?? ((process.env["READER_SANDBOX"] ?? "") === "" ? "auto" : undefined);
  const { isSandboxed, mode } = await reportProtections(wanted);
  return mode === "bwrap" && !isSandboxed ? undefined : isSandboxed;
}

function nativeSignal(signal: StopSignal): AbortSignal {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener("abort", () => controller.abort(), { once: true });
  return controller.signal;
}

interface Job {
  readonly source: Source;
  readonly extension: string;
  readonly soffice: string;
  readonly isSandboxed: boolean;
}

/** Converts a copy in a folder of its own, and keeps only the PDF file. */
async function makePdf(state: State, job: Job, signal: AbortSignal): Promise<Kept | undefined> {
  const { options, root } = state;
  const { source, extension, ...program } = job;
  state.count += 1;
  const folder = join(root, `job-${state.count}`);
  const path = join(root, `${state.count}.pdf`);
  const name = `document.${extension}`;
  try {
    await mkdir(folder, { mode: 0o700 });
    await writeFile(join(folder, name), await source.bytes(), { flag: "wx", mode: 0o600 });
    const limit = options.timeMs === undefined ? {} : { timeMs: options.timeMs };
    const pdf = await convertToPdf({ ...program, folder, name, ...limit }, signal);
    // A link would lead out of the folder.
    const found = await lstat(pdf).catch(() => undefined);
    if (found?.isFile() !== true || found.size === 0) return undefined;
    await rename(pdf, path);
    return { path, bytes: found.size };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Removes the least recently used files above the limits. */
async function evict({ options, kept }: State): Promise<void> {
  const { maxFiles, maxBytes } = options.cache ?? defaultCache;
  const total = (): number => [...kept.values()].reduce((sum, each) => sum + (each?.bytes ?? 0), 0);
  while (kept.size > 1 && (kept.size > maxFiles || total() > maxBytes)) {
    const [version, oldest] = kept.entries().next().value ?? [""];
    kept.delete(version);
    if (oldest !== undefined) await rm(oldest.path, { force: true });
  }
}
