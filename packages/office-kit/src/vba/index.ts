export { areMacrosAsked, macroEvents, macroNotice } from "./macros.ts";
export { macroModulesIn, macroModulesOf } from "./macros.ts";
export type { MacroModule, MacroStreams } from "./macros.ts";
