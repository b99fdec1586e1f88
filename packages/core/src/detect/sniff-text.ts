import { type MediaType, isTextType, withSupertypes } from "../contract/media-type.ts";
import type { Sniff, SniffedText } from "../contract/source.ts";
import { claimedType, handlerTypeOf } from "./handler-type.ts";
import { disagreementOf } from "./disagreement.ts";
import { openDecoder } from "../text/encoding/encodings.ts";
import type { SniffInput } from "./sniff-input.ts";
import { textSignatureOf } from "./signatures.ts";
import { labelOf } from "./extensions.ts";
import { lacksStart } from "./required-start.ts";

/** Formats whose bytes may be text throughout, but that are not text files. */
const neverText: ReadonlySet<MediaType> = new Set(["application/pdf", "application/x-archive"]);

/** Detects the type of text whose encoding is known: by signature, handlers, contents and name. */
export async function sniffText(input: SniffInput, text: SniffedText): Promise<Sniff> {
  const found = await typeOf(input, text);
  const disagreement = input.size === 0 ? undefined : disagreementOf(input.name, found.mediaType);
  return {
    ...found,
    ...(neverText.has(found.mediaType) ? {} : { text }),
    ...(disagreement === undefined ? {} : { disagreement: { extension: disagreement } }),
  };
}

async function typeOf(
  input: SniffInput,
  { encoding, bomBytes }: SniffedText,
): Promise<Pick<Sniff, "mediaType" | "by">> {
  const { head, name, size } = input;
  const document = textSignatureOf(head, name);
  const handled = document === undefined ? handlerTypeOf(input) : claimedType(input, document);
  if (handled !== undefined) return { mediaType: handled, by: "handler" };
  if (document !== undefined) return { mediaType: document, by: "signature" };
  const decoder = await openDecoder(encoding);
  const text = decoder.decode(head.subarray(bomBytes), { stream: true });
  return textTypeOf({ name, text, isWhole: head.length >= size });
}

/** The type of a text file, and whether its contents or its name revealed it. */
interface TextType {
  readonly mediaType: MediaType;
  readonly by: "text" | "name";
}

/** The start of a text file. */
interface TextStart {
  readonly name: string;
  /** Decoded, without the byte order mark. */
  readonly text: string;
  readonly isWhole: boolean;
}

/** Types of text that contain HTML: their name is stronger evidence than a tag at the start. */
const aroundHtml: ReadonlySet<MediaType> = new Set([
  "text/markdown",
  "text/x-php",
  "text/x-vue",
  "text/x-template",
  "text/html",
]);

/** The first lines of formats that start with nothing else, which no name overrides. */
const certainOpenings: readonly (readonly [RegExp, MediaType])[] = [
  [/^BEGIN:VCALENDAR\r?\n/i, "text/calendar"],
  [/^BEGIN:VCARD\r?\n/i, "text/vcard"],
  [/^WEBVTT(?:[ \t][^\r\n]*)?\r?\n/, "text/vtt"],
  [/^WARC\/[01]\.\d\r?\n/, "application/warc"],
];

