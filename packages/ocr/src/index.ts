// The public surface: every name is listed, so that adding one is a decision.
export { ocr } from "./ocr.ts";
export type { OcrOrigin, OcrRecogniser } from "./ocr.ts";
export type { OcrOptions } from "./engine/languages.ts";
