import { extent, type HandlerContext, type HandlerEvent, notice, type Source, text } from "@reader/core/handler";
import { createTextDecoder } from "@reader/core/decoders";
import { createYielder } from "@reader/core/internal";
import { createMarkdownBuilder, type HtmlListener, loadHtmlEngine, type MarkdownPiece } from "@reader/document";
import { chooseSections } from "@reader/document/builder";
import { htmlOfMht } from "../docx/mht.ts";

/** Reads a web page or web archive that is named like a Word document. */
export async function* readWebPage(
  source: Source,
  context: HandlerContext,
  kind: "page" | "archive",
): AsyncGenerator<HandlerEvent> {
  const bytes = await source.bytes();
  const html = kind === "archive" ? htmlOfMht(bytes) : await pageText(bytes, source);
  const what = kind === "archive" ? "a web archive" : "a web page";
  yield* readPage(html ?? "", { path: source.path, context });
  yield notice(`The file is ${what}, not a Word document. Its text is shown without images.`);
}

function pageText(bytes: Uint8Array, { sniff: { text } }: Source): Promise<string> | string {
  return text === undefined ? new TextDecoder().decode(bytes) : createTextDecoder(text).decode(bytes);
}

/** Input of the page reader; `path` is the path of the file, for messages. */
interface PageInput {
  readonly path: string;
  readonly context: HandlerContext;
}

/** Yields the events of an HTML document, with its headings as places. */
async function* readPage(html: string, { path, context }: PageInput): AsyncGenerator<HandlerEvent> {
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
  pause: () => Promise<void>,
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
    await pause();
  }
}

/** Removes inline image data, which would be a line of a million characters. */
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
