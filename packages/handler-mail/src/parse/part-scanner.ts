/** A part of a message that is no multipart: where its header and its body are. */
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

/**
 * Yields the parts of a message that known boundaries divide, without those inside attached messages. `message`
 * has one character for each byte. Reads each line that may divide parts once, whatever the nesting.
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
    if (!isMultipart(fields)) yield { start, bodyStart, end: line?.start ?? message.length, fields };
    while (line?.isLast === true) line = nextDivider(message, line.end, boundaries);
    if (line === undefined) return;
    start = line.end;
  }
}

/** Returns the start of the body: after the first empty line, or at a line that may divide parts. */
export function bodyStartOf(message: string, start: number): number {
  let at = start;
  while (at < message.length) {
    const end = lineEnd(message, at);
    if (message.startsWith("--", at)) return at;
    if (end - at <= 2 && message.slice(at, end).trim() === "") return end;
    at = end;
  }
  return message.length;
}

/** Maximum length of a header whose fields are read. Longer ones are left to the parser, which refuses them. */
const maxHeader = 1_000_000;

/** Reads the fields of a header that say how to read the body. */
export function fieldsOf(header: string): PartFields {
  const lines = header.length > maxHeader ? "" : header.replaceAll(/\r?\n[ \t]+/g, " ");
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
  let at = message.startsWith("--", from) ? from : lineOfDashes(message, from);
  while (at !== -1) {
    const end = lineEnd(message, at);
    const words = end - at > maxBoundaryLine ? "" : message.slice(at + 2, end).trimEnd();
    if (boundaries.has(words)) return { start: at, end, isLast: false };
    if (words.endsWith("--") && boundaries.has(words.slice(0, -2))) return { start: at, end, isLast: true };
    at = lineOfDashes(message, end - 1);
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
