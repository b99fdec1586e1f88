import { ReadError } from "@reader/core/handler";
import type PostalMime from "postal-mime";
import type { Address, Attachment, Email } from "postal-mime";
import { createAttachmentNames } from "../message/attachment-names.ts";
import { fieldsFrom, type MailAttachment, type MailMessage, oneLine, writtenName } from "../message/message.ts";
import { mendMessage } from "./mend-message.ts";
import { isDenied, type MessageFile } from "./message-file.ts";
import { bodyStartOf, maxHeadersSize } from "./part-scanner.ts";
import { protectionOf, withSignedContent } from "./protection.ts";
import { splitUuencoded } from "./uuencoded.ts";
import { ofPiece, pieceOf, pieceWords } from "./partial-message.ts";
import { withTnefContent } from "./winmail.ts";

/** Maximum nesting depth of MIME parts. Real messages stay far below it. */
const maxNestingDepth = 256;

/**
 * Parses a message (RFC 5322, MIME). Attached messages stay attachments, and content inside a signature is the content
 * of the message. Throws `corrupt` for what is no message.
 */
export async function parseMime(bytes: Uint8Array, file: MessageFile): Promise<MailMessage> {
  return parseLayer(bytes, file, 0);
}

/** Maximum number of signatures around a content. S/MIME needs two of them (RFC 2634, 1.1). */
const maxLayers = 4;

/** Parses a message that is inside a number of signatures. */
async function parseLayer(bytes: Uint8Array, file: MessageFile, layer: number): Promise<MailMessage> {
  const canUse = async (container: MailAttachment): Promise<boolean> => !(await isDenied(file, container));
  const message = await withTnefContent(messageOf(await parsed(bytes, file.path), file.name), canUse);
  if (layer === maxLayers) return message;
  const parse = (content: Uint8Array): Promise<MailMessage> =>
    parseLayer(content, { ...file, name: "CONTENT.eml" }, layer + 1);
  return withSignedContent(message, { parse, canUse });
}

/** Maximum size of a header that is read for a list, in bytes. */
export const maxHeadBytes: number = 64 * 1024;

/** Parses only the header of a message. */
export async function parseHead(bytes: Uint8Array, file: MessageFile): Promise<MailMessage> {
  const start = bytes.subarray(0, maxHeadBytes);
  const head = /\r?\n\r?\n/.exec(new TextDecoder("latin1").decode(start));
  return parseMime(head === null ? start : start.subarray(0, head.index + head[0].length), file);
}

/** Parses a saved web page (MHT), whose parts have addresses. Throws `corrupt` as `parseMime`. */
export async function parsePage(bytes: Uint8Array, file: MessageFile): Promise<MailMessage> {
  const email = await parsed(withLocations(bytes), file.path);
  return { ...messageOf(email, file.name), isPage: true, address: headerOf(email, "snapshot-content-location") };
}

function messageOf(email: Email, fileName: string): MailMessage {
  const type = headerOf(email, "content-type") ?? "";
  const piece = pieceOf(type);
  const nameOf = createAttachmentNames();
  const attachments = email.attachments.map((attachment) =>
    attachmentFrom(piece === undefined ? attachment : ofPiece(attachment, piece), nameOf),
  );
  const { text, files } = splitUuencoded(wholeText(email.text) ?? "");
  for (const { name, bytes } of files) {
    const mediaType = "application/octet-stream";
    attachments.push({ name: nameOf(name, mediaType), mediaType, contentId: undefined, bytes });
  }
  return {
    fields: fieldsFrom([
      ["From", addressWords(email.from)],
      ["Sender", sameAddress(email.sender, email.from) ? undefined : addressWords(email.sender)],
      ["To", addressList(email.to)],
      ["Cc", addressList(email.cc)],
      ["Bcc", addressList(email.bcc)],
      ["Reply-To", addressList(email.replyTo?.filter((address) => !sameAddress(address, email.from)))],
      ["Date", headerOf(email, "date") ?? email.date],
      ["Subject", email.subject],
      ["Part", piece === undefined ? undefined : pieceWords(piece)],
      ["Saved from", headerOf(email, "snapshot-content-location")],
      ["Priority", priorityOf(email)],
    ]),
    headers: email.headers.map(({ originalKey, value }) => `${originalKey}: ${oneLine(value)}\n`).join(""),
    text: wholeText(text),
    html: wholeText(email.html),
    attachments,
    protection: protectionOf({ type, text, attachments, fileName }),
    messageId: email.messageId,
  };
}

async function parsed(bytes: Uint8Array, path: string): Promise<Email> {
  const { default: engine } = await import("postal-mime");
  const message = withoutPreface(bytes);
  const email = await parsedWith(message, path, { engine, isSuspect: false });
  return isMisread(email, message) ? parsedWith(message, path, { engine, isSuspect: true }) : email;
}

async function parsedWith(
  bytes: Uint8Array,
  path: string,
  options: { readonly engine: typeof PostalMime; readonly isSuspect: boolean },
): Promise<Email> {
  const mended = await mendMessage(bytes, options);
  try {
    const email = await options.engine.parse(mended.bytes, {
      forceRfc822Attachments: true,
      maxNestingDepth,
      maxHeadersSize,
    });
    return { ...email, headers: email.headers.slice(mended.addedFields) };
  } catch (cause) {
    throw new ReadError("corrupt", `${path} has MIME parts or headers beyond the limits of a message.`, {
      hint: 'Read it with `view: "native"` or as plain text under another name.',
      cause,
    });
  }
}

