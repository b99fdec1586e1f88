/** A part of a message: where its header and its body are. The body of a multipart is what precedes its parts. */
export interface MessagePart {
  readonly start: number;
  /** The start of the body, after the empty line. */
  readonly bodyStart: number;
  readonly end: number;
  readonly fields: PartFields;
}

/** The fields of a header that say how to read the body, unfolded. Of several, the first counts. */
export interface PartFields {
  readonly contentType: string;
  readonly transferEncoding: string;
  readonly disposition: string;
}

/** Maximum length of a line that divides parts (RFC 2046 allows 70 characters and the dashes). */
const maxBoundaryLine = 500;

/** Maximum size of all headers of a message without their line ends, in bytes. The parser refuses larger ones. */
export const maxHeadersSize: number = 2 * 1024 * 1024;

/** Size of the largest header that the parser takes: each line has a character and two of its end. */
const maxHeader = 3 * maxHeadersSize;

/**
 * Yields the parts of a message that known boundaries divide, multiparts too, without those inside attached messages.
 * `message` has one character for each byte. Reads each line that may divide parts once, whatever the nesting.
 */
export function* partsOf(message: string): Generator<MessagePart> {
  const boundaries = new Set<string>();
  let start = 0;
  for (;;) {
    const bodyStart = bodyStartOf(message, start);
    const fields = fieldsOf(message.slice(start, bodyStart));
    const boundary = isMultipart(fields) ? parameterOf(fields.contentType, "boundary") : undefined;
    if (boundary !== undefined) boundaries.add(boundary);
    let line = nextDivider(message, bodyStart, boundaries);
    yield { start, bodyStart, end: line?.start ?? message.length, fields };
    while (line?.isLast === true) line = nextDivider(message, line.end, boundaries);
    if (line === undefined) return;
    start = line.end;
  }
}

/** A field of a header (RFC 5322, 2.2), and one that says how to read a part (RFC 2045, 9). */
const field = /^[!-9;-~]+[ \t]*:/;
const partField = /^content-[!-9;-~]+[ \t]*:/i;

/**
 * Returns the start of the body: after the first empty line, at a line that may divide parts, or at a line that is no
 * field, if only such lines follow it and they can be the body. In the header of a part, the fields that say how to read
 * it count.
 */
export function bodyStartOf(message: string, start: number): number {
  const known = start === 0 ? field : partField;
  let at = start;
  let found: number | undefined;
  while (at < message.length && !message.startsWith("--", at)) {
    const end = lineEnd(message, at);
    if (isEmptyLine(message, at, end)) return bodyStartBefore(message, { start, found, emptyLine: at, end });
    const line = message.slice(at, Math.min(end, at + maxFieldName));
    if (known.test(line)) found = undefined;
    else if (!isInHeader(line, message.slice(Math.max(start, at - maxLineEnd), at))) found ??= at;
    at = end;
  }
  return found ?? at;
}

/** The lines up to the first empty line of a message or of a part. */
interface LinesBefore {
  readonly start: number;
  /** The first line that is no field, if no field follows it. */
  readonly found: number | undefined;
  readonly emptyLine: number;
  /** The position after the empty line. */
  readonly end: number;
}

/** Returns the start of a body with an empty line in it or before it. */
function bodyStartBefore(message: string, { start, found, emptyLine, end }: LinesBefore): number {
  if (found === undefined) return end;
  if (found === start) return start;
  const header = message.slice(start, found);
  const others = linesOf(message.slice(found, emptyLine));
  if (/^base64$/i.test(fieldsOf(header).transferEncoding)) return areBase64(others) ? found : end;
  const next = lineOfDashes(message, end - 1);
  const after = (next === -1 ? message.length : next) - end;
  return isWrapped(header, others) && after > emptyLine - found ? end : found;
}

function linesOf(text: string): readonly string[] {
  return text.trimEnd().split(/\r?\n/);
}

/** True if lines are base64: all but the last one are long, and a single one is long or padded. */
function areBase64(lines: readonly string[]): boolean {
  const last = lines.at(-1) ?? "";
  const isWhole = /^[A-Za-z0-9+/]+={0,2}[ \t]*$/.test(last) && last.trimEnd().length % 4 === 0;
  const isLong = (line: string): boolean => /^[A-Za-z0-9+/]{20,}={0,2}[ \t]*$/.test(line);
  if (lines.length === 1) return isLong(last) || (isWhole && last.includes("="));
  return isWhole && lines.slice(0, -1).every(isLong);
}

/**
 * True if a few lines below many fields rather continue the last one. Fields of MIME have values that are no free text,
 * so that other lines never continue them.
 */
function isWrapped(header: string, others: readonly string[]): boolean {
  const fields = linesOf(header).filter((line) => field.test(line));
  return fields.length > others.length && !mimeField.test(fields.at(-1) ?? "");
}

const mimeField = /^(?:content|mime)-/i;

