import { ReadError } from "@reader/core/handler";
import type { FieldsData } from "@kenjiuno/msgreader";
import { createAttachmentNames } from "../message/attachment-names.ts";
import { fieldsFrom, type MailAttachment, type MailMessage, oneLine, writtenName } from "../message/message.ts";

/** The part of the library that is used. */
interface OutlookReader {
  getFileData(): FieldsData;
  getAttachment(attachment: number): { readonly fileName: unknown; readonly content: unknown };
}

/** Parses an Outlook item (MS-OXMSG): a message, or an appointment, a task or a contact. */
export async function parseOutlook(bytes: Uint8Array, path: string): Promise<MailMessage> {
  const { reader, item } = await opened(bytes, path);
  const headers = stringOf(item.headers) ?? "";
  const { text, html } = bodiesOf(item);
  return {
    fields: fieldsFrom([
      ["Kind", kindOf(item)],
      ["From", person(item.senderName, item.senderSmtpAddress ?? item.senderEmail)],
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
    protection: protectionOf(stringOf(item.messageClass) ?? ""),
    messageId: stringOf(item.messageId),
  };
}

async function opened(bytes: Uint8Array, path: string): Promise<{ reader: OutlookReader; item: FieldsData }> {
  const module: unknown = await import("@kenjiuno/msgreader");
  const Reader = readerIn(module);
  try {
    const reader = new Reader(wholeSectors(bytes).buffer);
    const item = reader.getFileData();
    if (item.error !== undefined || item.dataType !== "msg") throw new Error(item.error ?? "not a message");
    return { reader, item };
  } catch (cause) {
    throw new ReadError("corrupt", `${path} is not a complete Outlook message.`, {
      hint: "Ask for the message as `.eml`, or for a new copy of the file.",
      cause,
    });
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

const titles = { to: "To", cc: "Cc", bcc: "Bcc" } as const;

function recipients({ recipients: all = [] }: FieldsData, kind: keyof typeof titles): string {
  return all
    .filter(({ recipType }) => recipType === kind)
    .map(({ name, smtpAddress, email }) => person(name, smtpAddress ?? email) ?? "")
    .filter((words) => words !== "")
    .join(", ");
}

/** `Ada <ada@example.org>`. Addresses inside an Exchange server (`/O=…`) are left out. */
function person(name: unknown, address: unknown): string | undefined {
  const [words, mailbox] = [stringOf(name) ?? "", stringOf(address) ?? ""];
  const shown = mailbox.startsWith("/") ? "" : mailbox;
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

function protectionOf(messageClass: string): readonly string[] {
  if (/\.SMIME\.MultipartSigned$/i.test(messageClass)) return ["signed with S/MIME (the signature was not verified)"];
  return /\.SMIME$/i.test(messageClass) ? ["encrypted with S/MIME: the content cannot be shown"] : [];
}

function bodiesOf(item: FieldsData): Pick<MailMessage, "text" | "html"> {
  const html =
    item.html instanceof Uint8Array ? decodedHtml(item.html, item.internetCodepage) : stringOf(item.bodyHtml);
  return { text: stringOf(item.body)?.replaceAll("\r\n", "\n"), html };
}

/** Windows code pages by number that have another name in the Encoding Standard. */
const encodings: ReadonlyMap<number, string> = new Map([
  [932, "shift_jis"],
  [936, "gbk"],
  [949, "euc-kr"],
  [950, "big5"],
  [20127, "windows-1252"],
  [20866, "koi8-r"],
  [28591, "iso-8859-1"],
  [28592, "iso-8859-2"],
  [28605, "iso-8859-15"],
  [50220, "iso-2022-jp"],
  [51932, "euc-jp"],
  [54936, "gb18030"],
  [65001, "utf-8"],
]);

/** Decodes the HTML body by its own declaration, which Outlook keeps, or by the code page of the item. */
function decodedHtml(bytes: Uint8Array, codePage: unknown): string {
  const declared = /charset=["']?([\w-]+)/i.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 4096)))?.[1];
  const number = typeof codePage === "number" ? codePage : 65_001;
  for (const label of [declared, encodings.get(number), `windows-${number}`, "utf-8"]) {
    const decoder = label === undefined ? undefined : decoderOf(label);
    if (decoder !== undefined) return decoder.decode(bytes);
  }
  return "";
}

function decoderOf(label: string): { decode(bytes: Uint8Array): string } | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
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
