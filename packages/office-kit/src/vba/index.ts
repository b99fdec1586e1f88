export { areMacrosAsked, macroEvents, macroModulesIn, macroModulesOf, macroNotice } from "./macros.ts";
export type { MacroModule, MacroStreams } from "./macros.ts";
