import { createFileNames } from "@reader/document/content";
import type { MailMessage } from "../message/message.ts";
import { readCms } from "./cms.ts";
import { isDenied, type MessageFile } from "./message-file.ts";
import { parseMime } from "./parse-mime.ts";
import { containerWords, parsedOrNothing, signedWithSmime, withSignedContent } from "./protection.ts";

/**
 * Completes an Outlook item that is signed or encrypted (MS-OXOSMIME): its only attachment holds the message as it was
 * sent, in MIME or as an object of CMS.
 */
export async function withProtectedContent(
  message: MailMessage,
  messageClass: string,
  file: MessageFile,
): Promise<MailMessage> {
  if (!/\.SMIME(?:\.MultipartSigned)?$/i.test(messageClass)) return message;
  const isSigned = /\.MultipartSigned$/i.test(messageClass);
  const unknown = {
    ...message,
    protection: isSigned ? [signedWithSmime] : ["encrypted with S/MIME: the content cannot be shown"],
  };
  const [container] = message.attachments;
  if (container?.bytes === undefined || (await isDenied(file, container))) return unknown;
  if (readCms(container.bytes) === undefined) {
    const sent = await parsedOrNothing(container.bytes, (bytes) => parseMime(bytes, { ...file, name: container.name }));
    return sent === undefined || sent.protection.length === 0 ? unknown : combined(message, sent);
  }
  const attachments = [{ ...container, mediaType: "application/pkcs7-mime" }];
  const sealed = {
    ...message,
    attachments,
    protection: containerWords({ type: "", attachments, fileName: file.name }),
  };
  return withSignedContent(sealed, { parse: (content) => parseMime(content, file), canUse: async () => true });
}

/** Adds to an item what only the message has that was sent. */
function combined(message: MailMessage, sent: MailMessage): MailMessage {
  const hasBody = message.text !== undefined || message.html !== undefined;
  const uniqueName = createFileNames();
  return {
    ...message,
    ...(hasBody ? {} : { text: sent.text, html: sent.html }),
    attachments: [...sent.attachments, ...message.attachments].map((attachment) => ({
      ...attachment,
      name: uniqueName(attachment.name),
    })),
    protection: sent.protection,
  };
}
