import { defineHandler, type Handler } from "@reader/core/handler";
import { version } from "./version.ts";

/** Reads documents in the Rich Text Format. */
export function rtf(): Handler {
  return defineHandler({
    name: "rtf",
    mediaTypes: ["application/rtf"],
    version,
    origin: { module: "@reader/handler-office", export: "rtf", addons: "for-images" },
    async *read(source, context) {
      const { readRtf } = await import("./rtf/read-rtf.ts");
      yield* readRtf(source, context);
    },
    async info(source, context) {
      const [{ readRtf }, { describeFlow }] = await Promise.all([
        import("./rtf/read-rtf.ts"),
        import("./flow/flow-info.ts"),
      ]);
      return describeFlow(readRtf, { source, context });
    },
    async outline(source, context) {
      const [{ readRtf }, { outlineFlow }] = await Promise.all([
        import("./rtf/read-rtf.ts"),
        import("./flow/flow-outline.ts"),
      ]);
      return outlineFlow(readRtf, { source, context });
    },
  });
}
