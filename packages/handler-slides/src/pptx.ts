import { defineHandler, type Handler } from "@reader/core/handler";
import { flatTypes, sniffFlatPresentation } from "@reader/office-kit";
import { version } from "./version.ts";

/**
 * Reads PowerPoint presentations (`.pptx`, `.pptm`, `.ppsx`, `.potx`), as packages or as one XML file, slide by slide,
 * with notes and comments.
 */
export function pptx(): Handler {
  return defineHandler({
    name: "pptx",
    mediaTypes: ["application/vnd.openxmlformats-officedocument.presentationml.presentation", flatTypes.presentation],
    version,
    sniff: sniffFlatPresentation,
    origin: { module: "@reader/handler-slides", export: "pptx", addons: "for-images" },
    canary: async () => (await import("./canary.ts")).canaryOf("pptx"),
    async *read(source, context) {
      const { readPptx } = await import("./pptx/read-pptx.ts");
      yield* readPptx(source, context);
    },
    async info(source, context) {
      const { describePptx } = await import("./pptx/read-pptx.ts");
      return describePptx(source, context);
    },
    async outline(source, context) {
      const { outlinePptx } = await import("./pptx/read-pptx.ts");
      return outlinePptx(source, context);
    },
  });
}
