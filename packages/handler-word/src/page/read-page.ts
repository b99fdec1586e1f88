import { extent, notice, text, type HandlerContext, type HandlerEvent } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { createMarkdownBuilder, loadHtmlEngine, type HtmlListener, type MarkdownPiece } from "@reader/document";
import { chooseSections } from "@reader/document/builder";

/** What a page is read with; `path` is that of the file, for messages. */
export interface PageInput {
  readonly path: string;
  readonly context: HandlerContext;
}

/** The events of an HTML document, with its headings as places. */
export async function* readPage(html: string, { path, context }: PageInput): AsyncGenerator<HandlerEvent> {
  const builder = createMarkdownBuilder();
  const readHtml = await loadHtmlEngine();
  readHtml(html, withoutInlineData(builder));
  const pieces = builder.end();
  const { pages, select } = context;
  const isWhole = pages === undefined && select === undefined;
  const chosen = isWhole ? undefined : chooseSections(pieces, { path, pages, select });
  const sections = pieces.filter(({ type }) => type === "heading").length;
  if (sections > 0) yield extent("section", sections);
  if (pieces.length === 0) yield notice("The page has no text.");
  yield* sectionEvents(pieces, chosen, createYielder(context.signal));
}

async function* sectionEvents(
  pieces: readonly MarkdownPiece[],
  chosen: ReadonlySet<number> | undefined,
  breathe: () => Promise<void>,
): AsyncGenerator<HandlerEvent> {
  let [section, title] = [0, ""];
  let hasText = false;
  for (const piece of pieces) {
    if (piece.type === "image") continue;
    if (piece.type === "heading") [section, title] = [section + 1, piece.title];
    if (chosen !== undefined && !chosen.has(section)) continue;
    const markdown = hasText && piece.type === "text" ? `\n${piece.markdown}` : piece.markdown;
    hasText = true;
    yield text(markdown, section === 0 ? undefined : { unit: "section", index: section, label: title });
    await breathe();
  }
}

/** A picture that stands in the page itself would be a line of a million letters. */
function withoutInlineData(builder: HtmlListener): HtmlListener {
  return {
    open(name, attributes) {
      const isInline = name === "img" && /^data:/i.test(attributes.get("src")?.trim() ?? "");
      builder.open(name, isInline ? new Map([...attributes, ["src", "inline"]]) : attributes);
    },
    close: (name) => builder.close(name),
    text: (characters) => builder.text(characters),
  };
}
