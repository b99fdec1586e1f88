import { type Canary, defineHandler, type Handler, type MediaType } from "@reader/core/handler";
import manifest from "../package.json" with { type: "json" };

/** The media types of the handler: messages, saved web pages (MHT), Outlook items, mailboxes. */
export const mailTypes: readonly MediaType[] = [
  "message/rfc822",
  "multipart/related",
  "application/vnd.ms-outlook",
  "application/mbox",
];

/**
 * Creates a handler for e-mail. A message is read as its header fields, its body as Markdown, and a list of its
 * attachments, each of which `select: "attachment/NAME"` reads with the handler for its type. Nothing is fetched.
 */
export function mail(): Handler {
  return defineHandler({
    name: "mail",
    tables: "markdown",
    mediaTypes: mailTypes,
    version: manifest.version,
    origin: { module: "@reader/handler-mail", export: "mail", addons: "for-images" },
    canary,
    async *read(source, context) {
      if (isMailbox(source.sniff.mediaType))
        yield* (await import("./read/read-mailbox.ts")).readMailbox(source, context);
      else yield* (await import("./read/read-mail.ts")).readMail(source, context);
    },
    async info(source, context) {
      if (isMailbox(source.sniff.mediaType))
        return (await import("./read/read-mailbox.ts")).describeMailbox(source, context);
      return (await import("./read/read-mail.ts")).describeMail(source, context);
    },
    async outline(source, context) {
      if (!isMailbox(source.sniff.mediaType)) return { entries: [] };
      return (await import("./read/read-mailbox.ts")).outlineMailbox(source, context);
    },
  });
}

function isMailbox(mediaType: MediaType): boolean {
  return mediaType === "application/mbox";
}

const message = "From: Ada <ada@example.org>\r\nTo: Bob <bob@example.org>\r\nSubject: canary\r\n\r\nalive\r\n";

function canary(): Canary {
  return { name: "canary.eml", mediaType: "message/rfc822", bytes: new TextEncoder().encode(message), text: "alive" };
}
