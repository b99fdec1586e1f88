import { defineHandler, type Handler } from "@reader/core/handler";

/** Reads documents in the Rich Text Format. */
export function rtf(): Handler {
  return defineHandler({
    name: "rtf",
    mediaTypes: ["application/rtf"],
    origin: { module: "@reader/handler-office", export: "rtf" },
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
  });
}
