import {
  type HandlerContext,
  type HandlerEvent,
  notice,
  type Place,
  quoted,
  ReadError,
  text,
} from "@reader/core/handler";
import { listedName, readableSize } from "@reader/core/render";
import { loadHtmlEngine, type MarkdownPiece } from "@reader/document";
import { imageEvent } from "@reader/document/content";
import { loadPageEngine, mainContent } from "@reader/document/page";
import { fieldOf, type MailAttachment, type MailMessage } from "../message/message.ts";
import { parseHead } from "../parse/parse-mime.ts";
import { attachmentPrefix, historyMark, htmlBody, type HtmlBody } from "./html-body.ts";

/** Maximum number of characters of an HTML body that is converted. Longer ones are shown as their plain text. */
const maxHtmlCharacters = 8_000_000;

/** Lines that mail programs write before the messages that a reply quotes or forwards. */
const historyLine =
  /^(?:-{2,} ?(?:Original Message|Original Appointment|Forwarded message|Ursprüngliche Nachricht|Message d'origine|Mensaje original) ?-{2,}|Begin forwarded message:|_{20,})\s*$/i;

/** A header block that Outlook writes in place of such a line. */
const outlookHeader = /^(?:From|Von|De):\s.+\n(?:Sent|Date|Gesendet|Envoyé|Enviado)[^\n]*:\s/m;

/** Yields a message: its header fields, the list of its attachments, and its body as Markdown. */
export async function* messageEvents(
  message: MailMessage,
  context: HandlerContext,
  at?: Place,
): AsyncGenerator<HandlerEvent> {
  const denied = (await context.areDenied?.(message.attachments.map(({ name }) => name))) ?? [];
  yield text(`${await headLines(message, denied)}\n`, at);
  yield* bodyEvents(message, context, at);
  for (const report of reportsOf(message, denied)) yield text(`\n${report}`, at);
}

/** Types of the machine-readable part of a report: why a message was not delivered, or that it was read. */
const reportType = /^message\/(?:delivery-status|disposition-notification|feedback-report)$/;

/** Maximum size of a report that is shown below the body, in bytes. */
const maxReportBytes = 16 * 1024;

/** `denied` says of each attachment whether the policy denies it. */
function reportsOf({ attachments }: MailMessage, denied: readonly boolean[]): readonly string[] {
  return attachments.flatMap(({ mediaType, bytes }, index) => {
    if (denied[index] === true || !reportType.test(mediaType)) return [];
    if (bytes === undefined || bytes.length > maxReportBytes) return [];
    const lines = new TextDecoder().decode(bytes).replaceAll(/\r\n?/g, "\n").trim();
    return lines === "" ? [] : [`[report]\n${lines}\n`];
  });
}

async function* bodyEvents(
  message: MailMessage,
  context: HandlerContext,
  at: Place | undefined,
): AsyncGenerator<HandlerEvent> {
  const { html, rtf } = message;
  const shown = { message, context, at };
  if (html !== undefined && html.length <= maxHtmlCharacters) yield* htmlBodyEvents(html, shown);
  else if (html === undefined && message.text === undefined && rtf !== undefined)
    yield* richText(rtf(context.budget.maxInflatedBytes + 1), shown);
  else yield text(plainBody(message), at);
}

async function* htmlBodyEvents(html: string, { message, context, at }: Shown): AsyncGenerator<HandlerEvent> {
  const page = message.isPage === true ? mainContent(html, await loadPageEngine(), { keepsImages: true }) : undefined;
  const body = htmlBody(page?.html ?? html, message, await loadHtmlEngine());
  const isEmpty = body.pieces.every((piece) => !("markdown" in piece) || piece.markdown.trim() === "");
  if (isEmpty) yield text(plainBody(message), at);
  else yield* htmlEvents(body.pieces, { message, context, at });
  yield* omissions(body);
  if (page !== undefined) {
    yield notice(
      `This is the main content of a web page, ${page.words} of ${page.pageWords} words: select "all" shows the whole page, and select "html" its source.`,
    );
  }
}

/** Yields a body in RTF, or says why it is not shown, such as one with a byte more than the budget has left. */
async function* richText(rtf: Uint8Array, { message, context, at }: Shown): AsyncGenerator<HandlerEvent> {
  // What precedes the first words is dropped, if there are none.
  const held: HandlerEvent[] = [];
  let hasWords = false;
  try {
    for await (const event of context.nested("body.rtf", rtf)) {
      held.push(at === undefined ? event : placed(event, at));
      hasWords ||= event.type === "text" || event.type === "image";
      if (hasWords) yield* held.splice(0);
    }
  } catch (error) {
    if (!ReadError.is(error)) throw error;
    yield text(`(the body is not shown: ${error.message})\n`, at);
    return;
  }
  if (!hasWords) yield text(plainBody(message), at);
}

/** Adds a place to events without one. */
export function placed(event: HandlerEvent, at: Place): HandlerEvent {
  const isShown = event.type === "text" || event.type === "image" || event.type === "document";
  return isShown && event.at === undefined ? { ...event, at } : event;
}

function plainBody({ text: body, html, protection }: MailMessage): string {
  if (body !== undefined) return `${textBody(body)}\n`;
  if (html !== undefined) return "(an HTML body without text)\n";
  return protection.length === 0 ? "(no text)\n" : "(no readable text)\n";
}

/** Marks the start of the quoted messages in a plain text body. Lines with `>` are left as they are. */
function textBody(body: string): string {
  const lines = body.replaceAll("\r\n", "\n").replaceAll("\r", "\n").trimEnd().split("\n");
  const at = lines.findIndex((line, index) => startsHistory(lines, line, index));
  return at === -1 ? lines.join("\n") : [...lines.slice(0, at), historyMark, ...lines.slice(at)].join("\n");
}

function startsHistory(lines: readonly string[], line: string, index: number): boolean {
  const isRule = /^_{20,}\s*$/.test(line);
  if (!isRule && historyLine.test(line)) return true;
  const next = lines.slice(isRule ? index + 1 : index, index + 4).join("\n");
  return (isRule || /^(?:From|Von|De):\s/.test(line)) && outlookHeader.test(next) && next.startsWith(next.trimStart());
}

/** Returns the fields, the attachments, and how the message is protected, one line each. */
async function headLines(
  { fields, attachments, protection }: MailMessage,
  denied: readonly boolean[],
): Promise<string> {
  const listed = await Promise.all(
    attachments.map(async (attachment, index) => {
      const isDenied = denied[index] === true;
      const about = isDenied || index >= maxSummaries ? [] : await summaryOf(attachment);
      return attachmentLine(attachment, about, isDenied);
    }),
  );
  return [
    ...fields.map(({ name, value }) => `${name}: ${value}\n`),
    ...protection.map((words) => `Protection: ${words}\n`),
    ...(listed.length === 0 ? [] : ["Attachments, each read with `select`:\n", ...listed]),
  ].join("");
}

function attachmentLine(
  { name, mediaType, bytes }: MailAttachment,
  about: readonly string[],
  isDenied: boolean,
): string {
  const size = bytes === undefined ? "damaged" : readableSize(bytes.length);
  const facts = [listedName(name), listedName(mediaType), size, ...about].join(" · ");
  return `- ${attachmentPrefix}${facts}${isDenied ? " [denied by policy]" : ""}\n`;
}

/** Number of attachments of which those that are messages are listed with their subjects and senders. */
const maxSummaries = 500;

/**
 * Returns the subject and the sender of an attached message. Both are quoted, so that they cannot be mistaken for other
 * facts.
 */
async function summaryOf({ name, mediaType, bytes }: MailAttachment): Promise<readonly string[]> {
  if (mediaType !== "message/rfc822" || bytes === undefined) return [];
  try {
    const head = await parseHead(bytes, { path: name, name });
    const [subject, from] = [fieldOf(head, "Subject"), fieldOf(head, "From")];
    return [
      ...(subject === undefined ? [] : [quoted(subject)]),
      ...(from === undefined ? [] : [`from ${quoted(from)}`]),
    ];
  } catch (error) {
    if (ReadError.is(error)) return [];
    throw error;
  }
}

interface Shown {
  readonly message: MailMessage;
  readonly context: HandlerContext;
  readonly at: Place | undefined;
}

async function* htmlEvents(pieces: readonly MarkdownPiece[], shown: Shown): AsyncGenerator<HandlerEvent> {
  let isFirst = true;
  for (const piece of pieces) {
    shown.context.signal.throwIfAborted();
    if (piece.type === "image") yield* inlineImage(piece.source, piece.alt, shown);
    else {
      yield text(isFirst ? piece.markdown : `\n${piece.markdown}`, shown.at);
      isFirst = false;
    }
  }
}

/** Yields an attached image that the body shows, if the model takes images. Others stay in the list. */
async function* inlineImage(
  source: string,
  alt: string,
  { message, context, at }: Shown,
): AsyncGenerator<HandlerEvent> {
  const name = source.slice(attachmentPrefix.length);
  const bytes = message.attachments.find((attachment) => attachment.name === name)?.bytes;
  if (bytes === undefined || context.capabilities.images === undefined) return;
  const event = await imageEvent(bytes, name, { alt, context, at });
  if (event !== undefined) yield event;
}

function* omissions({ remoteImages, trackingPixels, hiddenCharacters }: HtmlBody): Generator<HandlerEvent> {
  if (remoteImages > 0) {
    const pixels =
      trackingPixels === 0 ? "" : ` ${trackingPixels} of them cannot be seen: they report that it was read.`;
    const images = remoteImages === 1 ? "an image" : `${remoteImages} images`;
    yield notice(`The message refers to ${images} on other computers, which the reader never fetches.${pixels}`);
  }
  if (hiddenCharacters > 0) {
    yield notice(
      `The message hides ${hiddenCharacters} characters of text from people, and they are left out: \`select: "html"\` has them.`,
    );
  }
}
