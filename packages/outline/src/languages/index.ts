import type { MediaType } from "@reader/core/handler";
import { bash } from "./bash.ts";
import { cpp } from "./cpp.ts";
import { csharp } from "./csharp.ts";
import { css } from "./css.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import type { Language } from "./language.ts";
import { php } from "./php.ts";
import { powershell } from "./powershell.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { typescript } from "./typescript.ts";
import { vue } from "./vue.ts";

/** The languages that are parsed, a file each. */
export const languages: readonly Language[] = [
  typescript,
  javascript,
  vue,
  python,
  java,
  go,
  rust,
  cpp,
  csharp,
  ruby,
  php,
  bash,
  powershell,
  css,
];

/** The language of a media type; undefined where it is none that is parsed. */
export function languageOf(mediaType: MediaType): Language | undefined {
  return languages.find(({ mediaTypes }) => mediaTypes.includes(mediaType));
}
