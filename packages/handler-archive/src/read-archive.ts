import type { HandlerContext, HandlerEvent, Source } from "@reader/core/handler";
import { listArchive } from "./listing/list-archive.ts";
import type { Archive } from "./bytes/member.ts";
import { openArchive } from "./open-archive.ts";
import { readPackedFile } from "./read-packed-file.ts";
import type { Outer } from "./select/read-member.ts";
import { readNumbered } from "./select/read-numbered.ts";
import { readSelected } from "./select/read-selected.ts";

/** Reads the list of an archive, the selected members, or a single compressed file. */
export async function* readArchive(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const opened = await openArchive(source, context);
  const outer = { name: source.name, path: source.path, context };
  try {
    const events =
      opened.type === "file" ? readPackedFile(opened.file, outer) : archiveEvents(opened.archive, source.size, outer);
    for await (const event of events) {
      context.signal.throwIfAborted();
      yield event;
    }
  } finally {
    await opened.close();
  }
}

function archiveEvents(archive: Archive, fileBytes: number, outer: Outer): AsyncIterable<HandlerEvent> {
  const { select, pages } = outer.context;
  if (select !== undefined) return readSelected(archive, select, outer);
  return pages === undefined ? listArchive(archive, fileBytes, outer.context) : readNumbered(archive, pages, outer);
}
