// The entry for wording: results, notices and errors as text, and the parts that such text is made of.
export { handlerWords, renderError } from "./render/error-text.ts";
export { escapeName, escapeText } from "./render/escapes.ts";
export { defaultGutter, gutters } from "./render/number-lines.ts";
export type { Gutter } from "./render/number-lines.ts";
export { humanLine } from "./render/human-line.ts";
export { noticeText } from "./render/notice-text.ts";
export { createLineNumberer } from "./render/number-lines.ts";
export type { LineNumberer, NumbererOptions } from "./render/number-lines.ts";
export { outlineLines } from "./render/outline-text.ts";
export { inlineMark, listedName, markFact, named, remark, requestWords } from "./render/quote.ts";
export { readableSize } from "./render/words.ts";
export { renderBlocks, renderPieces, renderText, renderTexts } from "./render/render.ts";
export type { Block, RenderOptions, RenderedTexts } from "./render/render.ts";
export { scaleWords } from "./render/scale-words.ts";
export { shellWord } from "./render/shell-word.ts";
export { speakableReason } from "./render/speakable-reason.ts";
