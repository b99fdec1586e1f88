import { defineHandler, type Handler } from "@reader/core/handler";
import { mediaTypes } from "./media-types.ts";
import { sniffArchive } from "./sniff-archive.ts";
import { version } from "./version.ts";

/**
 * A handler for archives and packed files: the list of what is in them, and with `select` or `pages` the members
 * themselves, each by the handler that takes it. Nothing is written anywhere, and no link is followed.
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
