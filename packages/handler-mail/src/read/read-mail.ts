import type { HandlerContext, HandlerEvent, HandlerInfo, Source } from "@reader/core/handler";
import { fieldOf, type MailMessage } from "../message/message.ts";
import { parseMime, parsePage } from "../parse/parse-mime.ts";
import { parseOutlook } from "../parse/parse-outlook.ts";
import { readMessage } from "./read-message.ts";

/** The type of the files that Outlook writes. */
export const outlookType = "application/vnd.ms-outlook";

/** The type of a saved web page (MHT). */
const pageType = "multipart/related";

/** Reads a file that holds one message. */
export async function* readMail(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const { path, name } = source;
  const message = await messageIn(source, context);
  context.signal.throwIfAborted();
  yield* readMessage(message, { path, name, context, select: context.select, prefix: "" });
}

async function messageIn(source: Source, { areDenied }: HandlerContext): Promise<MailMessage> {
  const bytes = await source.bytes();
  const { mediaType } = source.sniff;
  const file = { path: source.path, name: source.name, areDenied };
  if (mediaType === outlookType) return parseOutlook(bytes, file);
  return mediaType === pageType ? parsePage(bytes, file) : parseMime(bytes, file);
}

/** Returns the sender, recipients, date and subject of a message, and the names of its attachments. */
export async function describeMail(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const message = await messageIn(source, context);
  const facts = ["From", "To", "Date", "Subject"].flatMap((name) => {
    const value = fieldOf(message, name);
    return value === undefined ? [] : [[name.toLowerCase(), value] as const];
  });
  const { attachments, protection, messageId } = message;
  return {
    extents: [],
    facts: {
      ...Object.fromEntries(facts),
      ...(messageId === undefined ? {} : { messageId }),
      ...(attachments.length === 0 ? {} : { attachments: attachments.slice(0, maxNames).map(({ name }) => name) }),
      ...(protection.length === 0 ? {} : { protection: [...protection] }),
    },
  };
}

/** Maximum number of attachments that `info` lists. */
const maxNames = 100;
