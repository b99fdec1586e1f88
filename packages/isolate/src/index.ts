// The public surface: every name is listed, so that adding one is a decision.
export type { Canary, HandlerDescription, IsolatableHandler } from "./isolatable.ts";
export { isolate } from "./isolate.ts";
export { isolateRecogniser } from "./isolate-recogniser.ts";
export type { IsolatableRecogniser, IsolatedRecogniser, RecogniserOrigin } from "./isolate-recogniser.ts";
export type { IsolatedHandlers, IsolateOptions } from "./isolate.ts";
export { optionalRecogniser } from "./optional-recogniser.ts";
export type { RecogniserDescription } from "./optional-recogniser.ts";
export { defaultIsolateLimits } from "./limits.ts";
export type { IsolateLimits } from "./limits.ts";
export { loadHandler } from "./load-handler.ts";
export { findVersion, loadThirdParty, parseThirdParty } from "./load-third-party.ts";
export type { ThirdParty, ThirdPartyPlace } from "./load-third-party.ts";
export { findConfigFile, ownConfigFile } from "./config-file.ts";
export type { ConfigPlace, FoundConfigFile } from "./config-file.ts";
export { scanRecogniser } from "./scan-recogniser.ts";
export { SetupError } from "./setup-error.ts";
