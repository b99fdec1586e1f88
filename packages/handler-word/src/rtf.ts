import { defineHandler, type Handler } from "@reader/core/handler";
import { version } from "./version.ts";

/** A handler for Rich Text Format documents. */
export function rtf(): Handler {
  return defineHandler({
    name: "rtf",
    mediaTypes: ["application/rtf"],
    version,
    origin: { module: "@reader/handler-word", export: "rtf", addons: "for-images" },
    async *read(source, context) {
      const { readRtf } = await import("./rtf/read-rtf.ts");
      yield* readRtf(source, context);
    },
    async info(source, context) {
      const [{ readRtf }, { describeFlow }] = await Promise.all([
        import("./rtf/read-rtf.ts"),
        import("@reader/document/builder"),
      ]);
      return describeFlow(readRtf, { source, context });
    },
    async outline(source, context) {
      const [{ readRtf }, { outlineFlow }] = await Promise.all([
        import("./rtf/read-rtf.ts"),
        import("@reader/document/builder"),
      ]);
      return outlineFlow(readRtf, { source, context });
    },
  });
}
