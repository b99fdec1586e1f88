import { defineHandler, type Handler } from "@reader/core/handler";
import { notebookMediaType, sniffNotebook } from "./sniff.ts";
import { version } from "./version.ts";

/**
 * Creates a handler for Jupyter notebooks (nbformat 1 to 4). Cells become places, with sources, outputs and images in
 * reading order. Loads only a small sniffer until the first notebook is read.
 */
export function notebook(): Handler {
  return defineHandler({
    name: "notebook",
    version,
    mediaTypes: [notebookMediaType],
    origin: { module: "@reader/handler-notebook", export: "notebook" },
    sniff: sniffNotebook,
    async *read(source, context) {
      const { readNotebook } = await import("./read/read-notebook.ts");
      yield* readNotebook(source, context);
    },
    async info(source) {
      const { describeNotebook } = await import("./read/info.ts");
      return describeNotebook(source);
    },
    async outline(source, context) {
      const { outlineNotebook } = await import("./read/outline.ts");
      return outlineNotebook(source, context);
    },
  });
}
