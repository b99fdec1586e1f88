import { isUtf8 } from "node:buffer";
import type PostalMime from "postal-mime";
import { decodeText, shiftedEncoding } from "./charset.ts";
import { unflowed } from "./flowed-text.ts";
import {
  bodyStartOf,
  fieldsOf,
  isMultipart,
  lacksEmptyLine,
  likelyBoundary,
  type MessagePart,
  parameterOf,
  type PartFields,
  partsOf,
  withIndentedLines,
} from "./part-scanner.ts";
import { splitUuencoded } from "./uuencoded.ts";

/** A message whose parts the MIME library reads as they are meant. */
export interface MendedMessage {
  readonly bytes: Uint8Array;
  /** Number of fields that were put before those of the message. */
  readonly addedFields: number;
}

/** How much is mended. */
export interface MendOptions {
  readonly engine: typeof PostalMime;
  /** True if all text is checked, because some of it was not readable as declared. */
  readonly isSuspect: boolean;
}

/**
 * Rewrites the texts of a message that the MIME library would misread: those without a usable charset, those in charsets
 * that `TextDecoder` does not decode alike in every version of Node.js, and flowed ones, whose quoted paragraphs it
 * joins wrongly. They become UTF-8. Header lines of the message in another encoding than UTF-8 do as well. A boundary
 * that was declared wrongly is declared again, and a header whose empty line is missing gets one. Lines of a header that
 * continue a field are indented. All other bytes stay as they are.
 */
export async function mendMessage(bytes: Uint8Array, options: MendOptions): Promise<MendedMessage> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const redeclared = options.isSuspect ? redeclaredBoundary(source) : "";
  const message = redeclared + (await withReadableHeader(source, options));
  const pieces: string[] = [];
  let copied = 0;
  let addedFields = redeclared === "" ? 0 : 1;
  for (const part of partsOf(message)) {
    const mended = (await mendedPart(message, part, options)) ?? mendedHeader(message, part);
    if (mended === undefined) continue;
    if (part.start === 0) addedFields += mended.addedFields;
    pieces.push(message.slice(copied, part.start), mended.text);
    copied = mended.end;
  }
  const whole = pieces.join("") + message.slice(copied);
  return whole === source
    ? { bytes, addedFields: 0 }
    : { bytes: new Uint8Array(Buffer.from(whole, "latin1")), addedFields };
}

/** Charsets that the library decodes correctly if the bytes are what they claim to be. */
const trustedCharset = /^(?:utf-?8|gb18030|gbk|gb2312|shift_jis|euc-jp|iso-2022-jp)$/i;

interface MendedPart {
  readonly text: string;
  /** The end of what it replaces, from the start of the part. */
  readonly end: number;
  readonly addedFields: number;
}

