import { defineHandler, type Handler } from "@reader/core/handler";
import { flatTypes, sniffFlatDocument } from "@reader/office-kit";
import { version } from "./version.ts";

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
