import { ReadError, type HandlerContext } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import type { DocumentPiece } from "@reader/document/builder";
import type { DocumentText, DocxEngine } from "./document-text.ts";
import { createDocumentSink, createOutlineSink } from "./body/body-sink.ts";
import { openWordBody, type BodyPass } from "./body/word-body.ts";
import type { WordDocument } from "./parts/word-document.ts";

/**
 * Opens the text of a document. Falls back to mammoth for a text that this package cannot parse. Throws `corrupt` if
 * neither can read it, `too-large`, and the reason of the signal.
 */
export async function openDocumentText(
  document: WordDocument,
  { signal }: Pick<HandlerContext, "signal">,
  engine: DocxEngine,
): Promise<DocumentText> {
  if (engine === "mammoth") return (await import("./mammoth-text.ts")).openMammothText(document);
  try {
    return await openDirectText(document, signal);
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    const { openFallbackText } = await import("./mammoth-text.ts");
    const text = await openFallbackText(document);
    if (text === undefined) throw error;
    return text;
  }
}

async function openDirectText(document: WordDocument, signal: AbortSignal): Promise<DocumentText> {
  const body = await openWordBody(document, signal);
  return {
    headings: body.headings,
    changes: body.changes,
    changeCount: body.changeCount,
    notices: [],
    read(images) {
      const sink = createDocumentSink(images);
      const pass = body.pass(sink);
      async function* batches(): AsyncGenerator<readonly DocumentPiece[]> {
        try {
          for await (const _ of steps(pass, signal)) {
            const pieces = sink.take();
            if (pieces.length > 0) yield pieces;
          }
        } catch (error) {
          // The text before the damage is better than nothing.
          if (ReadError.is(error) && error.code === "corrupt") yield sink.end();
          throw error;
        }
        yield sink.end();
      }
      return { batches: batches(), counts: pass.counts, looseComments: () => pass.looseComments() };
    },
    async outline() {
      const sink = createOutlineSink();
      const pass = body.pass(sink);
      for await (const _ of steps(pass, signal));
      return { ...sink.outline, counts: pass.counts };
    },
  };
}

/** Runs a pass, and yields to the event loop between its steps. */
async function* steps(pass: BodyPass, signal: AbortSignal): AsyncGenerator<undefined> {
  const pause = createYielder(signal);
  while (pass.step()) {
    yield;
    await pause();
  }
}
