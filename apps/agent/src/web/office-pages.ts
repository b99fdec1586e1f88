import { lstat, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReader, type Reader, type StopSignal } from "@reader/core";
import { defineHandler, type Source, text } from "@reader/core/handler";
import { convertToPdf } from "./soffice.ts";

/** Converts office documents to PDF files, which have their pages. */
export interface OfficePages {
  /** The private folder of the PDF files. */
  readonly root: string;
  /**
   * Returns the absolute path of the PDF file, or `undefined` if the document is not of that type or cannot be
   * converted.
   */
  convert(path: string, mediaType: string, signal: StopSignal): Promise<string | undefined>;
  /** Ends a running conversion, and removes the folder. */
  close(): Promise<void>;
}

/** What converts documents. */
export interface OfficeOptions {
  /** LibreOffice's program. */
  readonly soffice: string;
  /** The folders of the workspace: absolute paths. */
  readonly roots: readonly string[];
  /** Returns whether bubblewrap works, or `undefined` if it must but does not. */
  readonly sandbox: () => Promise<boolean | undefined>;
  /** Maximum time of a conversion. Default: one minute. */
  readonly timeMs?: number;
  /** Limits of the cache. Default: 40 files, 300 MB. */
  readonly cache?: { readonly maxFiles: number; readonly maxBytes: number };
}

const openText = "application/vnd.oasis.opendocument.text";
const slides = "application/vnd.oasis.opendocument.presentation";
const drawing = "application/vnd.oasis.opendocument.graphics";
const word = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const powerPoint = "application/vnd.openxmlformats-officedocument.presentationml";

/** The types that are converted, and their file extensions. A workbook has a grid instead of pages. */
const extensions: ReadonlyMap<string, string> = new Map([
  ["application/msword", "doc"],
  ["application/rtf", "rtf"],
  [`${word}.document`, "docx"],
  [`${word}.template`, "dotx"],
  ["application/vnd.ms-word.document.macroenabled.12", "docm"],
  ["application/vnd.ms-word.template.macroenabled.12", "dotm"],
  [`${word}.document+xml`, "xml"],
  ["application/vnd.ms-wordml+xml", "xml"],
  [openText, "odt"],
  [`${openText}-flat-xml`, "fodt"],
  ["application/vnd.sun.xml.writer", "sxw"],
  ["application/vnd.ms-powerpoint", "ppt"],
  [`${powerPoint}.presentation`, "pptx"],
  [`${powerPoint}.slideshow`, "ppsx"],
  [`${powerPoint}.template`, "potx"],
  ["application/vnd.ms-powerpoint.presentation.macroenabled.12", "pptm"],
  ["application/vnd.ms-powerpoint.slideshow.macroenabled.12", "ppsm"],
  ["application/vnd.ms-powerpoint.template.macroenabled.12", "potm"],
  [`${powerPoint}.presentation+xml`, "xml"],
  [slides, "odp"],
  [`${slides}-template`, "otp"],
  [`${slides}-flat-xml`, "fodp"],
  [drawing, "odg"],
  [`${drawing}-template`, "otg"],
  [`${drawing}-flat-xml`, "fodg"],
]);

/** True if a document of this type has pages that LibreOffice can show. */
export function hasOfficePages(mediaType: string): boolean {
  return extensions.has(mediaType);
}

const defaultCache = { maxFiles: 40, maxBytes: 300_000_000 };

/** The PDF file of a version of a document. */
interface Kept {
  readonly path: string;
  readonly bytes: number;
}

interface State {
  readonly options: OfficeOptions;
  readonly root: string;
  /** By version, least recently used first. `undefined` if the conversion failed. */
  readonly kept: Map<string, Kept | undefined>;
  /** Aborts when the server stops. */
  readonly stop: AbortController;
  count: number;
}

/** Creates the private folder. One document is converted at a time. */
export async function createOfficePages(options: OfficeOptions): Promise<OfficePages> {
  const root = await mkdtemp(join(tmpdir(), "reader-pages-"));
  const state: State = { options, root, kept: new Map(), stop: new AbortController(), count: 0 };
  let last: Promise<unknown> = Promise.resolve();
  return {
    root,
    convert(path, mediaType, signal) {
      const result = last.then(() => (signal.aborted ? undefined : pdfOf(state, { path, mediaType }, signal)));
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      state.stop.abort();
      await last;
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Opens the document with a reader, so that the workspace and its policy apply. */
async function pdfOf(
  state: State,
  { path, mediaType }: { readonly path: string; readonly mediaType: string },
  signal: StopSignal,
): Promise<string | undefined> {
  const { roots, timeMs = 60_000 } = state.options;
  let pdf: string | undefined;
  const handler = defineHandler({
    name: "office-pages",
    mediaTypes: [mediaType],
    async *read(source) {
      pdf = await pdfOfSource(state, { source, extension: extensions.get(mediaType) ?? "bin" }, signal);
      yield text("");
    },
  });
  // One reader for each request, because a reader keeps answers and the PDF file may be gone.
  const reader: Reader = createReader({ handlers: [handler], roots, budget: { documentTimeMs: timeMs + 60_000 } });
  try {
    const read = await reader.read({ path }, { signal });
    return read.ok && read.handler === "office-pages" ? pdf : undefined;
  } finally {
    await reader.close();
  }
}

interface Document {
  readonly source: Source;
  readonly extension: string;
}

async function pdfOfSource(state: State, document: Document, signal: StopSignal): Promise<string | undefined> {
  const { kept } = state;
  // A file without an identity is converted each time.
  const version = document.source.identity ?? `unknown ${state.count}`;
  if (kept.has(version)) {
    const found = kept.get(version);
    kept.delete(version);
    kept.set(version, found);
    return found?.path;
  }
  const either = AbortSignal.any([state.stop.signal, nativeSignal(signal)]);
  const made = await makePdf(state, document, either);
  if (either.aborted) return undefined;
  kept.set(version, made);
  await evict(state);
  return made?.path;
}

function nativeSignal(signal: StopSignal): AbortSignal {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener("abort", () => controller.abort(), { once: true });
  return controller.signal;
}

/** Converts a copy in a folder of its own, and keeps only the PDF file. */
async function makePdf(state: State, { source, extension }: Document, signal: AbortSignal): Promise<Kept | undefined> {
  const { options, root } = state;
  const isSandboxed = await options.sandbox();
  if (isSandboxed === undefined) return undefined;
  state.count += 1;
  const folder = join(root, `job-${state.count}`);
  const path = join(root, `${state.count}.pdf`);
  const name = `document.${extension}`;
  try {
    await mkdir(folder, { mode: 0o700 });
    await writeFile(join(folder, name), await source.bytes(), { flag: "wx", mode: 0o600 });
    const { soffice, timeMs } = options;
    const limit = timeMs === undefined ? {} : { timeMs };
    const pdf = await convertToPdf({ soffice, folder, name, isSandboxed, ...limit }, signal);
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
