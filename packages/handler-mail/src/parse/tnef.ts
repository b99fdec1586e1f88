import type { MailAttachment, MailMessage } from "../message/message.ts";
import { decodedHtml, encodingOf, textIn } from "./code-pages.ts";
import { compressedRtf } from "./compressed-rtf.ts";
import { type MapiValues, readMapi } from "./mapi-values.ts";

/** What a file in TNEF (`winmail.dat`, MS-OXTNEF) holds. */
export type TnefContent = Pick<MailMessage, "text" | "html" | "rtf"> & {
  readonly attachments: readonly TnefAttachment[];
};

/** An attachment. Its name and type are empty if the file has none. */
export type TnefAttachment = Pick<MailAttachment, "name" | "mediaType" | "contentId" | "bytes">;

const signature = 0x22_3e_9f_78;
const headerBytes = 6;

/** Attributes by their identifiers and types (MS-OXTNEF, 2.1.3.1). */
const attributes = {
  codePage: 0x00_06_90_07,
  body: 0x00_02_80_0c,
  properties: 0x00_06_90_03,
  attachmentStart: 0x00_06_90_02,
  attachmentTitle: 0x00_01_80_10,
  attachmentContent: 0x00_06_80_0f,
  attachmentProperties: 0x00_06_90_05,
} as const;

/** Properties by their identifiers (MS-OXPROPS). */
const properties = {
  body: 0x10_00,
  html: 0x10_13,
  compressedRtf: 0x10_09,
  internetCodePage: 0x3f_de,
  attachmentContent: 0x37_01,
  longName: 0x37_07,
  shortName: 0x37_04,
  displayName: 0x30_01,
  mediaType: 0x37_0e,
  contentId: 0x37_12,
} as const;

/** Attributes and properties of the message, or of one attachment. */
interface Part {
  readonly attributes: Map<number, Uint8Array>;
  properties: MapiValues;
}

/** Reads a file in TNEF as far as it is sound. Returns `undefined` for other bytes. */
export function readTnef(bytes: Uint8Array): TnefContent | undefined {
  if (!isTnef(bytes)) return undefined;
  const message = emptyPart();
  const attachments: Part[] = [];
  for (const attribute of attributesIn(viewOf(bytes))) {
    if (attribute.id === attributes.attachmentStart) attachments.push(emptyPart());
    add(attribute, ofMessage.has(attribute.id) ? message : attachments.at(-1));
  }
  const encoding = encodingIn(message);
  return { ...bodiesOf(message, encoding), attachments: attachments.map((part) => attachmentFrom(part, encoding)) };
}

/** The attributes of the message that are read. */
const ofMessage: ReadonlySet<number> = new Set([attributes.body, attributes.properties, attributes.codePage]);

function emptyPart(): Part {
  return { attributes: new Map(), properties: new Map() };
}

function add({ id, content }: Attribute, part: Part | undefined): void {
  if (part === undefined) return;
  const isList = id === attributes.properties || id === attributes.attachmentProperties;
  if (isList) part.properties = readMapi(content);
  else part.attributes.set(id, content);
}

function isTnef(bytes: Uint8Array): boolean {
  return bytes.length >= headerBytes && viewOf(bytes).getUint32(0, true) === signature;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

interface Attribute {
  readonly id: number;
  readonly content: Uint8Array;
}

/** Yields the attributes: a level, an identifier, a length, the content, and a checksum that is not verified. */
function* attributesIn(view: DataView): Generator<Attribute> {
  const checksumBytes = 2;
  let at = headerBytes;
  while (at + 9 <= view.byteLength) {
    const start = at + 9;
    const end = start + view.getUint32(at + 5, true);
    if (end > view.byteLength) return;
    yield { id: view.getUint32(at + 1, true), content: bytesIn(view, start, end) };
    at = end + checksumBytes;
  }
}

function bytesIn(view: DataView, start: number, end: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + start, end - start);
}

/** The encoding of strings in eight bits. */
function encodingIn(message: Part): string {
  const codePage = message.attributes.get(attributes.codePage);
  return encodingOf(codePage === undefined || codePage.length < 4 ? 1252 : Buffer.from(codePage).readUInt32LE(0));
}

function bodiesOf(message: Part, encoding: string): Pick<MailMessage, "text" | "html" | "rtf"> {
  const { properties: values } = message;
  const html = values.get(properties.html);
  const plain = message.attributes.get(attributes.body);
  const rtf = values.get(properties.compressedRtf);
  return {
    text: wordsOf(values, properties.body, encoding) ?? (plain === undefined ? undefined : wordsIn(plain, encoding)),
    html:
      html instanceof Uint8Array
        ? decodedHtml(html, values.get(properties.internetCodePage))
        : wordsOf(values, properties.html, encoding),
    rtf: rtf instanceof Uint8Array ? compressedRtf(rtf) : undefined,
  };
}

function attachmentFrom({ attributes: own, properties: values }: Part, encoding: string): TnefAttachment {
  const title = own.get(attributes.attachmentTitle);
  const names = [properties.longName, properties.shortName, properties.displayName];
  const name = names.map((id) => wordsOf(values, id, encoding)).find((words) => words !== undefined);
  const content = values.get(properties.attachmentContent);
  const bytes = content instanceof Uint8Array ? content : own.get(attributes.attachmentContent);
  const named = name ?? (title === undefined ? "" : (wordsIn(title, encoding) ?? ""));
  if (bytes !== undefined && isTnef(bytes)) return embeddedMessage(named, bytes);
  return {
    name: named,
    mediaType: wordsOf(values, properties.mediaType, encoding) ?? "",
    contentId: wordsOf(values, properties.contentId, encoding),
    bytes,
  };
}

/** Returns an attached item, which is TNEF itself, as a message that the reader of messages opens. */
function embeddedMessage(name: string, bytes: Uint8Array): TnefAttachment {
  const subject = name.replaceAll(/\s+/g, " ");
  const content = Buffer.from(bytes).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
  const fields = 'Content-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64';
  const message = `Subject: ${subject}\r\n${fields}\r\n\r\n${content}\r\n`;
  const file = subject === "" ? "" : `${subject}.eml`;
  return { name: file, mediaType: "message/rfc822", contentId: undefined, bytes: Buffer.from(message) };
}

/** Returns the text of a property, decoded if it is in eight bits. */
function wordsOf(values: MapiValues, id: number, encoding: string): string | undefined {
  const value = values.get(id);
  if (typeof value === "string") return shownWords(value);
  return typeof value === "object" && "eightBits" in value ? wordsIn(value.eightBits, encoding) : undefined;
}

function wordsIn(bytes: Uint8Array, encoding: string): string | undefined {
  return shownWords(textIn(bytes, encoding));
}

function shownWords(text: string): string | undefined {
  const words = text.replaceAll("\0", "").trimEnd();
  return words === "" ? undefined : words;
}
