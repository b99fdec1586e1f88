import { isTextType, type MediaType } from "../contract/media-type.ts";
import type { Sniff, SniffedText } from "../contract/source.ts";
import { labelOf } from "./extensions.ts";
import { handlerTypeOf } from "./handler-type.ts";
import { lacksStart } from "./required-start.ts";
import type { SniffInput } from "./sniff-input.ts";

/**
 * Tells what a file is, in this order: signature, container directory, the handlers' own `sniff`, text. A `sniff` is asked
 * of signed bytes too where their type leaves open what they are for: `claimedType`. Plain UTF-8 text is told by this
 * module and the table of names alone; everything else loads more. Rejects only where `slice` does.
 */
export async function sniff(input: SniffInput): Promise<Sniff> {
  const { head, name, size } = input;
  const decoded = plainText(head, head.length >= size);
  if (decoded === undefined) {
    const { sniffBytes } = await import("./sniff-bytes.ts");
    return sniffBytes(input);
  }
  const text = describe(decoded, head);
  const label = labelOf(name);
  if (isSpeaking(decoded, label)) {
    const { sniffText } = await import("./sniff-text.ts");
    return sniffText(input, text);
  }
  const handled = handlerTypeOf(input);
  if (handled !== undefined) return { mediaType: handled, by: "handler", text };
  return { mediaType: label ?? "text/plain", by: label === undefined ? "text" : "name", text };
}

/** As many characters as bytes: all are ASCII. */
function describe(decoded: string, head: Uint8Array): SniffedText {
  const isAsciiSoFar = decoded.length === head.length;
  return { encoding: "utf-8", confidence: 1, bomBytes: 0, isAsciiSoFar };
}

/** The text of UTF-8 without a byte order mark and odd control characters; undefined where more must be asked. */
function plainText(head: Uint8Array, isWhole: boolean): string | undefined {
  const text = decodeUtf8(head, isWhole);
  if (text === undefined || text.startsWith("\uFEFF") || text.includes("\u001b$")) return undefined;
  // HZ, or a tilde and a brace of source code; in text beyond ASCII it is the latter.
  if (text.includes("~{") && text.length === head.length) return undefined;
  return oddControl.test(text) ? undefined : text;
}

/** Native, and so ten times as fast as counting bad bytes, which only files that have some need. */
function decodeUtf8(head: Uint8Array, isWhole: boolean): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(head, { stream: !isWhole });
  } catch {
    return undefined;
  }
}

/** BEL, SUB and ESC, which terminals and DOS leave in text, beside backspace, tab and line breaks. */
const textControls = "\u0007\u001A\u001B\u0080-\u009F";
const oddControl = new RegExp(`[\\0-\\x1f\\x7f-\\x9f](?<![\\b\\t\\n\\v\\f\\r${textControls}])`);

/** A look that leaves out most texts, because a pattern that disregards case takes 0.2 ms to compile. */
const mayBeSpeaking = /^(?:\s*[<%]|[{!\d]|[Ff][Rr][Oo][Mm] |[\w-]+:)/;
/** Starts that say more than any name: markup, mail, formats whose first bytes are text. */
const speakingStart =
  /^(?:\s*<|\s*%[!PF]|\{\\rt|!<arch>|From |\d{1,12}[ \t]*\r?\n|(?:From|To|Subject|Date|Received|Return-Path|Delivered-To|Message-ID|MIME-Version|Reply-To|Sender|Cc|Content-[a-z-]+|Authentication-Results|ARC-[a-z-]+|DKIM-[a-z-]+|X-[a-z0-9-]+):)/i;
/** Starts that say more than no name, or than that of plain text. */
const kindStart = /^(?:\s*[{[]|#!|#EXTM3U|BEGIN:V|WEBVTT|WARC\/|diff --git |P[123]\s)/;
const tableRow = /^[^\r\n,;\t]*[,;\t][^\r\n,;\t]*[,;\t]/;
const startCharacters = 256;
const pdfHeaderCharacters = 1024;

function isSpeaking(text: string, label: MediaType | undefined): boolean {
  if (label !== undefined && !isTextType(label)) return true;
  const start = text.slice(0, startCharacters);
  if (lacksStart(label, start)) return true;
  // A PDF may start with other text.
  if ((mayBeSpeaking.test(start) && speakingStart.test(start)) || text.slice(0, pdfHeaderCharacters).includes("%PDF"))
    return true;
  if (label === undefined) return kindStart.test(start) || tableRow.test(start);
  return label === "text/plain" && kindStart.test(start);
}
