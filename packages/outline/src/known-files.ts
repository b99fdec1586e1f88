import type { MediaType } from "@reader/core/handler";
import { formats } from "./formats/formats.ts";
import { languages } from "./languages/index.ts";
import { lockFileNames as names } from "./summary/lock-files.ts";

// The published package contains the values of this module instead of its code (`evaluated` in the manifest). Otherwise a program that reads plain text would load 45 KB of languages for their names.

/** Media types that are outlined. */
export const outlinedTypes: readonly MediaType[] = [...languages, ...formats].flatMap((each) => each.mediaTypes);

/** File names of lock files in lower case. `*` matches any characters. */
export const lockFileNames: readonly string[] = names;
