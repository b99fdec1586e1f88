import type { HtmlListener } from "@reader/document";

/**
 * Tells of HTML as mammoth's writer writes it: every tag is closed, values stand in double quotes, and there are four
 * character references. A tokenizer for any HTML takes three times as long.
 */
export function tellMammothHtml(html: string, listener: HtmlListener): void {
  for (let at = 0; at < html.length;) {
    const tag = html.indexOf("<", at);
    const textEnd = tag < 0 ? html.length : tag;
    if (textEnd > at) listener.text(unescaped(html.slice(at, textEnd)));
    if (tag < 0) return;
    const end = html.indexOf(">", tag);
    if (end < 0) return;
    tellTag(html.slice(tag + 1, end), listener);
    at = end + 1;
  }
}

const none: ReadonlyMap<string, string> = new Map();

function tellTag(tag: string, listener: HtmlListener): void {
  if (tag.startsWith("/")) return listener.close(tag.slice(1));
  const space = tag.indexOf(" ");
  if (space < 0) listener.open(tag, none);
  else listener.open(tag.slice(0, space), attributesIn(tag.slice(space)));
}

function attributesIn(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", value = ""] of tag.matchAll(/([a-z]+)="([^"]*)"/g)) attributes.set(name, unescaped(value));
  return attributes;
}

const characters: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

function unescaped(text: string): string {
  return text.includes("&") ? text.replace(/&(?:amp|lt|gt|quot);/g, (name) => characters[name] ?? name) : text;
}
