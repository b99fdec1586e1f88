// The public surface: every name is listed, so that adding one is a decision.
export { isolatedDescriptions, isolatedHandlers, localHandlers } from "./preset.ts";
export type { FirstRead, PresetHandlers, PresetOptions } from "./preset.ts";
