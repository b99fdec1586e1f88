// The public surface: every name is listed, so that adding one is a decision.
export type { Canary, HandlerDescription, IsolatableHandler } from "./isolatable.ts";
export { isolate } from "./isolate.ts";
export type { IsolatedHandlers, IsolateOptions } from "./isolate.ts";
export { defaultIsolateLimits } from "./limits.ts";
export type { IsolateLimits } from "./limits.ts";
export { loadHandler } from "./load-handler.ts";
