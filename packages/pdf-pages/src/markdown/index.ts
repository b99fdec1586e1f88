export { outsideText, withoutTiny } from "../layout/inline-text.ts";
export { createTextWriter } from "./text-writer.ts";
export type { TextWriter, TextWriterOptions } from "./text-writer.ts";
