import type { MediaType } from "@reader/core/handler";
import { formats } from "./formats/formats.ts";
import { languages } from "./languages/index.ts";
import { lockFileNames as names } from "./summary/lock-files.ts";

// A packed package holds what this module comes to, and not the module (`evaluated` in the manifest): a program that
// reads a plain text would load 45 KB of languages to learn their names.

/** What is outlined, as the core calls it. */
export const outlinedTypes: readonly MediaType[] = [...languages, ...formats].flatMap((each) => each.mediaTypes);

/** How lock files are called, in lower case; a `*` stands for any characters. */
export const lockFileNames: readonly string[] = names;
