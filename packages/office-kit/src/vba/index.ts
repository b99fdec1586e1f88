export { areMacrosAsked, macroEvents, macroNotice } from "./macro-events.ts";
export { macroModulesIn, macroModulesOf } from "./macro-modules.ts";
export type { MacroModule, MacroStreams } from "./macro-modules.ts";
