import { isTextType, type MediaType } from "../contract/media-type.ts";
import type { Sniff, SniffedText } from "../contract/source.ts";
import { labelOf } from "./extensions.ts";
import { handlerTypeOf } from "./handler-type.ts";
import { lacksStart } from "./required-start.ts";
import type { SniffInput } from "./sniff-input.ts";

/**
 * Detects the type of a file, in this order: signature, container directory, the `sniff` functions of handlers, text.
 * Handlers are also asked about bytes with a signature if their type leaves the purpose open: see `claimedType`. Plain
 * UTF-8 text needs only this module and the table of names; everything else loads more. Rejects only if `slice` does.
 */
export async function sniff(input: SniffInput): Promise<Sniff> {
  const { head, name, size } = input;
  const decoded = plainText(head, head.length >= size);
  if (decoded === undefined) {
    loaded.sniffBytes ??= (await import("./sniff-bytes.ts")).sniffBytes;
    return loaded.sniffBytes(input);
  }
  const text = describe(decoded, head);
  const label = labelOf(name);
  if (isSpeaking(decoded, label)) {
    loaded.sniffText ??= (await import("./sniff-text.ts")).sniffText;
    return loaded.sniffText(input, text);
  }
  const handled = handlerTypeOf(input);
  if (handled !== undefined) return { mediaType: handled, by: "handler", text };
  return { mediaType: label ?? "text/plain", by: label === undefined ? "text" : "name", text };
}

interface LoadedSniffers {
  sniffBytes?: (input: SniffInput) => Promise<Sniff>;
  sniffText?: (input: SniffInput, text: SniffedText) => Sniff | Promise<Sniff>;
}

/** The functions that were needed so far. An import of a loaded module takes as long as detecting a plain text. */
const loaded: LoadedSniffers = {};

/** Describes decoded UTF-8. If there are as many characters as bytes, all are ASCII. */
function describe(decoded: string, head: Uint8Array): SniffedText {
  const isAsciiSoFar = decoded.length === head.length;
  return { encoding: "utf-8", confidence: 1, bomBytes: 0, isAsciiSoFar };
}

/**
 * Decodes plain UTF-8; `undefined` if there is a byte order mark, an unusual control character, or another sign that
 * more checks are needed.
 */
function plainText(head: Uint8Array, isWhole: boolean): string | undefined {
  const text = decodeUtf8(head, isWhole);
  if (text === undefined || text.startsWith("\uFEFF") || text.includes("\u001b$")) return undefined;
  // HZ, or a tilde and a brace in source code. With non-ASCII text it is the latter.
  if (text.includes("~{") && text.length === head.length) return undefined;
  return oddControl.test(text) ? undefined : text;
}

/** Decodes UTF-8 natively, which is ten times as fast as counting bad bytes. Only damaged files need the count. */
function decodeUtf8(head: Uint8Array, isWhole: boolean): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(head, { stream: !isWhole });
  } catch {
    return undefined;
  }
}

/** BEL, SUB and ESC, which terminals and DOS leave in text, and C1. Backspace, tab and line breaks are added below. */
const textControls = "\u0007\u001A\u001B\u0080-\u009F";
const oddControl = new RegExp(`[\\0-\\x1f\\x7f-\\x9f](?<![\\b\\t\\n\\v\\f\\r${textControls}])`);

/** A pre-check that excludes most texts, because a case-insensitive pattern takes 0.2 ms to compile. */
const mayBeSpeaking = /^(?:\s*[<%]|[{!\d]|[Ff][Rr][Oo][Mm] |WEBVTT|WARC\/|HTTP\/|[\w-]+:)/;
/** Starts that are stronger evidence than any name: markup, mail, and formats whose first bytes are text. */
const speakingStart =
  /^(?:\s*<|\s*%[!PF]|\{\\rt|!<arch>|BEGIN:VC|WEBVTT|WARC\/|HTTP\/|From |\d{1,12}[ \t]*\r?\n|(?:From|To|Subject|Date|Received|Return-Path|Delivered-To|Message-ID|MIME-Version|Reply-To|Sender|Cc|Content-[a-z-]+|Authentication-Results|ARC-[a-z-]+|DKIM-[a-z-]+|X-[a-z0-9-]+):)/i;
/** Starts that are stronger evidence than a missing name, or than the name of plain text. */
const kindStart = /^(?:\s*[{[]|#!|#EXTM3U|BEGIN:V|WEBVTT|WARC\/|diff --git |P[123]\s)/;
const tableRow = /^[^\r\n,;\t]*[,;\t][^\r\n,;\t]*[,;\t]/;
const startCharacters = 256;
const pdfHeaderCharacters = 1024;

function isSpeaking(text: string, label: MediaType | undefined): boolean {
  if (label !== undefined && !isTextType(label)) return true;
  const start = text.slice(0, startCharacters);
  if (lacksStart(label, start)) return true;
  // The header of a PDF may follow other text.
  if ((mayBeSpeaking.test(start) && speakingStart.test(start)) || text.slice(0, pdfHeaderCharacters).includes("%PDF"))
    return true;
  if (label === undefined) return kindStart.test(start) || tableRow.test(start);
  return label === "text/plain" && kindStart.test(start);
}
