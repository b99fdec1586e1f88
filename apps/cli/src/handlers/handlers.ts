import type { Budget, Capabilities, Handler } from "@reader/core";
import { archiveTypes, sniffArchive } from "@reader/handler-archive";
import { notebook } from "@reader/handler-notebook";
import { sniffSeparatedWorkbook } from "@reader/handler-office";
import { findVersion, isolate, loadHandler, type HandlerDescription, type IsolatableHandler } from "@reader/isolate";
import { outline } from "@reader/outline";
import { archiveCanary, imageCanary, notebookCanary, pdfCanary } from "./canaries.ts";
import { officeFormats } from "./office.ts";

/**
 * PDF files. The package is optional and has another licence than this program, so it is only described here. Its code
 * runs in a child process.
 */
const pdf: HandlerDescription = {
  name: "pdf",
  mediaTypes: ["application/pdf"],
  origin: { module: "@reader/handler-pdf", export: "pdf", addons: "for-images" },
  outlines: true,
  canary: pdfCanary(),
};

/** Images. The engine is native code, which this program does not load at start. */
const image: HandlerDescription = {
  name: "image",
  mediaTypes: [
    "image/png",
    "image/apng",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/tiff",
    "image/avif",
    "image/heic",
    "image/heif",
    "image/bmp",
    "image/vnd.microsoft.icon",
    "image/svg+xml",
    "image/jxl",
    "image/vnd.adobe.photoshop",
  ],
  origin: { module: "@reader/handler-image", export: "image", addons: "always" },
  // Limits dimensions while libvips opens a file, which is before the check of the handler.
  environment: { VIPS_MAX_COORD: "32768" },
  canary: imageCanary(),
};

/** Archives, and single compressed files. */
const archive: HandlerDescription = {
  name: "archive",
  mediaTypes: archiveTypes,
  sniff: sniffArchive,
  origin: { module: "@reader/handler-archive", export: "archive" },
  canary: archiveCanary,
};

/** Notebooks. Their package is small enough to be loaded for its description. */
const notebooks: HandlerDescription = describeNotebooks();

function describeNotebooks(): HandlerDescription {
  const { name, version, mediaTypes, origin, sniff } = notebook();
  if (origin === undefined) throw new TypeError("The handler of notebooks has no origin.");
  const known = { ...(version === undefined ? {} : { version }), ...(sniff === undefined ? {} : { sniff }) };
  return { name, mediaTypes, origin, outlines: true, canary: notebookCanary, ...known };
}

/** Symbols of source code, and the structure of other text. */
const symbols: HandlerDescription = describeOutline();

function describeOutline(): HandlerDescription {
  const { name, mediaTypes, sniff } = outline();
  const origin = { module: "@reader/outline", export: "outline" };
  return { name, mediaTypes, origin, outlines: true, outlinesOnly: true, ...(sniff === undefined ? {} : { sniff }) };
}

/** Tables as text. The code belongs to this project and streams, so it runs in this process. */
export const csv: HandlerDescription = {
  name: "csv",
  mediaTypes: ["text/csv", "text/tab-separated-values"],
  origin: { module: "@reader/handler-office/csv", export: "csv" },
  sniff: sniffSeparatedWorkbook,
  annotate: async (source, shown) => {
    const handler = await loadHandler({ module: "@reader/handler-office/csv", export: "csv" }, import.meta.url);
    return (await handler.annotate?.(source, shown)) ?? [];
  },
};

/** The handlers that run in separate processes, in order of precedence. This is the only list of handlers. */
export const formats: readonly IsolatableHandler[] = [pdf, image, notebooks, ...officeFormats, archive, symbols];

/** File extensions by their most likely handler, whose process is started while the file is opened. */
const likely: readonly (readonly [endings: string, handlerName: string])[] = [
  [" pdf ", pdf.name],
  [" png jpg jpeg gif webp tif tiff avif heic heif bmp ico svg jxl psd ", image.name],
  [" ipynb ", "notebook"],
  [" docx docm odt epub rtf doc ", "docx"],
  [" xlsx xlsm ods xls xlsb ", "xlsx"],
  [" pptx pptm odp odg ppt ", "pptx"],
  [" zip jar whl tar tgz gz bz2 xz zst lz4 7z rar cab cpio deb iso kmz apk ", archive.name],
];

/** What is known about the first read before it starts. */
export interface FirstRead {
  /** As typed. */
  readonly path?: string | undefined;
  /** True if it needs an outline: for the outline view, or to find a named part of a text. */
  readonly isOutlined?: boolean;
  /** The capabilities of the model. Default: no images. */
  readonly capabilities?: Pick<Capabilities, "images">;
  /** Limits of the reader. Default: the usual limits. */
  readonly budget?: Partial<Budget>;
}

/** The handlers, each in a process that can be killed. The process for the first read starts at once. */
export function isolatedHandlers(first: FirstRead = {}): readonly Handler[] {
  const { path = "", isOutlined = false, capabilities = {}, budget = {} } = first;
  const isolation = isolate(formats, { resolveFrom: import.meta.url, budget });
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const handlerName = likely.find(([endings]) => endings.includes(` ${ending} `))?.[1];
  const outliner = isOutlined ? symbols.name : undefined;
  const prepared = handlerName ?? outliner;
  if (prepared !== undefined) isolation.prepare(prepared, capabilities);
  return [...isolation.handlers, inThisProcess(csv)];
}

/** The handlers in this process. They start faster, but a file that crashes one crashes the program. */
export function ownHandlers(): readonly Handler[] {
  return [...formats, csv].map((format) => ("specVersion" in format ? format : inThisProcess(format)));
}

/** Creates a handler whose package is loaded by the first file of its type. */
export function inThisProcess(description: HandlerDescription): Handler {
  const { name, mediaTypes, origin, sniff, annotate, byHand, outlines, outlinesOnly } = description;
  let handler: Promise<Handler> | undefined;
  let { version } = description;
  const load = (): Promise<Handler> => (handler ??= loadHandler(origin, import.meta.url));
  const explain = async (cause: unknown): Promise<unknown> => {
    version ??= await findVersion(origin, import.meta.url);
    if (process.env["READER_DEBUG"] === "1") process.stderr.write(`${stackOf(cause)}\n`);
    return cause;
  };
  return {
    specVersion: 1,
    name,
    mediaTypes,
    origin,
    ...(sniff === undefined ? {} : { sniff }),
    ...(annotate === undefined ? {} : { annotate }),
    ...(byHand === undefined ? {} : { byHand }),
    ...(outlinesOnly === undefined ? {} : { outlinesOnly }),
    get version() {
      return version;
    },
    async *read(source, context) {
      try {
        yield* (await load()).read(source, context);
      } catch (cause) {
        throw await explain(cause);
      }
    },
    async info(source, context) {
      try {
        return (await (await load()).info?.(source, context)) ?? { extents: [], facts: {} };
      } catch (cause) {
        throw await explain(cause);
      }
    },
    ...(outlines === true
      ? { outline: async (source, context) => (await (await load()).outline?.(source, context)) ?? { entries: [] } }
      : {}),
  };
}

function stackOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
