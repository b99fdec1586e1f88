import type { MarkdownWriter } from "./markdown-writer.ts";

/** The link that a text is in, if it is in one. */
export class OpenLink {
  #link: { readonly href: string; readonly handle: number; text: string } | undefined;

  /** Whether there is one. */
  get isOpen(): boolean {
    return this.#link !== undefined;
  }

  /** Begins one, and ends the one before: only links that lead somewhere from here are worth their tokens. */
  open(writer: MarkdownWriter, href: string): void {
    this.close(writer);
    if (/^(?:https?|mailto|ftp|tel):/i.test(href)) {
      this.#link = { href: href.trim(), handle: writer.writeMark("["), text: "" };
    }
  }

  /** Notes words of it, as far as it takes to tell whether they are more than its address. */
  addWords(words: string): void {
    if (this.#link !== undefined && this.#link.text.length <= this.#link.href.length) this.#link.text += words;
  }

  /** The same for what is Markdown already. */
  addMarkdown(markdown: string): void {
    if (this.#link !== undefined) this.#link.text += markdown;
  }

  /** Ends it. A link that says where it leads need not say so twice. */
  close(writer: MarkdownWriter): void {
    const link = this.#link;
    this.#link = undefined;
    if (link === undefined) return;
    const text = link.text.trim();
    const saysAddress = text === link.href || `mailto:${text}` === link.href;
    if (text === "" || saysAddress) writer.takeBack(link.handle);
    if (text === "") writer.writeRaw(link.href);
    else if (!saysAddress) writer.writeRaw(`](${addressOf(link.href)})`);
  }
}

/** CommonMark 0.31, 6.3: an address with spaces or brackets stands between angle brackets. */
function addressOf(href: string): string {
  return /[\s()<>]/.test(href) ? `<${href.replace(/[<>\s]/g, (character) => encodeURIComponent(character))}>` : href;
}
