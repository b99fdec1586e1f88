/** One part of a web archive. */
interface MimePart {
  readonly headers: string;
  readonly body: string;
}

/**
 * Returns the HTML page of a web archive (RFC 2557) as Word embeds it: the first HTML part. Returns `undefined` if
 * there is no such part. Does not search nested multiparts.
 */
export function htmlOfMht(bytes: Uint8Array): string | undefined {
  const archive = new TextDecoder("latin1").decode(bytes);
  const boundary = /boundary="?([^"\r\n;]+)/i.exec(archive.slice(0, 4096))?.[1];
  const pieces = boundary === undefined ? [archive] : archive.split(`--${boundary.trim()}`);
  for (const piece of pieces) {
    const part = partOf(piece);
    if (/^content-type:\s*text\/html/im.test(part.headers)) return textOf(part);
  }
  return undefined;
}

function partOf(piece: string): MimePart {
  const end = /\r?\n\r?\n/.exec(piece.trimStart());
  const whole = piece.trimStart();
  if (end === null) return { headers: "", body: whole };
  return { headers: whole.slice(0, end.index), body: whole.slice(end.index + end[0].length) };
}

function textOf({ headers, body }: MimePart): string {
  const charset = /charset="?([\w-]+)/i.exec(headers)?.[1] ?? "utf-8";
  return decoderFor(charset).decode(bytesOf(headers, body));
}

function bytesOf(headers: string, body: string): Uint8Array {
  const encoding = /^content-transfer-encoding:\s*([\w-]+)/im.exec(headers)?.[1]?.toLowerCase();
  return Uint8Array.from(decoded(body, encoding), (character) => character.charCodeAt(0));
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === "quoted-printable") return unquoted(body);
  return encoding === "base64" ? decodedBase64(body) : body;
}

/** Decodes quoted-printable text (RFC 2045, 6.7). */
function unquoted(body: string): string {
  return body
    .replace(/=\r?\n/g, "")
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function decodedBase64(body: string): string {
  try {
    return atob(body.replace(/[^\w+/=]/g, ""));
  } catch {
    return "";
  }
}

/** Returns the decoder of an encoding, or the UTF-8 decoder if the name is unknown. */
export function decoderFor(charset: string): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
