export { markHidden } from "./mark-hidden.ts";
export { assessPage, hasDrawing } from "./page-quality.ts";
export type { PageQuality } from "./page-quality.ts";
export { isRecognisedLayer, qualityChecksOf, showsPrint } from "./quality-checks.ts";
