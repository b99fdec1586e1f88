import type { PageContent } from "../page-content.ts";
import { lineText } from "./inline-text.ts";

/** Longer text beside the page is a neighbouring page or a drawing that runs on. */
const maxCharacters = 600;

/** What lies outside of a page, in one marked line to stand below its text; empty where nothing does. */
export function outsideText({ outside = [] }: PageContent): string {
  const words = outside.map((line) => lineText({ ...line, runs: line.runs.map(({ hidden: _, ...run }) => run) }));
  const all = words.filter((word) => word !== "").join(" ");
  if (all === "") return "";
  const shown = all.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/u, "");
  const more = all.length > shown.length ? ` … and ${all.length - shown.length} more characters` : "";
  return `⟦hidden · off-page: ${shown}${more}⟧\n`;
}
