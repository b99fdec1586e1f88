export { kindLabels, linesOf, silentTypes } from "./page-notes.ts";
export { fitLimitsOf, shownPages } from "./page-events.ts";
export { createHiddenTally, imagesPerRun } from "./reading.ts";
export type { DocumentPages, GreyImage, PageEngine, PartAdvice, Reading } from "./reading.ts";
export { recognitionScale, scannedText } from "./scanned-page.ts";