/** True if a text has characters that could not be decoded, or if a multipart with a body has no parts. */
function isMisread(email: Email, bytes: Uint8Array): boolean {
  const { text = "", html = "", subject = "", from, to, cc, headers, attachments } = email;
  const words = [text, html, subject, JSON.stringify([from, to, cc, headers])];
  if (words.some((part) => part.includes("\u{fffd}"))) return true;
  if (text !== "" || html !== "" || attachments.length > 0) return false;
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return /^multipart\//i.test(headerOf(email, "content-type") ?? "") && bodyStartOf(message, 0) < message.length;
}

const locationMark = "location ";

/** Maximum length of a line that starts a part (RFC 2046 allows 72 characters), and of an address that is kept. */
const maxBoundaryLine = 202;
const maxLocation = 65_536;

/**
 * The library does not tell the addresses of parts (RFC 2557), but their descriptions: the address becomes one. Reads
 * line by line: a regular expression would run out of stack on a header of many megabytes.
 */
function withLocations(bytes: Uint8Array): Uint8Array {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const pieces: string[] = [];
  let copied = 0;
  let start = message.startsWith("--") ? 0 : nextBoundary(message, 0);
  while (start !== -1) {
    const { end, location } = partHeader(message, start);
    if (location !== undefined) {
      pieces.push(message.slice(copied, end), `Content-Description: ${locationMark}${location}\r\n`);
      copied = end;
    }
    start = nextBoundary(message, end - 1);
  }
  return new Uint8Array(Buffer.from(pieces.join("") + message.slice(copied), "latin1"));
}

/** Returns the start of the next line that may divide parts, or -1. */
function nextBoundary(message: string, from: number): number {
  const found = message.indexOf("\n--", from);
  return found === -1 ? -1 : found + 1;
}

interface PartHeader {
  /** The position after the last line of the header, or after the line of the boundary if no field follows. */
  readonly end: number;
  readonly location: string | undefined;
}

/** Reads the header of a part, whose boundary starts at a position. */
function partHeader(message: string, start: number): PartHeader {
  let end = lineEnd(message, start);
  let location: string | undefined;
  if (end - start > maxBoundaryLine) return { end, location };
  for (let name = fieldAt(message, end); name !== undefined; name = fieldAt(message, end)) {
    const at = end + name.length + 1;
    end = fieldEnd(message, end);
    if (name.toLowerCase() === "content-location") location ??= addressIn(message.slice(at, end));
  }
  return { end, location };
}

/** Maximum length of the name of a field. A longer one ends the header. */
const maxFieldName = 80;
const fieldName = /^([\w-]+):/;

function fieldAt(message: string, at: number): string | undefined {
  return fieldName.exec(message.slice(at, at + maxFieldName + 1))?.[1];
}

/** Returns the position after a field and the lines that continue it. */
function fieldEnd(message: string, at: number): number {
  let end = lineEnd(message, at);
  while (message[end] === " " || message[end] === "\t") end = lineEnd(message, end);
  return end;
}

function addressIn(value: string): string | undefined {
  const address = value.length > maxLocation ? "" : value.replaceAll(/\s+/g, "");
  return address === "" ? undefined : address;
}

/** Returns the position after the line at a position. */
function lineEnd(message: string, at: number): number {
  const found = message.indexOf("\n", at);
  return found === -1 ? message.length : found + 1;
}

/** Apple Mail writes the length of the message before it, and Thunderbird the separator of a mailbox. */
function withoutPreface(bytes: Uint8Array): Uint8Array {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 300));
  const preface = /^(?:\d{1,12}[ \t]*|From [^\n]*)\r?\n/.exec(start);
  return preface === null ? bytes : bytes.subarray(preface[0].length);
}

function wholeText(body: string | undefined): string | undefined {
  return body === undefined || body.trim() === "" ? undefined : body.replaceAll("\r\n", "\n");
}

function headerOf({ headers }: Email, key: string): string | undefined {
  return headers.find((header) => header.key === key)?.value;
}

/** `Ada Lovelace <ada@example.org>`, or `Team: …;` for a group. */
function addressWords(address: Address | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (address.group !== undefined) return `${`${address.name}: ${addressList(address.group) ?? ""}`.trimEnd()};`;
  if (address.name === "" || address.name === address.address) return address.address;
  return address.address === "" ? address.name : `${writtenName(address.name)} <${address.address}>`;
}

function addressList(addresses: readonly Address[] | undefined): string | undefined {
  return addresses?.map(addressWords).join(", ");
}

function sameAddress(one: Address | undefined, other: Address | undefined): boolean {
  return one?.address === other?.address;
}

/** The importance that the sender set, if it is not the usual one (RFC 4021, 2.1.54; X-Priority 1 to 5). */
function priorityOf(email: Email): string | undefined {
  const number = /^\s*([1-5])/.exec(headerOf(email, "x-priority") ?? "")?.[1];
  const word = (headerOf(email, "importance") ?? "").trim().toLowerCase();
  if (word === "high" || number === "1" || number === "2") return "high";
  return word === "low" || number === "4" || number === "5" ? "low" : undefined;
}

function attachmentFrom(
  { filename, mimeType, contentId, description, content }: Attachment,
  nameOf: (given: string | null, mediaType: string) => string,
): MailAttachment {
  return {
    name: nameOf(filename, mimeType),
    mediaType: mimeType,
    contentId: contentId?.replaceAll(/^<|>$/g, ""),
    ...(description?.startsWith(locationMark) === true ? { location: description.slice(locationMark.length) } : {}),
    bytes: typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content),
  };
}
