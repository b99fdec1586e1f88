import { createTextDecoder, type HandlerContext, type Outline, type Source } from "@reader/core/handler";
import { prepareCode } from "./code/outline-code.ts";
import { languageOf } from "./languages/index.ts";
import { maxOutlinedBytes } from "./limits.ts";
import { outlineText } from "./outline-text.ts";

/**
 * The outline of a file: of its first part, and `truncated`, where it is too large. A file that is no text has none.
 * Rejects where its bytes cannot be read, or with the reason of the signal.
 */
export async function outlineOf(source: Source, { budget, signal }: HandlerContext): Promise<Outline> {
  const begin = performance.now();
  const { text: sniffed, mediaType } = source.sniff;
  if (sniffed === undefined) return { entries: [] };
  const isOwnLimit = maxOutlinedBytes <= budget.maxInputBytes;
  const cutBy = isOwnLimit
    ? { limit: "maxOutlinedBytes", value: maxOutlinedBytes }
    : { limit: "maxInputBytes", value: budget.maxInputBytes };
  const limit = Math.min(source.size, cutBy.value);
  const language = languageOf(mediaType);
  const ready = language === undefined ? undefined : prepareCode(language, source.name);
  const bytes = await source.slice(sniffed.bomBytes, limit);
  signal.throwIfAborted();
  const text = await createTextDecoder(sniffed).decode(bytes);
  signal.throwIfAborted();
  await ready;
  const timeMs = budget.outlineTimeMs - (performance.now() - begin);
  return outlineText({ text, mediaType, name: source.name, timeMs, ...(limit < source.size && { cutBy }) });
}
