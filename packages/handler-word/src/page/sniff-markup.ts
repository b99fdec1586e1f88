import type { MediaType } from "@reader/core/handler";

const wordType = "application/msword";

/** Web applications name their pages `.doc` because Word opens them. Word itself also saves such pages. */
const documentName = /\.(?:doc|docx|dot)$/i;

/** The start of a page, after an XML declaration and comments. */
const page = /^<(?:!doctype\s+html|html[\s>]|head[\s>]|body[\s>])/i;

/** Content that may precede the page. Matched in a loop, because a repeated group could backtrack for a long time. */
const preamble = /^(?:\s+|<\?xml[^>]*>|<!--[\s\S]*?-->)/i;

/** The start of a web archive as Word writes it (RFC 2557). */
const webArchive = /^(?:[\w-]+:.*\r?\n(?:[ \t].*\r?\n)*)*content-type:\s*multipart\/related/i;

/** Detects web pages and web archives that are named like a Word document. */
export function sniffMarkupDocument(head: Uint8Array, name: string): MediaType | undefined {
  if (!documentName.test(name)) return undefined;
  const text = headText(head);
  return isPage(text) || webArchive.test(text) ? wordType : undefined;
}

/** Returns the kind of markup, or `undefined` if the bytes are not markup. */
export function markupKindOf(head: Uint8Array): "page" | "archive" | undefined {
  const text = headText(head);
  if (isPage(text)) return "page";
  return webArchive.test(text) ? "archive" : undefined;
}

function isPage(text: string): boolean {
  let rest = text;
  for (let found = preamble.exec(rest); found !== null; found = preamble.exec(rest)) rest = rest.slice(found[0].length);
  return page.test(rest);
}

/** Decodes markup as ASCII. UTF-16 is covered by dropping the zero bytes. */
function headText(head: Uint8Array): string {
  return new TextDecoder("latin1")
    .decode(head)
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, "")
    .replaceAll("\0", "");
}
