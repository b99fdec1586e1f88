import { defineHandler, type Handler } from "@reader/core/handler";
import { version } from "./version.ts";

/** A handler for Rich Text Format documents. */
export function rtf(): Handler {
  return defineHandler({
    name: "rtf",
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
