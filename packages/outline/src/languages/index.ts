import type { MediaType } from "@reader/core/handler";
import { all } from "./all.ts";
import type { Language } from "./language.ts";

/** The languages that are parsed, a file each. */
export const languages: readonly Language[] = all;

/** The language of a media type; undefined where it is none that is parsed. */
export function languageOf(mediaType: MediaType): Language | undefined {
  return languages.find(({ mediaTypes }) => mediaTypes.includes(mediaType));
}
