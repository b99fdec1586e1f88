// Public exports.
export { ocr } from "./ocr.ts";
export type { OcrOrigin, OcrRecogniser } from "./ocr.ts";
export type { OcrOptions } from "./engine/languages.ts";
