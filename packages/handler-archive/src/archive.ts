import { defineHandler, type Handler } from "@reader/core/handler";
import { mediaTypes } from "./media-types.ts";
import { sniffArchive } from "./sniff-archive.ts";
import { version } from "./version.ts";

/**
 * Creates a handler for archives and compressed files. It lists the members, and with `select` or `pages` reads
 * members, each with the handler for its type. Writes nothing and follows no links.
 */
export function archive(): Handler {
  return defineHandler({
    name: "archive",
    mediaTypes,
    sniff: sniffArchive,
    version,
    origin: { module: "@reader/handler-archive", export: "archive" },
    async *read(source, context) {
      const { readArchive } = await import("./read-archive.ts");
      yield* readArchive(source, context);
    },
    async info(source, context) {
      const { describeArchive } = await import("./describe-archive.ts");
      return describeArchive(source, context);
    },
  });
}