/** Returns a text part as UTF-8 in base64, or `undefined` if the library reads it as it is meant. */
async function mendedPart(message: string, part: MessagePart, options: MendOptions): Promise<MendedPart | undefined> {
  const { start, bodyStart, end, fields } = part;
  if (isMultipart(fields)) return undefined;
  if (isUuencoded(fields)) return inBase64(message, part);
  const type = textTypeOf(fields);
  if (type === undefined || isTrusted(message, part, options)) return undefined;
  const text = await textOf(message, part, options.engine);
  if (text === undefined) return undefined;
  const added = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n`;
  const header = withIndentedLines(message.slice(start, bodyStart));
  const separator = lacksEmptyLine(header) ? "\r\n\r\n" : "";
  return { text: `${added}${header}${separator}${inLines(text)}\r\n`, end, addedFields: 2 };
}

/** Returns the header of a part with the empty line or the indentation that it lacks, or `undefined` if it has both. */
function mendedHeader(message: string, { start, bodyStart }: MessagePart): MendedPart | undefined {
  const written = message.slice(start, bodyStart);
  const header = withIndentedLines(written);
  const isCut = bodyStart !== message.length && lacksEmptyLine(header);
  if (!isCut && header === written) return undefined;
  return { text: isCut ? `${header}\r\n` : header, end: bodyStart, addedFields: 0 };
}

/** True if the library decodes and joins the text of a part as its fields say. */
function isTrusted(message: string, { bodyStart, end, fields }: MessagePart, { isSuspect }: MendOptions): boolean {
  if (isSuspect || isFlowed(fields)) return false;
  const charset = parameterOf(fields.contentType, "charset");
  if (charset !== undefined) return trustedCharset.test(charset);
  // Without a charset, escape sequences are those of ISO-2022-JP. Base64 hides them.
  const encoding = fields.transferEncoding.toLowerCase();
  return encoding !== "base64" && !escapes.test(message.slice(bodyStart, end));
}

// oxlint-disable-next-line no-control-regex -- an escape, as it is or in quoted-printable
const escapes = /\u001b|=1B/i;

/** True if a part has the transfer encoding of programs before MIME, which the library does not know. */
function isUuencoded({ transferEncoding }: PartFields): boolean {
  return /^(?:x-)?uu(?:e|encode)?$/i.test(transferEncoding);
}

/** Returns a part with its content in base64, or `undefined` if it holds no encoded file. */
function inBase64(message: string, { start, bodyStart, end }: MessagePart): MendedPart | undefined {
  const [file] = splitUuencoded(message.slice(bodyStart, end)).files;
  if (file?.bytes === undefined) return undefined;
  const content = Buffer.from(file.bytes).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
  const header = withIndentedLines(message.slice(start, bodyStart));
  const separator = lacksEmptyLine(header) ? "\r\n" : "";
  const added = "Content-Transfer-Encoding: base64\r\n";
  return { text: `${added}${header}${separator}${content}\r\n`, end, addedFields: 1 };
}

/** Returns the text of a part, or `undefined` if it is what its bytes are in ASCII. */
async function textOf(
  message: string,
  { bodyStart, end, fields }: MessagePart,
  engine: typeof PostalMime,
): Promise<string | undefined> {
  const charset = parameterOf(fields.contentType, "charset");
  const content = await contentOf(message.slice(bodyStart, end), fields.transferEncoding, engine);
  if (!isFlowed(fields) && isPlainAscii(content) && !/utf-?7/i.test(charset ?? "")) return undefined;
  const text = await decodeText(content, { charset, isHtml: textTypeOf(fields) === "text/html" });
  // Only plain text may be flowed (RFC 3676, 4), but the library joins lines of HTML as well.
  const isJoined = isFlowed(fields) && textTypeOf(fields) === "text/plain";
  return isJoined ? unflowed(text, { delSp: hasParameter(fields, "delsp", "yes") }) : text;
}

function isFlowed(fields: PartFields): boolean {
  return hasParameter(fields, "format", "flowed");
}

/** Returns the type of a part that is shown as text, or `undefined` if it is an attachment. */
function textTypeOf({ contentType, disposition }: PartFields): string | undefined {
  if (/^attachment/i.test(disposition)) return undefined;
  return contentType === "" ? "text/plain" : /^text\/(?:plain|html)(?=[\s;]|$)/i.exec(contentType)?.[0].toLowerCase();
}

function hasParameter({ contentType }: PartFields, name: string, value: string): boolean {
  return parameterOf(contentType, name)?.toLowerCase() === value;
}

function isPlainAscii(bytes: Uint8Array): boolean {
  const escape = 0x1b;
  return bytes.every((byte) => byte < 0x80 && byte !== escape);
}

/** Undoes the transfer encoding of a body. */
async function contentOf(body: string, transferEncoding: string, engine: typeof PostalMime): Promise<Uint8Array> {
  const header = `Content-Type: application/octet-stream\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: ${transferEncoding}\r\n\r\n`;
  const { attachments } = await engine.parse(new Uint8Array(Buffer.from(header + body, "latin1")));
  const content = attachments[0]?.content;
  return content === undefined || typeof content === "string" ? new Uint8Array() : new Uint8Array(content);
}

/** Writes text as base64 in lines, so that no line of it looks like a boundary. */
function inLines(text: string): string {
  return Buffer.from(text).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
}

/**
 * Returns a field that declares the boundary which the body of a multipart has, if it is not the declared one. A body
 * without any is declared as text, so that it is shown.
 */
function redeclaredBoundary(message: string): string {
  const bodyStart = bodyStartOf(message, 0);
  const fields = fieldsOf(message.slice(0, bodyStart));
  if (!isMultipart(fields)) return "";
  const declared = parameterOf(fields.contentType, "boundary");
  if (declared !== undefined && `\n${message.slice(bodyStart)}`.includes(`\n--${declared}`)) return "";
  const boundary = likelyBoundary(message, bodyStart);
  if (boundary === undefined || boundary.includes('"')) return "Content-Type: text/plain\r\n";
  return `Content-Type: ${/^[^;\s]+/.exec(fields.contentType)?.[0] ?? "multipart/mixed"}; boundary="${boundary}"\r\n`;
}

/** Converts the header of a message to UTF-8 if it is in another encoding. */
async function withReadableHeader(message: string, { isSuspect }: MendOptions): Promise<string> {
  const bodyStart = bodyStartOf(message, 0);
  const written = message.slice(0, bodyStart);
  let header = written;
  if (shiftedEncoding(header) !== undefined || !isUtf8(Buffer.from(header, "latin1"))) {
    const charset = parameterOf(fieldsOf(header).contentType, "charset");
    const text = await decodeText(Buffer.from(header, "latin1"), { charset, isHtml: false });
    header = Buffer.from(text).toString("latin1");
  }
  if (isSuspect) header = await withJoinedWords(header);
  // A message that stays as it is need not be copied.
  return header === written ? message : header + message.slice(bodyStart);
}

/** Encoded words in base64 that follow each other in one charset, each padded. */
const paddedWords = /=\?([^?\s]+)\?B\?[^?\s]*=\?=(?:\s+=\?\1\?B\?[^?\s]*\?=)+/gi;

/** Joins the bytes of encoded words: some programs split a character between two of them (against RFC 2047, 5). */
async function withJoinedWords(header: string): Promise<string> {
  const pieces: string[] = [];
  let copied = 0;
  for (const found of header.matchAll(paddedWords)) {
    const [words, charset = ""] = found;
    const contents = words.split(/\s+/).map((word) => Buffer.from(word.split("?")[3] ?? "", "base64"));
    const text = await decodeText(Buffer.concat(contents), { charset, isHtml: false });
    pieces.push(header.slice(copied, found.index), `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`);
    copied = found.index + words.length;
  }
  return pieces.join("") + header.slice(copied);
}
