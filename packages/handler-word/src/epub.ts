import { defineHandler, type Handler } from "@reader/core/handler";
import { version } from "./version.ts";

/** A handler for books (EPUB 2 and 3), which are read in chapter order. */
export function epub(): Handler {
  return defineHandler({
    name: "epub",
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
