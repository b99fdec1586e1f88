import type { MediaType } from "@reader/core/handler";

const wordType = "application/msword";

/** Programs of the web call their pages documents, because Word opens them; Word itself saves such pages. */
const documentName = /\.(?:doc|docx|dot)$/i;

/** What starts a page, behind an XML declaration and comments. */
const page = /^<(?:!doctype\s+html|html[\s>]|head[\s>]|body[\s>])/i;

/** What may stand before it, one after the other: tried in a loop, because repeated in a pattern it could take ages. */
const preamble = /^(?:\s+|<\?xml[^>]*>|<!--[\s\S]*?-->)/i;

/** What starts a web archive (RFC 2557), as Word writes them. */
const webArchive = /^(?:[\w-]+:.*\r?\n(?:[ \t].*\r?\n)*)*content-type:\s*multipart\/related/i;

/** Tells web pages and web archives with the name of a document of Word from other text. */
export function sniffMarkupDocument(head: Uint8Array, name: string): MediaType | undefined {
  if (!documentName.test(name)) return undefined;
  const text = headText(head);
  return isPage(text) || webArchive.test(text) ? wordType : undefined;
}

/** Whether bytes that are called a document are a web page or a web archive. */
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

/** Markup is ASCII; in UTF-16, with zeros between. */
function headText(head: Uint8Array): string {
  return new TextDecoder("latin1")
    .decode(head)
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, "")
    .replaceAll("\0", "");
}
