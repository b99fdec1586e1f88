import type { PageContent, TextLine } from "../model/page-content.ts";
import { lineText } from "./inline-text.ts";

/** Longer text beside the page is a neighbouring page or a drawing that runs on. */
const maxCharacters = 600;

/** So many lines of tiny type stand where they are; more are the letters of a drawing, which would bury the text. */
const maxTinyLines = 8;

/** What lies outside of a page, in one marked line to stand below its text; empty where nothing does. */
export function outsideText({ outside = [] }: PageContent): string {
  return marked("off-page", outside);
}

/** A page with many lines too small to be seen without them, and these in one marked line. */
export function withoutTiny(content: PageContent): { readonly content: PageContent; readonly tiny: string } {
  const tiny = content.blocks.flatMap((block) => block.lines.filter(isTiny));
  if (tiny.length <= maxTinyLines) return { content, tiny: "" };
  const gone = new Set(tiny);
  const blocks = content.blocks.map((block) => ({ ...block, lines: block.lines.filter((line) => !gone.has(line)) }));
  return {
    content: { ...content, blocks: blocks.filter(({ lines }) => lines.length > 0) },
    tiny: marked("tiny", tiny),
  };
}

function isTiny({ runs }: TextLine): boolean {
  return runs.some(({ hidden }) => hidden === "tiny") && runs.every((run) => run.hidden === "tiny" || isBlank(run));
}

function isBlank({ text }: { readonly text: string }): boolean {
  return text.trim() === "";
}

function marked(reason: "off-page" | "tiny", lines: readonly TextLine[]): string {
  const words = lines.map((line) =>
    lineText({ ...line, runs: line.runs.map(({ text, box, style }) => ({ text, box, style })) }),
  );
  const all = words.filter((word) => word !== "").join(" ");
  if (all === "") return "";
  const shown = all.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/u, "");
  const more = all.length > shown.length ? ` … and ${all.length - shown.length} more characters` : "";
  return `⟦hidden · ${reason}: ${shown}${more}⟧\n`;
}
