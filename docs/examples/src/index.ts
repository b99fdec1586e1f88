export { srt } from "./srt.ts";
export { parseCues } from "./parse-cues.ts";
export type { Cue } from "./parse-cues.ts";
