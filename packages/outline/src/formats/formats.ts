import type { MediaType } from "@reader/core/handler";
import type { Drafts } from "../model/draft.ts";
import type { IsOver } from "./deadline.ts";
import { outlineHtml, outlineMarkdown } from "./headings.ts";
import { outlineJson } from "./json.ts";
import { outlineStyleSheet } from "./style-sheet.ts";
import { outlineToml } from "./toml.ts";
import { outlineYaml } from "./yaml.ts";

/** A format whose structure its lines show, so that no grammar is needed. */
export interface Format {
  readonly name: string;
  readonly mediaTypes: readonly MediaType[];
  /** What the format shows up to its deadline; `truncated` where that came first. */
  readonly outline: (text: string, isOver: IsOver) => Drafts;
}

/** The formats that are outlined by functions of this package. */
export const formats: readonly Format[] = [
  { name: "Markdown", mediaTypes: ["text/markdown"], outline: outlineMarkdown },
  { name: "HTML", mediaTypes: ["text/html", "application/xhtml+xml"], outline: outlineHtml },
  { name: "JSON", mediaTypes: ["application/json", "application/json5"], outline: outlineJson },
  { name: "YAML", mediaTypes: ["application/yaml"], outline: outlineYaml },
  { name: "TOML", mediaTypes: ["application/toml"], outline: outlineToml },
  { name: "SCSS", mediaTypes: ["text/x-scss"], outline: outlineStyleSheet },
  { name: "INI", mediaTypes: ["text/x-ini"], outline: outlineToml },
];

/** The format of a media type; undefined where it is none of them. */
export function formatOf(mediaType: MediaType): Format | undefined {
  return formats.find(({ mediaTypes }) => mediaTypes.includes(mediaType));
}
