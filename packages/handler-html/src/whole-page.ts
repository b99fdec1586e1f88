import { createMarkdownBuilder, type HtmlListener, type MarkdownPiece, type ReadHtml } from "@reader/document";
import { createHiddenParts, isTiny } from "@reader/document/page";

/** A page as Markdown. */
export interface PageText {
  readonly pieces: readonly MarkdownPiece[];
  /** Number of images with a size, none of which is shown. */
  readonly images: number;
}

/** Converts HTML to Markdown. Hidden elements are left out; images become their alternative text. */
export function pageText(html: string, readHtml: ReadHtml): PageText {
  const page = convert(html, readHtml, true);
  // An element that hides its content and is never closed must not hide the rest of the page.
  return page.isOpen ? convert(html, readHtml, false) : page;
}

function convert(html: string, readHtml: ReadHtml, skipsHidden: boolean): PageText & { readonly isOpen: boolean } {
  const builder = createMarkdownBuilder();
  const hidden = createHiddenParts(skipsHidden);
  let images = 0;
  /** The attributes of an open link without text so far. A link around an image alone is not worth its address. */
  let link: ReadonlyMap<string, string> | undefined;
  const write = (words: string): void => {
    if (link !== undefined && words.trim() !== "") {
      builder.open("a", link);
      link = undefined;
    }
    builder.text(words);
  };
  const listener: HtmlListener = {
    open(name, attributes) {
      if (hidden.open(name, attributes)) return;
      // The title of the page is shown above it.
      if (unshown.has(name)) builder.open("template", attributes);
      if (name === "a") link = attributes;
      else if (name !== "img") builder.open(name, attributes);
      if (name !== "img") return;
      if (isTiny(attributes)) return;
      images += 1;
      const words = (attributes.get("alt") ?? "").replaceAll(/\s+/g, " ").trim();
      if (words !== "") write(`[image: ${words.replaceAll("]", ")")}]`);
    },
    close(name) {
      if (hidden.close(name)) return;
      if (name === "a") link = undefined;
      builder.close(name);
      if (unshown.has(name)) builder.close("template");
    },
    text(characters) {
      if (!hidden.isHidden) write(characters);
    },
  };
  readHtml(html, listener);
  return { pieces: builder.end(), images, isOpen: hidden.isHidden };
}

/** Elements whose text is not part of the page: its title, and what only browsers without scripts show. */
const unshown: ReadonlySet<string> = new Set(["title", "noscript", "svg", "select", "textarea"]);
