import type { MediaType } from "@reader/core/handler";
import { all } from "./all.ts";
import type { Language } from "./language.ts";

/** All languages with a grammar, one per file. */
export const languages: readonly Language[] = all;

/** Returns the language of a media type, or `undefined`. */
export function languageOf(mediaType: MediaType): Language | undefined {
  return languages.find(({ mediaTypes }) => mediaTypes.includes(mediaType));
}
