import type { Handler } from "@reader/core";
import { archive, comics } from "@reader/handler-archive";
import { books } from "@reader/handler-book";
import { data, jsonLines } from "@reader/handler-data";
import { html } from "@reader/handler-html";
import { image } from "@reader/handler-image";
import { iwork } from "@reader/handler-iwork";
import { mail } from "@reader/handler-mail";
import { media } from "@reader/handler-media";
import { notebook } from "@reader/handler-notebook";
import { office } from "@reader/handler-office";
import { pdf } from "@reader/handler-pdf";
import { pdfium } from "@reader/handler-pdfium";
import { textFormats } from "@reader/handler-text-formats";
import { outline } from "@reader/outline";

/** All handlers, in order of precedence. `pnpm build` writes `src/generated` from this list. */
export const handlers: readonly Handler[] = [
  pdf(),
  pdfium(),
  image(),
  notebook(),
  mail(),
  html(),
  data(),
  jsonLines(),
  media(),
  ...textFormats(),
  ...office(),
  iwork(),
  ...books(),
  comics(),
  archive(),
  outline(),
];

/** Handlers by the name of the one that they replace if its package is not installed. */
export const replacements: ReadonlyMap<string, string> = new Map([["pdfium", "pdf"]]);

/** Handlers that run in the program's own process, after all others: their code belongs to this project and streams. */
export const localNames: ReadonlySet<string> = new Set(["csv"]);

/** Packages that may not be installed, so that the preset imports nothing from them. */
export const optionalPackages: ReadonlySet<string> = new Set(["@reader/handler-pdf", "@reader/handler-pdfium"]);
