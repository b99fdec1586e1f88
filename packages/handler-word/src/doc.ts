import { defineHandler, type Handler } from "@reader/core/handler";
import { sniffMarkupDocument } from "./page/sniff-markup.ts";
import { version } from "./version.ts";

/**
 * A handler for documents of Word 97 to 2003, the text of Word 6 and 95 documents, and web pages and web archives
 * that are named `.doc`.
 */
export function doc(): Handler {
  return defineHandler({
    name: "doc",
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
