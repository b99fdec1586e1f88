import { type HandlerContext, type HandlerEvent, type Place, quoted, ReadError, text } from "@reader/core/handler";
import { nameDistance } from "@reader/core/internal";
import { named } from "@reader/core/render";
import type { MailAttachment, MailMessage } from "../message/message.ts";
import { attachmentPrefix } from "./html-body.ts";
import { messageEvents, placed } from "./message-events.ts";

/** A message in a file: the names are for messages to the model, the place for messages of a mailbox. */
export interface Enclosed {
  /** The path of the file. */
  readonly path: string;
  /** The last segment of the path, for labels. */
  readonly name: string;
  readonly at?: Place | undefined;
  readonly context: HandlerContext;
  /** The selection within the message. */
  readonly select: string | undefined;
  /** What precedes a selection in this message: `3/` for the third of a mailbox. */
  readonly prefix: string;
}

/**
 * Reads a message, or the part that `select` names: `attachment/NAME`, with a selection within it after another slash,
 * or `headers`, `text` and `html`, or `all` of a saved web page. Throws `out-of-range` with the nearest names.
 */
export async function* readMessage(message: MailMessage, enclosed: Enclosed): AsyncGenerator<HandlerEvent> {
  const { select, context } = enclosed;
  const isWholePage = message.isPage === true && select?.trim().toLowerCase() === "all";
  if (select === undefined || isWholePage) {
    yield* messageEvents(isWholePage ? { ...message, isPage: false } : message, context, enclosed.at);
    return;
  }
  const source = sourceOf(message, select);
  if (source !== undefined) {
    yield text(`${source.trimEnd()}\n`, enclosed.at);
    return;
  }
  const found = attachmentNamed(message, select);
  if (found === undefined) throw missing(message, select, enclosed);
  yield* attachmentEvents(found, enclosed);
}

/** Returns the text of a part that is named by a word. */
function sourceOf({ headers, text: plain, html }: MailMessage, select: string): string | undefined {
  switch (select.trim().toLowerCase()) {
    case "headers":
      return headers === "" ? "(no headers)" : headers;
    case "text":
      return plain ?? "(no plain text)";
    case "html":
      return html ?? "(no HTML)";
    default:
      return undefined;
  }
}

interface Found {
  readonly attachment: MailAttachment;
  /** From 1. */
  readonly index: number;
  /** The selection within the attachment. */
  readonly rest: string | undefined;
}

/** Finds the attachment that a selection names, with or without the prefix, in any case. */
function attachmentNamed({ attachments }: MailMessage, select: string): Found | undefined {
  const wanted = select.trim().replace(/^attachment\//i, "");
  const folded = wanted.toLowerCase();
  let best: Found | undefined;
  for (const [at, attachment] of attachments.entries()) {
    const name = attachment.name.toLowerCase();
    const rest = wanted.slice(name.length);
    const isNamed = folded === name || (folded.startsWith(name) && /^[!/]/.test(rest));
    if (!isNamed || (best !== undefined && best.attachment.name.length >= name.length)) continue;
    best = { attachment, index: at + 1, rest: rest === "" ? undefined : rest.replace(/^[!/]+/, "") };
  }
  return best;
}

async function* attachmentEvents(
  { attachment, index, rest }: Found,
  { name, path, context }: Enclosed,
): AsyncGenerator<HandlerEvent> {
  const { bytes } = attachment;
  const label = `${named(attachment.name)} in ${named(name)}`;
  if (bytes === undefined) throw new ReadError("corrupt", `${label} is damaged: ${path} does not hold all of it.`);
  const at: Place = { unit: "entry", index, label };
  if (bytes.length === 0) yield text("(an empty file)\n", at);
  for await (const event of context.nested(attachment.name, bytes, { select: rest })) yield placed(event, at);
}

/** Maximum number of names that an error suggests. */
const maxSuggested = 5;

function missing({ attachments }: MailMessage, select: string, { path, prefix }: Enclosed): ReadError {
  const wanted = select.trim().replace(/^attachment\//i, "");
  const byDistance = attachments
    .map(({ name }) => ({ name, distance: nameDistance(wanted, name) ?? Number.POSITIVE_INFINITY }))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, maxSuggested);
  const candidates = byDistance.map(({ name }) => `${prefix}${attachmentPrefix}${name}`);
  const shown = candidates.map((name) => quoted(name)).join(", ");
  return new ReadError("out-of-range", `${path} has no part ${quoted(select, 200)}.`, {
    hint:
      candidates.length === 0
        ? `It has no attachments: select ${quoted(`${prefix}headers`)}, ${quoted(`${prefix}text`)} or ${quoted(`${prefix}html`)}, or read it without \`select\`.`
        : `Its attachments: ${shown}.`,
    details: { total: attachments.length, unit: "entry", candidates },
  });
}
