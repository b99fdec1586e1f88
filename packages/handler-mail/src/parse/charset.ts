import { isUtf8 } from "node:buffer";
import { createTextDecoder, detectEncoding, resolveEncoding } from "@reader/core/decoders";

/** What a message says about the bytes of a text. */
export interface TextDeclaration {
  /** The `charset` of the part. */
  readonly charset: string | undefined;
  readonly isHtml: boolean;
}

/**
 * Decodes the text of a part by its declaration, or by its bytes where the declaration is missing, unknown or wrong:
 * text in UTF-8 that claims to be ASCII or Latin 1 is UTF-8, and bytes that are not the UTF-8 they claim to be are
 * detected.
 */
export async function decodeText(bytes: Uint8Array, { charset, isHtml }: TextDeclaration): Promise<string> {
  if (/^(?:unicode-1-1-)?utf-?7$/i.test(charset ?? "")) return decodeUtf7(Buffer.from(bytes).toString("latin1"));
  const declared = resolved(charset) ?? (isHtml ? declaredInPage(bytes) : undefined);
  return decodeAs(bytes, await chosen(bytes, declared));
}

async function chosen(bytes: Uint8Array, declared: string | undefined): Promise<string> {
  const mayBeUtf8 = declared === undefined || declared === western || declared === "utf-8";
  if (mayBeUtf8 && isUtf8(bytes)) return shiftedEncoding(textOf(bytes)) ?? "utf-8";
  if (declared !== undefined && declared !== "utf-8") return declared;
  const { encoding, confidence } = await detectEncoding(bytes);
  return encoding === "utf-8" && confidence < minUtf8Confidence ? western : encoding;
}

/**
 * Escape sequences that start characters of two bytes, and what must follow: in ISO-2022-JP (RFC 1468) the escape back
 * to ASCII or JIS X 0201, in ISO-2022-KR (RFC 1557) the control character before such characters.
 */
const shifts = [
  // oxlint-disable-next-line no-control-regex -- escapes are what is meant
  { encoding: "iso-2022-jp", start: /\u001b\$[@B]/, next: /\u001b\([BJ]/ },
  // oxlint-disable-next-line no-control-regex -- escapes are what is meant
  { encoding: "iso-2022-kr", start: /\u001b\$\)C/, next: /\u000e/ },
] as const;

// oxlint-disable-next-line no-control-regex -- the first 128 characters are what is meant
const notAscii = /[^\u0000-\u007f]/;

/** Returns the encoding of seven-bit text with escape sequences, given one character for each byte. */
export function shiftedEncoding(text: string): string | undefined {
  if (!text.includes("\u001b$") || notAscii.test(text)) return undefined;
  return shifts.find(({ start, next }) => {
    const from = text.search(start);
    return from !== -1 && next.test(text.slice(from));
  })?.encoding;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** What programs mean that declare nothing, ASCII or Latin 1. */
const western = "windows-1252";

/** Below this share of sound characters, text is not damaged UTF-8, but of another encoding. */
const minUtf8Confidence = 0.5;

function resolved(name: string | undefined): string | undefined {
  return name === undefined ? undefined : resolveEncoding(name);
}

/** Maximum number of bytes in which a page declares its encoding. */
const declarationBytes = 4096;

function declaredInPage(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, declarationBytes)).toString("latin1");
  return resolved(/<meta[^>]{0,200}?charset\s{0,3}=\s{0,3}["']?([\w:.-]{2,40})/i.exec(head)?.[1]);
}

/** Decodes bytes in an encoding that `resolveEncoding` returned. */
async function decodeAs(bytes: Uint8Array, encoding: string): Promise<string> {
  const decoder = createTextDecoder({ encoding, confidence: 1, bomBytes: 0, isAsciiSoFar: false });
  return decoder.decode(bytes);
}

/** Decodes UTF-7 (RFC 2152), in which old mail programs wrote: `+AOk-` is é. */
function decodeUtf7(text: string): string {
  return text.replaceAll(/\+([A-Za-z0-9+/]*)-?/g, (whole, base64: string) => {
    if (base64 === "") return whole.endsWith("-") ? "+" : whole;
    const units = Buffer.from(base64, "base64");
    return units
      .subarray(0, units.length - (units.length % 2))
      .swap16()
      .toString("utf16le");
  });
}
