import { htmlToMarkdown, loadHtmlEngine } from "@reader/document";

/**
 * Characters of HTML that are converted. Larger ones are the scripts of interactive charts, and converting runs
 * without a pause in which a time limit could stop it.
 */
const maxHtmlCharacters = 8_000_000;

/**
 * Converts the text of HTML or SVG to Markdown. Returns `undefined` if there is no text, or the input exceeds the
 * limit.
 */
export async function textOfHtml(html: string): Promise<string | undefined> {
  if (html.length > maxHtmlCharacters) return undefined;
  const markdown = htmlToMarkdown(html, await loadHtmlEngine());
  return markdown === "" ? undefined : markdown;
}
