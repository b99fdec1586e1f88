// The public surface: every name is listed, so that adding one is a decision.
export { findConfigFile, ownConfigFile } from "./user-paths.ts";
export type { ConfigPlace, FoundConfigFile } from "./user-paths.ts";
export { isolate } from "./isolate.ts";
export type { IsolatedHandlers, IsolateOptions } from "./isolate.ts";
export { findVersion, loadHandler, loadThirdParty } from "./load-handler.ts";
export { namedFolder } from "./user-paths.ts";
export type {
  AlternativePackage,
  HandlerDescription,
  IsolatableHandler,
  IsolatableRecogniser,
  RecogniserOrigin,
} from "./options/isolatable.ts";
export { defaultIsolateLimits } from "./options/limits.ts";
export type { IsolateLimits } from "./options/limits.ts";
export type { SandboxMode, SandboxReport } from "./options/sandbox-mode.ts";
export { SetupError } from "./options/setup-error.ts";
export { localHandler } from "./local-handler.ts";
export type { LocalDescription } from "./local-handler.ts";
export { moduleUrl } from "./options/resolve-place.ts";
export type { ResolvePlace } from "./options/resolve-place.ts";
export { parseThirdParty } from "./options/third-party.ts";
export type { ThirdParty, ThirdPartyPlace } from "./options/third-party.ts";
export { isolateRecogniser, optionalRecogniser, scanRecogniser } from "./recogniser.ts";
export type { IsolatedRecogniser, RecogniserDescription } from "./recogniser.ts";
export { reportProtections } from "./isolate.ts";
export type { ProtectionReport } from "./isolate.ts";
