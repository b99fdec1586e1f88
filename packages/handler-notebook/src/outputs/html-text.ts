import { htmlToMarkdown, loadHtmlEngine } from "@reader/document";

/**
 * Characters of HTML that are converted. Larger ones are the scripts of interactive charts, and converting runs
 * without a pause in which a time limit could stop it.
 */
const maxHtmlCharacters = 8_000_000;

/** The words of HTML or SVG as Markdown; `undefined` where there are none and where it is larger than the limit. */
export async function textOfHtml(html: string): Promise<string | undefined> {
  if (html.length > maxHtmlCharacters) return undefined;
  const markdown = htmlToMarkdown(html, await loadHtmlEngine());
  return markdown === "" ? undefined : markdown;
}
