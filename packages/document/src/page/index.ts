export { loadPageEngine } from "./engine.ts";
export type { PageEngine } from "./engine.ts";
export { createHiddenParts, hides, isTiny } from "./hidden-parts.ts";
export type { HiddenParts } from "./hidden-parts.ts";
export { mainContent } from "./main-content.ts";
export type { MainContent, MainContentOptions } from "./main-content.ts";
