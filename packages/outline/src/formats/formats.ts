import type { MediaType } from "@reader/core/handler";
import type { Drafts } from "../model/draft.ts";
import type { IsOver } from "./deadline.ts";
import { outlineHtml, outlineMarkdown } from "./headings.ts";
import { outlineJson } from "./json.ts";
import { outlineStyleSheet } from "./style-sheet.ts";
import { outlineToml } from "./toml.ts";
import { outlineYaml } from "./yaml.ts";

/** A format that is outlined by its lines, without a grammar. */
export interface Format {
  readonly name: string;
  readonly mediaTypes: readonly MediaType[];
  /** Outlines a text until the deadline. `truncated` if the deadline came first. */
  readonly outline: (text: string, isOver: IsOver) => Drafts;
}

/** All formats outlined without a grammar. */
export const formats: readonly Format[] = [
  { name: "Markdown", mediaTypes: ["text/markdown"], outline: outlineMarkdown },
  { name: "HTML", mediaTypes: ["text/html", "application/xhtml+xml"], outline: outlineHtml },
  { name: "JSON", mediaTypes: ["application/json", "application/json5"], outline: outlineJson },
  { name: "YAML", mediaTypes: ["application/yaml"], outline: outlineYaml },
  { name: "TOML", mediaTypes: ["application/toml"], outline: outlineToml },
  { name: "SCSS", mediaTypes: ["text/x-scss"], outline: outlineStyleSheet },
  { name: "INI", mediaTypes: ["text/x-ini"], outline: outlineToml },
];

/** Returns the format of a media type, or `undefined`. */
export function formatOf(mediaType: MediaType): Format | undefined {
  return formats.find(({ mediaTypes }) => mediaTypes.includes(mediaType));
}
