import { anthropic, createReader, type ReadOutcome, type Reader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { archive } from "@reader/handler-archive";
import { image } from "@reader/handler-image";
import { csv, office } from "@reader/handler-office";
import { pdf } from "@reader/handler-pdf";
import type { Adapter, Answer } from "../adapter.ts";

/** This project's reader with its handlers in this process, for a model that takes images. */
export function createAdapter(): Adapter {
  const readers = new Map<string, Reader>();
  const readerOf = (workspace: string): Reader => {
    const handlers = [pdf(), image(), ...office(), archive(), csv()];
    const reader = readers.get(workspace) ?? createReader({ roots: [workspace], handlers, capabilities: anthropic });
    readers.set(workspace, reader);
    return reader;
  };
  return {
    name: "reader",
    showsImages: true,
    read: async (workspace, path) => answerOf(await readerOf(workspace).read({ path })),
    async close() {
      await Promise.all([...readers.values()].map((reader) => reader.close()));
    },
  };
}

function answerOf(outcome: ReadOutcome): Answer {
  const text = renderText(outcome);
  if (!outcome.ok) return { ok: false, text, code: outcome.error.code };
  const images = outcome.parts.filter(({ type }) => type === "image").length;
  const lines = outcome.handler === "text" ? outcome.extents.find(({ unit }) => unit === "line") : undefined;
  return { ok: true, text, images, ...(lines?.exact === true ? { lines: lines.total } : {}) };
}
