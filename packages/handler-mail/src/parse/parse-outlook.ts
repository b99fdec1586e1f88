import { isUtf8 } from "node:buffer";
import { ReadError } from "@reader/core/handler";
import type { FieldsData } from "@kenjiuno/msgreader";
import { createAttachmentNames } from "../message/attachment-names.ts";
import {
  fieldOf,
  fieldsFrom,
  type MailAttachment,
  type MailMessage,
  oneLine,
  writtenName,
} from "../message/message.ts";
import { decodedHtml, encodingOf, western } from "./code-pages.ts";
import { withProtectedContent } from "./outlook-protection.ts";
import type { MessageFile } from "./message-file.ts";
import { parseMime } from "./parse-mime.ts";
import { parsedOrNothing } from "./protection.ts";

/** The part of the library that is used. */
interface OutlookReader {
  parserConfig?: { readonly includeRawProps?: boolean; readonly ansiEncoding?: string };
  getFileData(): FieldsData;
  getAttachment(attachment: number): { readonly fileName: unknown; readonly content: unknown };
}

/** Parses an Outlook item (MS-OXMSG): a message, or an appointment, a task or a contact. */
export async function parseOutlook(bytes: Uint8Array, file: MessageFile): Promise<MailMessage> {
  const message = await opened(bytes, file.path);
  const { reader, item } = message;
  const headers = stringOf(item.headers) ?? "";
  const { text, html } = bodiesOf(message);
  const parsed: MailMessage = {
    fields: fieldsFrom([
      ["Kind", kindOf(item)],
      ["From", await senderOf(item, headers, file)],
      ...(["to", "cc", "bcc"] as const).map((kind) => [titles[kind], recipients(item, kind)] as const),
      ["Date", dateOf(item)],
      ["Subject", stringOf(item.subject)],
      ["Start", stringOf(item.apptStartWhole)],
      ["End", stringOf(item.apptEndWhole)],
      ["Location", stringOf(item.apptLocation)],
    ]),
    headers: headers
      .replaceAll(/\r?\n[ \t]+/g, " ")
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "")
      .map((line) => `${oneLine(line)}\n`)
      .join(""),
    text,
    html,
    attachments: attachmentsOf(reader, item),
    protection: [],
    messageId: stringOf(item.messageId),
  };
  return withProtectedContent(parsed, stringOf(item.messageClass) ?? "", file);
}

/** An item, and the library that read it. */
interface OpenedItem {
  readonly reader: OutlookReader;
  readonly item: FieldsData;
  /** The HTML body, if it is stored as a string in eight bits. */
  readonly htmlString: Uint8Array | undefined;
}

async function opened(bytes: Uint8Array, path: string): Promise<OpenedItem> {
  const module: unknown = await import("@kenjiuno/msgreader");
  const Reader = readerIn(module);
  try {
    const file = wholeSectors(bytes).buffer;
    const { reader, item } = read(new Reader(file), { includeRawProps: true });
    const strings = byteStrings(item);
    const html = item.rawProps?.find(({ propertyTag }) => propertyTag === htmlStringTag)?.value;
    const htmlString = typeof html === "string" ? Buffer.from(html, "latin1") : undefined;
    const ansiEncoding = strings.every(isAscii) ? undefined : stringEncoding(strings, item);
    return { ...(ansiEncoding === undefined ? { reader, item } : decoded(new Reader(file), ansiEncoding)), htmlString };
  } catch (cause) {
    throw new ReadError("corrupt", `${path} is not a complete Outlook message.`, {
      hint: "Ask for the message as `.eml`, or for a new copy of the file.",
      cause,
    });
  }
}

type ReadItem = Pick<OpenedItem, "reader" | "item">;

function read(reader: OutlookReader, config: NonNullable<OutlookReader["parserConfig"]>): ReadItem {
  reader.parserConfig = config;
  const item = reader.getFileData();
  if (item.error !== undefined || item.dataType !== "msg") throw new Error(item.error ?? "not a message");
  return { reader, item };
}

/** Reads an item whose strings in eight bits are in an encoding, or in the usual one if the library does not know it. */
function decoded(reader: OutlookReader, ansiEncoding: string): ReadItem {
  try {
    return read(reader, { ansiEncoding });
  } catch (error) {
    if (ansiEncoding === western) throw error;
    return decoded(reader, western);
  }
}

/** Sectors of compound files of version 4, in bytes; those of version 3 have 512. */
const sectorBytes = 4096;

/** Copies the file, padded to whole sectors: some programs leave out the rest of the last one. */
function wholeSectors(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(Math.ceil(bytes.length / sectorBytes) * sectorBytes);
  copy.set(bytes);
  return copy;
}

type OutlookReaderClass = new (bytes: ArrayBuffer) => OutlookReader;

/** A CommonJS module whose default export is a class, which Node wraps once more. */
function readerIn(module: unknown): OutlookReaderClass {
  let found = module;
  while (typeof found === "object" && found !== null && "default" in found) found = found.default;
  return found as OutlookReaderClass;
}

/** The HTML body as a string in eight bits (PtypString8), which the library does not know. */
const htmlStringTag = "1013001e";

/** Returns the strings in eight bits of an item, its recipients and its attachments, one character for each byte. */
function byteStrings(item: FieldsData): readonly string[] {
  return [item, ...(item.recipients ?? []), ...(item.attachments ?? [])].flatMap(({ rawProps = [] }) =>
    rawProps.flatMap(({ propertyTag, value }) =>
      /001e$/i.test(propertyTag ?? "") && propertyTag !== htmlStringTag && typeof value === "string" ? [value] : [],
    ),
  );
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the first 128 characters are what is meant
  return !/[^\u0000-\u007f]/.test(text);
}

