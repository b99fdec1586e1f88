import type { Token } from "parse5";

/** Who is told of the tags and the text of an HTML document, in order. Names are in lower case. */
export interface HtmlListener {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(characters: string): void;
}

/** Reads HTML from its start to its end. */
export type ReadHtml = (html: string, listener: HtmlListener) => void;

/** Elements whose content is text up to their own end tag, whatever stands in it. */
const rawTextElements: ReadonlySet<string> = new Set(["script", "style", "xmp", "iframe", "noembed", "noframes"]);
const escapableTextElements: ReadonlySet<string> = new Set(["textarea", "title"]);

/**
 * Loads the HTML tokenizer, the only engine of this package. The tokenizer and not the tree: it takes time linear in
 * the length of any input, and has no stack that nesting could grow.
 */
export async function loadHtmlEngine(): Promise<ReadHtml> {
  const { Tokenizer, TokenizerMode } = await import("parse5");
  return (html, listener) => {
    const text = ({ chars }: Token.CharacterToken): void => listener.text(chars);
    const tokenizer = new Tokenizer(
      {},
      {
        onStartTag({ tagName, attrs }) {
          if (rawTextElements.has(tagName)) tokenizer.state = TokenizerMode.RAWTEXT;
          if (escapableTextElements.has(tagName)) tokenizer.state = TokenizerMode.RCDATA;
          listener.open(tagName, new Map(attrs.map(({ name, value }) => [name, value])));
        },
        onEndTag: ({ tagName }) => listener.close(tagName),
        onCharacter: text,
        onWhitespaceCharacter: text,
        onNullCharacter: ignore,
        onComment: ignore,
        onDoctype: ignore,
        onEof: ignore,
      },
    );
    tokenizer.write(html, true);
  };
}

function ignore(): void {}
