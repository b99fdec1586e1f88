import { defineHandler, type Handler } from "@reader/core/handler";
import { version } from "./version.ts";

/**
 * Reads OpenDocument presentations (`.odp`, `.otp`, `.fodp`) slide by slide, with notes and comments, and drawings
 * (`.odg`, `.otg`, `.fodg`) page by page in the same way.
 */
export function odp(): Handler {
  return defineHandler({
    name: "odp",
    mediaTypes: [
      "application/vnd.oasis.opendocument.presentation",
      "application/vnd.oasis.opendocument.presentation-template",
      "application/vnd.oasis.opendocument.presentation-flat-xml",
      "application/vnd.oasis.opendocument.graphics",
      "application/vnd.oasis.opendocument.graphics-template",
      "application/vnd.oasis.opendocument.graphics-flat-xml",
    ],
    version,
    origin: { module: "@reader/handler-slides", export: "odp", addons: "for-images" },
    canary: async () => (await import("./canary.ts")).canaryOf("odp"),
    async *read(source, context) {
      const { readOdp } = await import("./odp/read-odp.ts");
      yield* readOdp(source, context);
    },
    async info(source, context) {
      const { describeOdp } = await import("./odp/read-odp.ts");
      return describeOdp(source, context);
    },
    async outline(source, context) {
      const { outlineOdp } = await import("./odp/read-odp.ts");
      return outlineOdp(source, context);
    },
  });
}
