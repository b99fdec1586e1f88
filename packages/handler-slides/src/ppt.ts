import { defineHandler, type Handler } from "@reader/core/handler";
import { version } from "./version.ts";

/** Reads presentations of PowerPoint 97 to 2003 (`.ppt`, `.pps`, `.pot`) slide by slide, with notes and comments. */
export function ppt(): Handler {
  return defineHandler({
    name: "ppt",
    mediaTypes: ["application/vnd.ms-powerpoint"],
    version,
    origin: { module: "@reader/handler-slides", export: "ppt", addons: "for-images" },
    canary: async () => (await import("./canary.ts")).canaryOf("ppt"),
    async *read(source, context) {
      const { readPpt } = await import("./ppt/read-ppt.ts");
      yield* readPpt(source, context);
    },
    async info(source, context) {
      const { describePpt } = await import("./ppt/read-ppt.ts");
      return describePpt(source, context);
    },
    async outline(source, context) {
      const { outlinePpt } = await import("./ppt/read-ppt.ts");
      return outlinePpt(source, context);
    },
  });
}
