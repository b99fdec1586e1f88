import { ReadError, type HandlerContext } from "@reader/core/handler";
import type { BodySlice, SliceSizes } from "./body/body-slices.ts";
import { rewriteDocument, type RewrittenDocument } from "./body/rewrite-document.ts";
import { slicePackage } from "./body/slice-package.ts";
import { loadMammoth } from "./mammoth/load-mammoth.ts";
import { codeStyle } from "./rewrite/inline-writer.ts";
import type { WordDocument } from "./word-document.ts";

/** A document of which everything is known but its HTML, which mammoth makes slice by slice. */
export interface Converted extends Omit<RewrittenDocument, "slices"> {
  /** mammoth's HTML of one slice after the other; to be asked for once. */
  html(): AsyncGenerator<string>;
}

/** What mammoth is told: everything that it could lose has become text, so that its own styles have nothing to do. */
const options = {
  styleMap: [`r.${codeStyle} => code`, "p => p:fresh"],
  includeDefaultStyleMap: false,
  includeEmbeddedStyleMap: false,
};

/** Reads the document, and runs mammoth over its slices when they are asked for; `sizes` are for tests. */
export async function convert(document: WordDocument, context: HandlerContext, sizes?: SliceSizes): Promise<Converted> {
  const { slices, ...rewritten } = await rewriteDocument(document, { signal: context.signal, sizes });
  context.signal.throwIfAborted();
  return { ...rewritten, html: () => htmlOf(slices, rewritten, context) };
}

/** Each slice is let go of as soon as it is HTML. */
async function* htmlOf(
  slices: BodySlice[],
  surroundings: Parameters<typeof slicePackage>[1],
  context: HandlerContext,
): AsyncGenerator<string> {
  const engine = await loadMammoth();
  for (let slice = slices.shift(); slice !== undefined; slice = slices.shift()) {
    context.signal.throwIfAborted();
    const { html } = await engine.convert({ ...slicePackage(slice, surroundings), options }).catch((error: unknown) => {
      throw asCorrupt(error);
    });
    yield html;
  }
}

/** What mammoth cannot make sense of is a fault of the file, and what it throws for that is a plain error. */
function asCorrupt(error: unknown): unknown {
  if (ReadError.is(error) || !(error instanceof Error) || error.name !== "Error") return error;
  return new ReadError("corrupt", "The document has no text that could be read.", {
    hint: "Ask for an undamaged copy, or read it as an archive.",
    cause: error,
  });
}
