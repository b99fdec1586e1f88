export { hiddenSelect, markedContent } from "../layout/hidden-budget.ts";
export type { ReadableContent } from "../layout/hidden-budget.ts";
export { outsideText } from "../layout/inline-text.ts";
export { createTextWriter } from "./text-writer.ts";
export type { TextWriter, TextWriterOptions } from "./text-writer.ts";
