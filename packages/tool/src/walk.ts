// The entry for the packages of this project that walk folders. Its names may change in any release.
export { parsePathGlob } from "./find/path-glob.ts";
export type { PathGlob } from "./find/path-glob.ts";
export { walk } from "./find/walk.ts";
export type { SkipReason, WalkedFile, WalkOptions } from "./find/walk.ts";