function isEmptyLine(message: string, start: number, end: number): boolean {
  return end - start <= 2 && message.slice(start, end).trim() === "";
}

/** Maximum length of the end of a line that is looked at. */
const maxLineEnd = 10;

/** True if a line is a field, or continues one before it. `before` is the end of the line before it, if there is one. */
function isInHeader(line: string, before: string): boolean {
  return field.test(line) || (before !== "" && (/^[ \t]/.test(line) || isParameter(line, before)));
}

/** True if a line is a parameter of the field before it, which a program did not indent. */
function isParameter(line: string, before: string): boolean {
  return /;[ \t]*\r?\n?$/.test(before) && /^[\w*.-]+[ \t]*=/.test(line);
}

/** A line of a header that starts no field and has no indentation. */
const unindented = /(?<=\n)(?![!-9;-~]+[ \t]*:|[ \t\r\n])[^]/;

/** Returns a header in which the lines that continue a field are indented, as they must be (RFC 5322, 2.2.3). */
export function withIndentedLines(header: string): string {
  if (header.length > maxHeader || !unindented.test(header)) return header;
  let isMime = false;
  let before = "";
  const lines = header.split(/(?<=\n)/).map((line) => {
    const isField = field.test(line);
    const isIndented = isField || /^\s/.test(line) || before === "" || (isMime && !isParameter(line, before));
    if (isField) isMime = mimeField.test(line);
    before = line.slice(-maxLineEnd);
    return isIndented ? line : ` ${line}`;
  });
  return lines.join("");
}

/** True if a header ends without the empty line that the parser needs to find the body. */
export function lacksEmptyLine(header: string): boolean {
  return !/(?:^|\n)\r?\n$/.test(header);
}

/** Reads the fields of a header that say how to read the body. Returns empty ones if the parser refuses the header. */
export function fieldsOf(header: string): PartFields {
  const lines = header.length > maxHeader ? "" : withIndentedLines(header).replaceAll(/\r?\n[ \t]+/g, " ");
  const valueOf = (name: string): string =>
    new RegExp(String.raw`^${name}[ \t]*:([^\r\n]*)`, "im").exec(lines)?.[1]?.trim() ?? "";
  return {
    contentType: valueOf("content-type"),
    transferEncoding: valueOf("content-transfer-encoding"),
    disposition: valueOf("content-disposition"),
  };
}

/** True if the type is one that has parts. */
export function isMultipart({ contentType }: PartFields): boolean {
  return /^multipart\//i.test(contentType);
}

/** Returns a parameter of a field, such as the `charset` of `Content-Type`. */
export function parameterOf(field: string, name: string): string | undefined {
  const found = new RegExp(String.raw`;[ \t]*${name}[ \t]*=[ \t]*(?:"([^"]*)"|([^\s;]+))`, "i").exec(field);
  const value = found?.[1] ?? found?.[2];
  return value === "" ? undefined : value;
}

interface Divider {
  readonly start: number;
  readonly end: number;
  /** True if it ends the parts instead of starting one. */
  readonly isLast: boolean;
}

/** Finds the next line that divides parts, at a position or after it. */
function nextDivider(message: string, from: number, boundaries: ReadonlySet<string>): Divider | undefined {
  if (boundaries.size === 0) return undefined;
  for (const { start, end, words } of linesOfDashes(message, from)) {
    if (boundaries.has(words)) return { start, end, isLast: false };
    if (words.endsWith("--") && boundaries.has(words.slice(0, -2))) return { start, end, isLast: true };
  }
  return undefined;
}

/** A line that starts with two dashes. */
interface LineOfDashes {
  readonly start: number;
  readonly end: number;
  /** What follows the dashes, without whitespace at the end. */
  readonly words: string;
}

/** Yields the lines that may divide parts, at a position or after it. */
function* linesOfDashes(message: string, from: number): Generator<LineOfDashes> {
  let start = message.startsWith("--", from) ? from : lineOfDashes(message, from);
  while (start !== -1) {
    const end = lineEnd(message, start);
    if (end - start <= maxBoundaryLine) yield { start, end, words: message.slice(start + 2, end).trimEnd() };
    start = lineOfDashes(message, end - 1);
  }
}

/** The first field of a part. */
const firstField = /^(?:content-|mime-)[\w-]+[ \t]*:/i;

/** Maximum length of the name of that field. */
const maxFieldName = 200;

/** Returns the boundary that the first line with a header of a part below it has, at a position or after it. */
export function likelyBoundary(message: string, from: number): string | undefined {
  for (const { end, words } of linesOfDashes(message, from)) {
    if (words !== "" && firstField.test(message.slice(end, end + maxFieldName))) return words;
  }
  return undefined;
}

function lineOfDashes(message: string, from: number): number {
  const found = message.indexOf("\n--", from);
  return found === -1 ? -1 : found + 1;
}

function lineEnd(message: string, at: number): number {
  const found = message.indexOf("\n", at);
  return found === -1 ? message.length : found + 1;
}