/**
 * Returns the encoding of the strings in eight bits: the code page that the item declares for them (MS-OXPROPS, 2.801),
 * UTF-8 if all of them are, or the code page of the mail that the item was made of.
 */
function stringEncoding(strings: readonly string[], { messageCodepage, internetCodepage }: FieldsData): string {
  if (typeof messageCodepage === "number") return encodingOf(messageCodepage);
  if (strings.every((text) => isUtf8(Buffer.from(text, "latin1")))) return "utf-8";
  return typeof internetCodepage === "number" && internetCodepage !== 65_001 ? encodingOf(internetCodepage) : western;
}

const titles = { to: "To", cc: "Cc", bcc: "Bcc" } as const;

function recipients({ recipients: all = [] }: FieldsData, kind: keyof typeof titles): string {
  return all
    .filter(({ recipType }) => recipType === kind)
    .map(({ name, smtpAddress, email }) => person(name, smtpAddress ?? email) ?? "")
    .filter((words) => words !== "")
    .join(", ");
}

/**
 * Returns the sender, with the address of the header if the item has only one inside an Exchange server. The header
 * names a person who sent the message for its author, or a mailing list, as `Sender`: only the name tells them apart.
 */
async function senderOf(item: FieldsData, headers: string, file: MessageFile): Promise<string | undefined> {
  const address = stringOf(item.senderSmtpAddress ?? item.senderEmail);
  const sender = person(item.senderName, address);
  if (headers === "" || (address !== undefined && !isInside(address))) return sender;
  const sent = await parsedOrNothing(Buffer.from(headers), (bytes) => parseMime(bytes, file));
  const written = sent === undefined ? undefined : senderIn(sent, stringOf(item.senderName) ?? "");
  return written?.includes("@") === true ? written : sender;
}

/** Returns `Sender` of a header if it has the name of the sender and `From` has another one, or else `From`. */
function senderIn(sent: MailMessage, name: string): string | undefined {
  const [from, sender] = [fieldOf(sent, "From"), fieldOf(sent, "Sender")];
  const isNamed = (field: string | undefined): boolean => field?.startsWith(`${writtenName(name)} <`) === true;
  return from === undefined || (isNamed(sender) && !isNamed(from)) ? (sender ?? from) : from;
}

/** True for an address inside an Exchange server. */
function isInside(address: string): boolean {
  return address.startsWith("/");
}

/** `Ada <ada@example.org>`. Addresses inside an Exchange server (`/O=…`) are left out. */
function person(name: unknown, address: unknown): string | undefined {
  const [words, mailbox] = [stringOf(name) ?? "", stringOf(address) ?? ""];
  const shown = isInside(mailbox) ? "" : mailbox;
  const plain = words.replaceAll(/^'|'$/g, "");
  if (shown === "" || plain === shown) return plain === "" ? undefined : plain;
  return plain === "" ? shown : `${writtenName(plain)} <${shown}>`;
}

function dateOf(item: FieldsData): string | undefined {
  return stringOf(item.clientSubmitTime) ?? stringOf(item.messageDeliveryTime) ?? stringOf(item.creationTime);
}

/** The kind of an item that is not a message: `IPM.Appointment` is an appointment. */
function kindOf({ messageClass }: FieldsData): string | undefined {
  const [, kind = "Note"] = /^IPM\.([A-Za-z]+)/.exec(stringOf(messageClass) ?? "") ?? [];
  return kind === "Note" ? undefined : kind;
}

function bodiesOf({ item, htmlString }: OpenedItem): Pick<MailMessage, "text" | "html"> {
  const bytes = item.html instanceof Uint8Array ? item.html : htmlString;
  const html = bytes === undefined ? stringOf(item.bodyHtml) : stringOf(decodedHtml(bytes, item.internetCodepage));
  return { text: stringOf(item.body)?.replaceAll("\r\n", "\n"), html };
}

function attachmentsOf(reader: OutlookReader, { attachments = [] }: FieldsData): readonly MailAttachment[] {
  const nameOf = createAttachmentNames();
  return attachments.map((fields, index) => {
    const loaded = loadedAttachment(reader, index);
    const mediaType = fields.innerMsgContent === true ? "application/vnd.ms-outlook" : stringOf(fields.attachMimeTag);
    return {
      name: nameOf(loaded?.name ?? stringOf(fields.fileName), mediaType ?? ""),
      mediaType: mediaType ?? "application/octet-stream",
      contentId: stringOf(fields.pidContentId),
      bytes: loaded?.bytes,
    };
  });
}

/** Loads an attachment. Returns `undefined` for a damaged one, so that the others are kept. */
function loadedAttachment(reader: OutlookReader, index: number): { name: string; bytes: Uint8Array } | undefined {
  try {
    const { fileName, content } = reader.getAttachment(index);
    return content instanceof Uint8Array ? { name: stringOf(fileName) ?? "", bytes: content } : undefined;
  } catch {
    return undefined;
  }
}

/** The library's fields come from the file; only strings are used as strings. */
function stringOf(value: unknown): string | undefined {
  const text = typeof value === "string" ? value.replaceAll("\0", "").trim() : "";
  return text === "" ? undefined : text;
}
