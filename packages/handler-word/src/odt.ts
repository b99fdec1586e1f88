import { defineHandler, type Handler } from "@reader/core/handler";
import { version } from "./version.ts";

/** A handler for OpenDocument texts, packed and flat, and for texts of OpenOffice 1. */
export function odt(): Handler {
  return defineHandler({
    name: "odt",
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
