import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  type Outline,
  type OutlineEntry,
  type PageRange,
  type Place,
  quoted,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { fieldOf, type MailMessage } from "../message/message.ts";
import type { MessageFile } from "../parse/message-file.ts";
import { maxHeadBytes, parseHead, parseMime } from "../parse/parse-mime.ts";
import { type MessageSpan, splitMailbox, unquotedMessage } from "../parse/split-mailbox.ts";
import { readMessage } from "./read-message.ts";

/** Reads the messages of a mailbox, each as a place: all, those that `pages` numbers, or the one that `select` names. */
export async function* readMailbox(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const wish = wishOf(source, context);
  let count = 0;
  let shown = 0;
  let isWhole = true;
  for await (const span of splitMailbox(source, context.signal)) {
    count = span.index;
    if (span.index > wish.last) {
      isWhole = false;
      break;
    }
    if (!wish.isWanted(span.index)) continue;
    shown += 1;
    yield* spanEvents(source, span, { context, select: wish.select });
  }
  if (shown === 0) throw noSuchMessage(source, count);
  yield extent("entry", count, isWhole ? "exact" : "at-least");
}

interface Wish {
  isWanted(index: number): boolean;
  /** No wanted message comes after this one. */
  readonly last: number;
  /** The selection within the message. */
  readonly select: string | undefined;
}

/** Interprets `pages` (`3-5`) and `select` (`3`, `3/attachment/report.pdf`). */
function wishOf({ path }: Source, { pages, select }: HandlerContext): Wish {
  const chosen = /^\s*(\d+)(?:\/(.+))?$/s.exec(select ?? "");
  if (chosen !== null) {
    const number = Number(chosen[1]);
    return { isWanted: (index) => index === number, last: number, select: chosen[2] };
  }
  const spans = (pages ?? [{ first: 1 }]).map((range) => spanOf(range, path));
  const isSingle = spans.length === 1 && spans.every(({ first, last }) => first === last);
  if (select !== undefined && !isSingle) throw unclear(path, select);
  return {
    isWanted: (index) => spans.some(({ first, last }) => index >= first && index <= last),
    last: Math.max(...spans.map(({ last }) => last)),
    select,
  };
}

function spanOf(range: PageRange, path: string): { readonly first: number; readonly last: number } {
  if (!("label" in range) && range.first > 0)
    return { first: range.first, last: range.last ?? Number.POSITIVE_INFINITY };
  const what = "label" in range ? "Messages have numbers, not labels" : "Messages are counted from the first one";
  throw new ReadError("invalid-request", `${what}: ${path} is a mailbox.`, {
    hint: 'Ask for `pages` such as "1-10". `view: "outline"` lists the messages.',
  });
}

function unclear(path: string, select: string): ReadError {
  return new ReadError("invalid-request", `${path} is a mailbox: ${quoted(select, 200)} does not say which message.`, {
    hint: `Put the number of the message before it: ${quoted(`1/${select.slice(0, 200)}`)}. \`view: "outline"\` lists the messages.`,
  });
}

function noSuchMessage({ path }: Source, total: number): ReadError {
  if (total === 0) {
    return new ReadError("corrupt", `${path} has no messages of a mailbox.`, {
      hint: "Read it under a name that ends in `.txt` to see its text.",
    });
  }
  return new ReadError("out-of-range", `${path} has ${total} ${total === 1 ? "message" : "messages"}.`, {
    hint: `Ask for \`pages\` from 1 to ${total}.`,
    details: { total, unit: "entry" },
  });
}

interface Reading {
  readonly context: HandlerContext;
  readonly select: string | undefined;
}

/** A message that fails does not prevent the others from being shown, unless it alone is asked for. */
async function* spanEvents(
  source: Source,
  span: MessageSpan,
  { context, select }: Reading,
): AsyncGenerator<HandlerEvent> {
  const { path, name } = source;
  try {
    const message = await messageAt(source, span, context);
    const label = `message ${span.index}: ${fieldOf(message, "Subject") ?? "(no subject)"}`;
    const at: Place = { unit: "entry", index: span.index, label };
    yield* readMessage(message, { path, name, at, select, context, prefix: `${span.index}/` });
  } catch (error) {
    if (!ReadError.is(error) || select !== undefined || !(error.code === "corrupt" || error.code === "too-large"))
      throw error;
    yield text(`(not shown: ${error.message})\n`, { unit: "entry", index: span.index });
  }
}

async function messageAt(
  source: Source,
  span: MessageSpan,
  { budget, areDenied }: HandlerContext,
): Promise<MailMessage> {
  const { maxInputBytes } = budget;
  if (span.end - span.start > maxInputBytes) {
    throw new ReadError("too-large", `Message ${span.index} of ${source.path} has more than ${maxInputBytes} bytes.`, {
      hint: "Raise `maxInputBytes` of the reader's budget, or export the message to a file.",
      details: { limit: { name: "maxInputBytes", value: maxInputBytes } },
    });
  }
  return parseMime(unquotedMessage(await source.slice(span.start, span.end)), { ...fileOf(source), areDenied });
}

function fileOf({ path }: Source): MessageFile {
  return { path, name: "MESSAGE.eml" };
}

/** Counts the messages, and gives the dates of the first and the last one. */
export async function describeMailbox(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  let first: MessageSpan | undefined;
  let last: MessageSpan | undefined;
  for await (const span of splitMailbox(source, context.signal)) {
    first ??= span;
    last = span;
  }
  const [start, end] = await Promise.all([first, last].map((span) => headAt(source, span)));
  return {
    extents: [extent("entry", last?.index ?? 0)],
    facts: {
      kind: "mailbox",
      messages: last?.index ?? 0,
      ...(start === undefined ? {} : factOf("firstDate", start)),
      ...(end === undefined ? {} : factOf("lastDate", end)),
    },
  };
}

function headAt(source: Source, span: MessageSpan | undefined): Promise<MailMessage | undefined> {
  return span === undefined ? Promise.resolve(undefined) : headOf(source, span);
}

function factOf(name: string, message: MailMessage): Readonly<Record<string, string>> {
  const date = fieldOf(message, "Date");
  return date === undefined ? {} : { [name]: date };
}

/** Parses only the header of a message. */
async function headOf(source: Source, { start, end }: MessageSpan): Promise<MailMessage> {
  return parseHead(await source.slice(start, Math.min(end, start + maxHeadBytes)), fileOf(source));
}

/** Lists the messages with their senders and dates, as far as the budget allows. */
export async function outlineMailbox(source: Source, context: HandlerContext): Promise<Outline> {
  const { maxEntries, outlineTimeMs } = context.budget;
  const deadline = performance.now() + outlineTimeMs / 2;
  const entries: OutlineEntry[] = [];
  for await (const span of splitMailbox(source, context.signal)) {
    if (entries.length >= maxEntries || performance.now() > deadline) return { entries, truncated: true };
    entries.push(entryOf(span.index, await headOf(source, span)));
  }
  return { entries };
}

function entryOf(index: number, message: MailMessage): OutlineEntry {
  const words = ["Subject", "From", "Date"].flatMap((name) => fieldOf(message, name) ?? []);
  const title = words.length === 0 ? "(no header)" : words.join(" · ");
  return { kind: "entry", name: String(index), title, place: { unit: "entry", index } };
}
