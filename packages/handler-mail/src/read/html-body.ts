import { createMarkdownBuilder, type HtmlListener, type MarkdownPiece, type ReadHtml } from "@reader/document";
import { createHiddenParts, isTiny } from "@reader/document/page";
import type { MailAttachment, MailMessage } from "../message/message.ts";

/** The HTML body of a message as Markdown, and what was left out of it. */
export interface HtmlBody {
  readonly pieces: readonly MarkdownPiece[];
  /** Images on other computers, which are never fetched. */
  readonly remoteImages: number;
  /** Remote images that are too small to see. */
  readonly trackingPixels: number;
  /** Characters of text that its styles hide. */
  readonly hiddenCharacters: number;
}

/** The mark before the messages that a reply quotes. */
export const historyMark = "[quoted history]";

/** Prefix of the source of an image that is an attachment. */
export const attachmentPrefix = "attachment/";

/**
 * Converts the HTML body of a message. Images by `cid:`, and those of a saved page by their addresses, refer to
 * attachments; others are described, never fetched.
 */
export function htmlBody(
  html: string,
  { attachments, address }: Pick<MailMessage, "attachments" | "address">,
  readHtml: ReadHtml,
): HtmlBody {
  const nameOf = attachmentFinder(attachments, address);
  const body = convert(html, nameOf, { readHtml, skipsHidden: true });
  // An element that hides its content and is never closed must not hide the rest of the message.
  return body.isOpen ? convert(html, nameOf, { readHtml, skipsHidden: false }) : body;
}

/** Returns the name of the attachment that a source refers to, or `undefined`. */
type FindAttachment = (source: string) => string | undefined;

function attachmentFinder(attachments: readonly MailAttachment[], page: string | undefined): FindAttachment {
  const byId = new Map(attachments.map(({ contentId, name }) => [contentId, name]));
  const byAddress = new Map(
    attachments.flatMap(({ location, name }) =>
      location === undefined ? [] : [[resolved(location, page), name] as const],
    ),
  );
  return (source) => {
    const id = /^cid:(.*)$/is.exec(source)?.[1];
    return id === undefined
      ? byAddress.get(resolved(source, page))
      : (byId.get(id) ?? byId.get(decoded(id)) ?? byAddress.get(source));
  };
}

function resolved(address: string, page: string | undefined): string {
  return URL.parse(address, page)?.href ?? address;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

interface Conversion {
  readonly readHtml: ReadHtml;
  readonly skipsHidden: boolean;
}

function convert(
  html: string,
  nameOf: FindAttachment,
  { readHtml, skipsHidden }: Conversion,
): HtmlBody & { readonly isOpen: boolean } {
  const builder = createMarkdownBuilder();
  const counts = { remoteImages: 0, trackingPixels: 0, hiddenCharacters: 0 };
  const hidden = createHiddenParts(skipsHidden);
  let hasHistory = false;
  const image = (attributes: Attributes): void => {
    const source = (attributes.get("src") ?? "").trim();
    const name = source === "" ? undefined : nameOf(source);
    if (name !== undefined) return builder.open("img", with_(attributes, `${attachmentPrefix}${name}`));
    if (isTiny(attributes)) counts.trackingPixels += 1;
    counts.remoteImages += /^(?:https?:)?\/\//i.test(source) ? 1 : 0;
    const alt = (attributes.get("alt") ?? "").replaceAll(/\s+/g, " ").trim();
    if (alt !== "" && !isTiny(attributes)) builder.text(`[image: ${alt}]`);
  };
  const listener: HtmlListener = {
    open(name, attributes) {
      if (hidden.open(name, attributes)) return;
      if (!hasHistory && startsHistory(name, attributes)) {
        hasHistory = true;
        builder.open("p", noAttributes);
        builder.text(historyMark);
        builder.close("p");
      }
      if (name === "title") builder.open("style", noAttributes);
      if (name === "img") image(attributes);
      else if (name === "a" && !hasScheme.test(attributes.get("href") ?? "")) builder.open(name, noAttributes);
      else builder.open(name, attributes);
    },
    close(name) {
      if (hidden.close(name)) return;
      builder.close(name);
      if (name === "title") builder.close("style");
    },
    text(characters) {
      if (hidden.isHidden) counts.hiddenCharacters += characters.replaceAll(invisible, "").length;
      else builder.text(characters);
    },
  };
  readHtml(html, listener);
  return { pieces: builder.end(), ...counts, isOpen: hidden.isHidden };
}

type Attributes = ReadonlyMap<string, string>;

const noAttributes: Attributes = new Map();

/** A link of a message without a scheme is relative to a page that the reader of the message does not have. */
const hasScheme = /^\s*[a-z][\w+.-]*:/i;

/** Whitespace, and the characters that newsletters pad their previews with. */
const invisible = /(?:\u034f|[\s\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff])+/g;

function with_(attributes: Attributes, source: string): Attributes {
  return new Map([...attributes, ["src", source]]);
}

/** What mail programs put around or before the messages that a reply quotes: classes, identifiers, and a ruled box. */
const historyClass =
  /(?:^|\s)(?:gmail_quote|gmail_quote_container|moz-cite-prefix|yahoo_quoted|protonmail_quote|zmail_extra)(?:\s|$)/;
const historyId = /^(?:x_)*(?:divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|isForwardContent|reply-intro)$/;
const outlookRule = /border:\s*none;\s*border-top:\s*solid\s+#(?:E1E1E1|B5C4DF)/i;

function startsHistory(name: string, attributes: Attributes): boolean {
  if (name === "blockquote") return attributes.get("type") === "cite";
  return (
    historyClass.test(attributes.get("class") ?? "") ||
    historyId.test(attributes.get("id") ?? "") ||
    outlookRule.test(attributes.get("style") ?? "")
  );
}
