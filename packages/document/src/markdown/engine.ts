import { ReadError } from "@reader/core/handler";
import type { Token, Tokenizer, TokenizerMode } from "parse5";
import { mathElements } from "./elements.ts";

/** Receives the tags and the text of an HTML document, in order. Names are in lower case. */
export interface HtmlListener {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(characters: string): void;
}

/** Parses HTML and calls the listener. */
export type ReadHtml = (html: string, listener: HtmlListener) => void;

/** Elements whose content is text up to their end tag, even if it contains markup. */
const rawTextElements: ReadonlySet<string> = new Set(["script", "style", "xmp", "iframe", "noembed", "noframes"]);
const escapableTextElements: ReadonlySet<string> = new Set(["textarea", "title"]);

/**
 * Loads the HTML tokenizer of parse5. It is used instead of the tree builder because its time is linear in the length
 * of any input, and it has no stack that nesting could grow. Throws `unsupported-type` if parse5 is not installed.
 */
export async function loadHtmlEngine(): Promise<ReadHtml> {
  const { Tokenizer, TokenizerMode } = await loadParse5();
  return (html, listener) => {
    const text = ({ chars }: Token.CharacterToken): void => listener.text(chars);
    const tokenizer = new Tokenizer(
      {},
      {
        onStartTag({ tagName, attrs, selfClosing }) {
          if (rawTextElements.has(tagName)) tokenizer.state = TokenizerMode.RAWTEXT;
          if (escapableTextElements.has(tagName)) tokenizer.state = TokenizerMode.RCDATA;
          listener.open(tagName, new Map(attrs.map(({ name, value }) => [name, value])));
          if (selfClosing && mathElements.has(tagName)) listener.close(tagName);
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

/** The exports of parse5 that are used. */
interface Parse5 {
  readonly Tokenizer: typeof Tokenizer;
  readonly TokenizerMode: typeof TokenizerMode;
}

async function loadParse5(): Promise<Parse5> {
  try {
    return await import("parse5");
  } catch (cause) {
    throw new ReadError("unsupported-type", "HTML is read by the package parse5, which is not installed.", {
      hint: "Ask the user to run `npm install parse5`, then read the file again.",
      details: { package: "parse5" },
      cause,
    });
  }
}

function ignore(): void {}
