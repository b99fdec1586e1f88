import type { MediaType } from "@reader/core/handler";
import { language as bash } from "./bash.ts";
import { language as cpp } from "./cpp.ts";
import { language as csharp } from "./csharp.ts";
import { language as css } from "./css.ts";
import { language as go } from "./go.ts";
import { language as java } from "./java.ts";
import { language as javascript } from "./javascript.ts";
import { language as php } from "./php.ts";
import { language as powershell } from "./powershell.ts";
import { language as python } from "./python.ts";
import { language as ruby } from "./ruby.ts";
import { language as rust } from "./rust.ts";
import { language as typescript } from "./typescript.ts";
import { language as vue } from "./vue.ts";
import type { Language } from "./language.ts";

/** All languages with a grammar, one per file. */
export const languages: readonly Language[] = [
  bash,
  cpp,
  csharp,
  css,
  go,
  java,
  javascript,
  php,
  powershell,
  python,
  ruby,
  rust,
  typescript,
  vue,
];

/** Returns the language of a media type, or `undefined`. */
export function languageOf(mediaType: MediaType): Language | undefined {
  return languages.find(({ mediaTypes }) => mediaTypes.includes(mediaType));
}
