import { createAttachmentNames } from "../message/attachment-names.ts";
import type { MailAttachment, MailMessage } from "../message/message.ts";
import { readTnef } from "./tnef.ts";

const tnefType = /^application\/(?:vnd\.)?ms-tnef$/;

/**
 * Adds to a message what only its `winmail.dat` holds: the attachments, and the body, if the message has no other.
 * Outlook sends such a file in place of MIME parts. `canUse` says whether its content may be shown.
 */
export async function withTnefContent(
  message: MailMessage,
  canUse: (container: MailAttachment) => Promise<boolean>,
): Promise<MailMessage> {
  const container = message.attachments.find(
    ({ mediaType, name }) => tnefType.test(mediaType) || /^winmail\.dat$/i.test(name),
  );
  if (container?.bytes === undefined || !(await canUse(container))) return message;
  const content = readTnef(container.bytes);
  if (content === undefined) return message;
  const { text, html, rtf, attachments } = content;
  const hasBody = message.text !== undefined || message.html !== undefined;
  const nameOf = createAttachmentNames();
  return {
    ...message,
    ...(hasBody ? {} : { text, html, rtf }),
    attachments: [...attachments, ...message.attachments].map((attachment) => ({
      ...attachment,
      name: nameOf(attachment.name, attachment.mediaType),
      mediaType: attachment.mediaType === "" ? "application/octet-stream" : attachment.mediaType,
    })),
  };
}