const openings: readonly (readonly [RegExp, MediaType])[] = [
  [/^BEGIN:VCALENDAR\b/i, "text/calendar"],
  [/^BEGIN:VCARD\b/i, "text/vcard"],
  [/^WEBVTT(?:[ \t\r\n]|$)/, "text/vtt"],
  [/^#EXTM3U\b/, "application/vnd.apple.mpegurl"],
  [/^P[123]\s+(?:#.*\s+)?\d+\s+\d+\s/, "image/x-portable-anymap"],
  [/^diff --git /, "text/x-diff"],
  [/^#!.*\bpython/, "text/x-python"],
  [/^#!.*\b(?:ba|z|da|k|fi)?sh\b/, "text/x-shellscript"],
  [/^#!.*\b(?:node|deno|bun)\b/, "text/javascript"],
  [/^#!.*\bruby/, "text/x-ruby"],
  [/^#!.*\bperl/, "text/x-perl"],
];

/**
 * Detects the type of a text by its start. The name decides if the start is inconclusive, and between types that the
 * start does not distinguish. A name never overrides markup or an email message.
 */
export function textTypeOf(start: TextStart): TextType {
  const text = start.text.trimStart();
  const label = fittingLabelOf(start.name, text);
  const markup = text.startsWith("<") ? markupTypeOf(text) : undefined;
  const strong = strongTypeOf(start.text, markup, label);
  if (strong !== undefined) return { mediaType: strong, by: "text" };
  if (label !== undefined && label !== "text/plain") return { mediaType: label, by: "name" };
  const weak = markup?.mediaType ?? typeByOpening(openings, text) ?? jsonTypeOf(text, start.isWhole);
  return weak === undefined ? plainTypeOf(start, label) : { mediaType: weak, by: "text" };
}

/**
 * Returns the type of text without further evidence. Rows of values are a table only if the name does not say plain
 * text.
 */
function plainTypeOf({ text, isWhole }: TextStart, label: MediaType | undefined): TextType {
  if (label !== undefined) return { mediaType: label, by: "name" };
  return { mediaType: separatedTypeOf(text, isWhole) ?? "text/plain", by: "text" };
}

/** Returns the type that no name overrides. */
function strongTypeOf(
  text: string,
  markup: MarkupType | undefined,
  label: MediaType | undefined,
): MediaType | undefined {
  if (markup?.isCertain === true) return isCloser(label, markup.mediaType) ? undefined : markup.mediaType;
  const opening = typeByOpening(certainOpenings, text.trimStart());
  if (opening !== undefined) return opening;
  return label === "message/rfc822" ? undefined : mailTypeOf(text);
}

/** Returns the type that the name promises, if it is a type of text. */
function textLabelOf(name: string): MediaType | undefined {
  const label = labelOf(name);
  return label !== undefined && isTextType(label) ? label : undefined;
}

/** Returns the type that the name promises, if the text can be of that type. */
function fittingLabelOf(name: string, text: string): MediaType | undefined {
  const label = textLabelOf(name);
  return lacksStart(label, text) ? undefined : label;
}

/** True if the name is more specific than the markup: a subtype of it, or a type of text that contains it. */
function isCloser(label: MediaType | undefined, markup: MediaType): boolean {
  if (label === undefined) return false;
  if (markup === "text/html") return aroundHtml.has(label);
  return label !== markup && withSupertypes(label).includes(markup);
}

function typeByOpening(table: typeof openings, text: string): MediaType | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}

function jsonTypeOf(text: string, isWhole: boolean): MediaType | undefined {
  if (!text.startsWith("{") && !text.startsWith("[")) return undefined;
  const shape = jsonShapeOf(text, isWhole);
  if (shape === undefined) return undefined;
  return shape === "lines" ? "application/x-ndjson" : "application/json";
}

const minRows = 3;
const minColumns = 3;

/**
 * Detects a table of values by rows with equal numbers of columns. The check is strict, because prose also contains
 * commas: every complete row must have the same number of columns, and separators must not be followed by a space in
 * every row, as commas in prose are.
 */
export function separatedTypeOf(text: string, isWhole: boolean): MediaType | undefined {
  const rows = text.split(/\r\n?|\n/).filter((row) => row !== "");
  if (!isWhole) rows.pop();
  if (rows.length < minRows) return undefined;
  if (isTable(rows, "\t")) return "text/tab-separated-values";
  return isTable(rows, ",") || isTable(rows, ";") ? "text/csv" : undefined;
}

function isTable(rows: readonly string[], separator: string): boolean {
  const columns = rows.map((row) => columnsOf(row, separator));
  const [first = 0] = columns;
  if (first < minColumns || columns.some((count) => count !== first)) return false;
  return !rows.every((row) => row.includes(`${separator} `));
}

function columnsOf(row: string, separator: string): number {
  return row.replaceAll(/"(?:[^"]|"")*"/g, "").split(separator).length;
}

/** Header fields of an email message. Two of them identify one. */
const mailFields =
  /^(?:from|to|cc|subject|date|received|return-path|message-id|mime-version|delivered-to|reply-to|sender|x-mozilla-status|x-originating-ip|x-mailer|content-type|dkim-signature|authentication-results|received-spf|x-received)$/;
const minMailFields = 2;

const fieldLine = /^([A-Za-z][\w-]{0,70}):(?!\/\/)/;
/** The line between the messages of a mailbox (RFC 4155). */
const mailboxLine = /^From \S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d/;

/** Detects the header of an email message, a mailbox, or a web page saved as a message. */
export function mailTypeOf(start: string): MediaType | undefined {
  if (mailboxLine.test(start)) return "application/mbox";
  // Apple Mail writes the length of the message on a separate line before it.
  const header = start.replace(/^(?:From [^\n]*|\d{1,12}[ \t]*)\r?\n/, "");
  const fields = fieldsOf(header);
  const known = [...(fields?.keys() ?? [])].filter((name) => mailFields.test(name));
  if (fields === undefined || known.length < minMailFields) return undefined;
  return isWebArchive(fields) ? "multipart/related" : "message/rfc822";
}

/** Parses the fields of a header, by lower-case name; `undefined` if a line before its end is not a field. */
function fieldsOf(header: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  const lines = header.split(/\r?\n/);
  // The last line may be cut off.
  const end = lines.includes("") ? lines.indexOf("") : lines.length - 1;
  let last = "";
  for (const line of lines.slice(0, end)) {
    const isContinued = last !== "" && /^[ \t]/.test(line);
    const name = isContinued ? last : fieldLine.exec(line)?.[1]?.toLowerCase();
    if (name === undefined) return undefined;
    fields.set(name, `${fields.get(name) ?? ""}${line}`);
    last = name;
  }
  return fields;
}

function isWebArchive(fields: ReadonlyMap<string, string>): boolean {
  const isRelated = /multipart\/related/i.test(fields.get("content-type") ?? "");
  return isRelated && (fields.has("snapshot-content-location") || /saved by/i.test(fields.get("from") ?? ""));
}

/** The shape of JSON text: a single value, or one value per line. */
type JsonShape = "value" | "lines";

const jsonToken =
  /[ \t\r\n]*(?:([[\]{},:])|("(?:[^"\\\p{Cc}]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy;
const cutJsonToken = /^(?:"(?:[^"\\\p{Cc}]|\\.)*\\?|-?[\d.eE+-]*|[a-z]{1,4})$/u;

type Expected = "value" | "value-or-close" | "key" | "key-or-close" | "colon" | "comma-or-close" | "end";

/** The closing brackets still expected, the innermost last, and the kinds of token that may come next. */
interface JsonState {
  readonly owed: string[];
  expected: Expected;
}

const minJsonTokens = 2;

/**
 * Detects whether a text starts like JSON, with an object or an array; `undefined` if it does not. If `isWhole` is
 * false, the text may be cut off anywhere. At least two tokens must match: `[` alone proves nothing.
 */
export function jsonShapeOf(text: string, isWhole: boolean): JsonShape | undefined {
  const state: JsonState = { owed: [], expected: "value" };
  let tokens = 0;
  let end = 0;
  jsonToken.lastIndex = 0;
  for (let match = jsonToken.exec(text); match !== null; match = jsonToken.exec(text)) {
    if (state.expected === "end") return text.slice(end, jsonToken.lastIndex).includes("\n") ? "lines" : undefined;
    if (!accept(state, kindOf(match))) return undefined;
    tokens += 1;
    end = jsonToken.lastIndex;
  }
  const rest = text.slice(end).trimStart();
  const isComplete = isWhole ? rest === "" && state.expected === "end" : cutJsonToken.test(rest);
  return (rest === "" ? tokens : tokens + 1) >= minJsonTokens && isComplete ? "value" : undefined;
}

/** Returns the bracket, comma or colon of a token, or else the kind of its value. */
function kindOf([, mark, string]: RegExpExecArray): string {
  if (mark !== undefined) return mark;
  return string === undefined ? "literal" : "string";
}

function accept(state: JsonState, kind: string): boolean {
  const { expected, owed } = state;
  if (kind === "}" || kind === "]") {
    return expected.endsWith("close") && owed.pop() === kind && move(state, afterValue(state));
  }
  if (kind === ":") return expected === "colon" && move(state, "value");
  if (kind !== ",") return acceptValue(state, kind);
  return expected === "comma-or-close" && move(state, owed.at(-1) === "}" ? "key" : "value");
}

function acceptValue(state: JsonState, kind: string): boolean {
  if (state.expected.startsWith("key")) return kind === "string" && move(state, "colon");
  if (!state.expected.startsWith("value")) return false;
  if (kind === "{" || kind === "[") {
    state.owed.push(kind === "{" ? "}" : "]");
    return move(state, kind === "{" ? "key-or-close" : "value-or-close");
  }
  return state.owed.length > 0 && move(state, afterValue(state));
}

function move(state: JsonState, expected: Expected): true {
  state.expected = expected;
  return true;
}

function afterValue({ owed }: JsonState): Expected {
  return owed.length === 0 ? "end" : "comma-or-close";
}

/** Root elements that identify a type of XML, without their prefix. */
const roots: ReadonlyMap<string, MediaType> = new Map([
  ["svg", "image/svg+xml"],
  ["rss", "application/rss+xml"],
  ["feed", "application/atom+xml"],
  ["kml", "application/vnd.google-earth.kml+xml"],
  ["gpx", "application/gpx+xml"],
  ["tt", "application/ttml+xml"],
  ["FictionBook", "application/x-fictionbook+xml"],
  ["xmpmeta", "application/rdf+xml"],
  ["RDF", "application/rdf+xml"],
  ["math", "application/mathml+xml"],
]);

/** Elements at the start of HTML fragments without the outer elements. */
const htmlElements =
  /^(?:html|head|body|title|meta|link|script|style|base|div|span|p|br|hr|h[1-6]|a|b|i|em|strong|table|thead|tbody|tr|td|th|ul|ol|li|dl|img|pre|code|form|input|center|font|section|article|main|header|footer|nav|frameset|iframe|blockquote)$/i;
const certainHtmlElements = /^(?:html|head|body|frameset)$/i;

/** A type of markup. It is certain if there is more evidence than a tag with a common name. */
interface MarkupType {
  readonly mediaType: MediaType;
  readonly isCertain: boolean;
}

const htmlDoctype = /^<!doctype\s+(?:html|"-\/\/w3c\/\/dtd x?html)/i;
const startTag = /^<(?:([\w.-]{1,40}):)?([\w.-]{1,60})((?:\s[^>]{0,4000})?)/;
const namespace = /\sxmlns(?::[\w-]{1,40})?\s?=/;

/** Returns the type of XML or HTML that a text starts with; `undefined` if it does not start with markup. */
export function markupTypeOf(start: string): MarkupType | undefined {
  const body = afterProlog(start);
  if (htmlDoctype.test(body)) return certain("text/html");
  const isXml = /^<\?xml[\s?]/.test(start);
  const tag = startTag.exec(afterDoctype(body));
  if (tag === null) return isXml ? certain("application/xml") : undefined;
  return typeOfRoot(tag, isXml);
}

function typeOfRoot([, prefix, name = "", said = ""]: RegExpExecArray, isXml: boolean): MarkupType | undefined {
  const html = prefix === undefined ? htmlTypeOf(name, isXml) : undefined;
  if (html?.isCertain === true) return html;
  return xmlTypeOf({ name, said, isXml }) ?? html;
}

interface RootElement {
  readonly name: string;
  /** The attributes. */
  readonly said: string;
  readonly isXml: boolean;
}

/**
 * Returns the type of an XML root element. A tag alone may have any name; attributes or a declaration prove a document.
 */
function xmlTypeOf({ name, said, isXml }: RootElement): MarkupType | undefined {
  const known = roots.get(name) ?? flatOpenDocument(said);
  if (known !== undefined && (isXml || said !== "" || name === "svg")) return certain(known);
  return isXml || namespace.test(said) ? certain("application/xml") : undefined;
}

function htmlTypeOf(name: string, isXml: boolean): MarkupType | undefined {
  if (certainHtmlElements.test(name)) return certain(isXml ? "application/xhtml+xml" : "text/html");
  return htmlElements.test(name) ? { mediaType: "text/html", isCertain: false } : undefined;
}

function certain(mediaType: MediaType): MarkupType {
  return { mediaType, isCertain: true };
}

/** Skips declarations, processing instructions and comments. */
function afterProlog(text: string): string {
  let rest = text;
  for (;;) {
    const end = rest.startsWith("<!--") ? endAt(rest, "-->") : endAt(rest.startsWith("<?") ? rest : "", "?>");
    if (end < 0) return rest;
    rest = rest.slice(end).trimStart();
  }
}

function afterDoctype(text: string): string {
  if (!/^<!doctype/i.test(text)) return text;
  const subset = text.indexOf("[");
  const close = text.indexOf(">");
  const end = subset >= 0 && subset < close ? endAt(text, "]>") : close + 1;
  return end <= 0 ? "" : afterProlog(text.slice(end).trimStart());
}

function endAt(text: string, mark: string): number {
  const at = text.indexOf(mark);
  return at < 0 ? -1 : at + mark.length;
}

function flatOpenDocument(attributes: string): MediaType | undefined {
  const type = /office:mimetype\s?=\s?["']application\/vnd\.oasis\.opendocument\.([a-z]{1,40})/.exec(attributes)?.[1];
  return type === undefined ? undefined : `application/vnd.oasis.opendocument.${type}-flat-xml`;
}
