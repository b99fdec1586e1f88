import { defineHandler, type Handler } from "@reader/core/handler";
import { encryptedOfficeOf, flatTypes, sniffFlatDocument } from "@reader/office-kit";
import manifest from "../package.json" with { type: "json" };
import { sniffMarkupDocument } from "./page/sniff-markup.ts";

export { sniffMarkupDocument } from "./page/sniff-markup.ts";
export { sniffFlatDocument } from "@reader/office-kit";

/** The version of this package, reported in handler failures. */
const version: string = manifest.version;

/** Returns all handlers of this package, to pass to a reader or an isolation. */
export function word(): readonly Handler[] {
  return [docx(), odt(), epub(), rtf(), doc(), encryptedOffice()];
}

/** A handler for encrypted documents of Office 2007 and later. The handler of the inner format reads them. */
export function encryptedOffice(): Handler {
  return encryptedOfficeOf({ module: "@reader/handler-word", version });
}

/** A handler for Rich Text Format documents. */
export function rtf(): Handler {
  return defineHandler({
    name: "rtf",
    tables: "markdown",
    mediaTypes: ["application/rtf"],
    version,
    origin: { module: "@reader/handler-word", export: "rtf", addons: "for-images" },
    canary: async () => (await import("./canary.ts")).canaryOf("rtf"),
    async *read(source, context) {
      const { readRtf } = await import("./rtf/read-rtf.ts");
      yield* readRtf(source, context);
    },
    async info(source, context) {
      const [{ readRtf }, { describeDocument }] = await Promise.all([
        import("./rtf/read-rtf.ts"),
        import("@reader/document/builder"),
      ]);
      return describeDocument(readRtf, { source, context });
    },
    async outline(source, context) {
      const [{ readRtf }, { outlineDocument }] = await Promise.all([
        import("./rtf/read-rtf.ts"),
        import("@reader/document/builder"),
      ]);
      return outlineDocument(readRtf, { source, context });
    },
  });
}

/** A handler for OpenDocument texts, packed and flat, and for texts of OpenOffice 1. */
export function odt(): Handler {
  return defineHandler({
    name: "odt",
    tables: "markdown",
    mediaTypes: [
      "application/vnd.oasis.opendocument.text",
      "application/vnd.oasis.opendocument.text-flat-xml",
      "application/vnd.sun.xml.writer",
      "application/vnd.sun.xml.writer.template",
      "application/vnd.sun.xml.writer.global",
    ],
    version,
    origin: { module: "@reader/handler-word", export: "odt", addons: "for-images" },
    canary: async () => (await import("./canary.ts")).canaryOf("odt"),
    async *read(source, context) {
      const { readOdt } = await import("./odt/read-odt.ts");
      yield* readOdt(source, context);
    },
    async info(source, context) {
      const [{ readOdt }, { describeDocument }] = await Promise.all([
        import("./odt/read-odt.ts"),
        import("@reader/document/builder"),
      ]);
      return describeDocument(readOdt, { source, context });
    },
    async outline(source, context) {
      const [{ readOdt }, { outlineDocument }] = await Promise.all([
        import("./odt/read-odt.ts"),
        import("@reader/document/builder"),
      ]);
      return outlineDocument(readOdt, { source, context });
    },
  });
}

/** A handler for books (EPUB 2 and 3), which are read in chapter order. */
export function epub(): Handler {
  return defineHandler({
    name: "epub",
    tables: "markdown",
    mediaTypes: ["application/epub+zip"],
    version,
    origin: { module: "@reader/handler-word", export: "epub", addons: "for-images" },
    canary: async () => (await import("./canary.ts")).canaryOf("epub"),
    async *read(source, context) {
      const { readEpub } = await import("./epub/read-epub.ts");
      yield* readEpub(source, context);
    },
    async info(source, context) {
      const [{ readEpub }, { describeDocument }] = await Promise.all([
        import("./epub/read-epub.ts"),
        import("@reader/document/builder"),
      ]);
      return describeDocument(readEpub, { source, context });
    },
    async outline(source, context) {
      const [{ readEpub }, { outlineDocument }] = await Promise.all([
        import("./epub/read-epub.ts"),
        import("@reader/document/builder"),
      ]);
      return outlineDocument(readEpub, { source, context });
    },
  });
}

/** How Word documents are read. */
export interface DocxOptions {
  /**
   * `"mammoth"` reads the text with mammoth instead of this package: slower, without tracked changes, text boxes,
   * equations and the numbers of lists, and without marks of hidden text.
   */
  readonly engine?: "mammoth";
}

/**
 * A handler for Word documents (`.docx`, `.docm` and their templates), packed or as XML, and for XML of Word 2003.
 * Sections are places, and hidden content is shown. No code is loaded before the first document is read.
 */
export function docx(options: DocxOptions = {}): Handler {
  const { engine = "direct" } = options;
  return defineHandler({
    name: "docx",
    tables: "markdown",
    mediaTypes: [
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
      "application/vnd.ms-word.document.macroenabled.12",
      "application/vnd.ms-word.template.macroenabled.12",
      flatTypes.document,
      flatTypes.wordml,
    ],
    version,
    sniff: sniffFlatDocument,
    origin: {
      module: "@reader/handler-word",
      export: "docx",
      addons: "for-images",
      ...(engine === "direct" ? {} : { options: { engine } }),
    },
    canary: async () => (await import("./canary.ts")).canaryOf("docx"),
    async *read(source, context) {
      const { readDocx } = await import("./docx/read-docx.ts");
      yield* readDocx(source, context, engine);
    },
    async info(source, context) {
      const { describeDocx } = await import("./docx/read-docx.ts");
      return describeDocx(source, context, engine);
    },
    async outline(source, context) {
      const { outlineDocx } = await import("./docx/read-docx.ts");
      return outlineDocx(source, context, engine);
    },
  });
}

/**
 * A handler for documents of Word 97 to 2003, the text of Word 6 and 95 documents, and web pages and web archives
 * that are named `.doc`.
 */
export function doc(): Handler {
  return defineHandler({
    name: "doc",
    tables: "markdown",
    mediaTypes: ["application/msword"],
    sniff: sniffMarkupDocument,
    version,
    origin: { module: "@reader/handler-word", export: "doc", addons: "for-images" },
    canary: async () => (await import("./canary.ts")).canaryOf("doc"),
    async *read(source, context) {
      const { readDoc } = await import("./doc/read-doc.ts");
      yield* readDoc(source, context);
    },
    async info(source, context) {
      const [{ readDoc }, { describeDocument }] = await Promise.all([
        import("./doc/read-doc.ts"),
        import("@reader/document/builder"),
      ]);
      return describeDocument(readDoc, { source, context });
    },
    async outline(source, context) {
      const [{ readDoc }, { outlineDocument }] = await Promise.all([
        import("./doc/read-doc.ts"),
        import("@reader/document/builder"),
      ]);
      return outlineDocument(readDoc, { source, context });
    },
  });
}
